from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.sign_up_key import SignUpKey, UsedKey
from identity.storage.tables import SignUpRow


class SignUpRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def claim(self, site: str, key: SignUpKey, member_id: UUID) -> UsedKey | None:
        """Claim the idempotency key for this member. Returns its earlier use, if there was one."""
        # ON CONFLICT DO NOTHING waits for a concurrent claim of the same key to commit, then skips.
        claimed = self._session.execute(
            insert(SignUpRow)
            .values(site=site, key_hash=key.key_hash, body_hash=key.body_hash, member_id=member_id)
            .on_conflict_do_nothing(index_elements=[SignUpRow.site, SignUpRow.key_hash])
            .returning(SignUpRow.member_id)
        )
        if claimed.first() is not None:
            return None
        used = select(SignUpRow.body_hash, SignUpRow.member_id).where(
            SignUpRow.site == site, SignUpRow.key_hash == key.key_hash
        )
        row = self._session.execute(used).one()
        return UsedKey(row.body_hash, row.member_id)
