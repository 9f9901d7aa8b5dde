from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.storage.tables import TokenRow


class TokenRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def replace(self, member_id: UUID, purpose: str, secret_hash: bytes, expires_at: datetime) -> None:
        fresh = {"secret_hash": secret_hash, "expires_at": expires_at, "made_at": func.now(), "used_at": None}
        self._session.execute(
            insert(TokenRow)
            .values(member_id=member_id, purpose=purpose, **fresh)
            .on_conflict_do_update(index_elements=[TokenRow.member_id, TokenRow.purpose], set_=fresh)
        )

    def use(self, purpose: str, secret_hash: bytes) -> UUID | None:
        # One guarded statement: of two that come at once, one finds it used.
        return self._session.execute(
            update(TokenRow)
            .where(
                TokenRow.secret_hash == secret_hash,
                TokenRow.purpose == purpose,
                TokenRow.used_at.is_(None),
                TokenRow.expires_at > func.now(),
            )
            .values(used_at=func.now())
            .returning(TokenRow.member_id)
        ).scalar_one_or_none()

    def made_at(self, member_id: UUID, purpose: str) -> datetime | None:
        return self._session.execute(
            select(TokenRow.made_at).where(TokenRow.member_id == member_id, TokenRow.purpose == purpose)
        ).scalar_one_or_none()
