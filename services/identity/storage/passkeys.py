from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.passkey import Passkey
from identity.storage.tables import ChallengeRow, PasskeyRow


class PasskeyRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> Sequence[Passkey]:
        rows = select(PasskeyRow).where(PasskeyRow.member_id == member_id).order_by(PasskeyRow.created_at)
        return [_passkey(row) for row in self._session.scalars(rows)]

    def find(self, credential_id: bytes) -> Passkey | None:
        row = self._session.scalars(select(PasskeyRow).where(PasskeyRow.credential_id == credential_id)).one_or_none()
        return _passkey(row) if row else None

    def add(self, passkey: Passkey) -> bool:
        """False if the credential is stored already."""
        added = self._session.execute(
            insert(PasskeyRow)
            .values(
                id=passkey.id,
                member_id=passkey.member_id,
                credential_id=passkey.credential_id,
                public_key=passkey.public_key,
                sign_count=passkey.sign_count,
                name=passkey.name,
            )
            .on_conflict_do_nothing()
            .returning(PasskeyRow.id)
        )
        return added.first() is not None

    def use(self, passkey: Passkey, sign_count: int) -> bool:
        """Record a use. False if the signature counter has changed since the passkey was read."""
        # Compare-and-set on the counter: of two concurrent answers one is refused.
        used = self._session.execute(
            update(PasskeyRow)
            .where(PasskeyRow.id == passkey.id, PasskeyRow.sign_count == passkey.sign_count)
            .values(sign_count=sign_count, used_on=func.current_date())
            .returning(PasskeyRow.id)
        )
        return used.first() is not None

    def rename(self, member_id: UUID, passkey_id: UUID, name: str) -> bool:
        renamed = self._session.execute(
            update(PasskeyRow)
            .where(PasskeyRow.id == passkey_id, PasskeyRow.member_id == member_id)
            .values(name=name)
            .returning(PasskeyRow.id)
        )
        return renamed.first() is not None

    def remove(self, member_id: UUID, passkey_id: UUID) -> bool:
        removed = self._session.execute(
            delete(PasskeyRow)
            .where(PasskeyRow.id == passkey_id, PasskeyRow.member_id == member_id)
            .returning(PasskeyRow.id)
        )
        return removed.first() is not None

    def add_challenge(self, challenge_id: UUID, challenge: bytes, expires_at: datetime, member_id: UUID | None) -> None:
        self._session.add(
            ChallengeRow(id=challenge_id, challenge=challenge, expires_at=expires_at, member_id=member_id)
        )

    def delete_challenges(self, member_id: UUID) -> None:
        self._session.execute(delete(ChallengeRow).where(ChallengeRow.member_id == member_id))

    def take_challenge(self, challenge_id: UUID, member_id: UUID | None) -> bytes | None:
        """Use up a challenge. None if it is unknown, another member's, used or expired."""
        # DELETE ... RETURNING: of two concurrent answers one finds nothing.
        return self._session.execute(
            delete(ChallengeRow)
            .where(
                ChallengeRow.id == challenge_id,
                ChallengeRow.member_id.is_not_distinct_from(member_id),
                ChallengeRow.expires_at > func.now(),
            )
            .returning(ChallengeRow.challenge)
        ).scalar_one_or_none()


def _passkey(row: PasskeyRow) -> Passkey:
    return Passkey(
        id=row.id,
        member_id=row.member_id,
        credential_id=row.credential_id,
        public_key=row.public_key,
        sign_count=row.sign_count,
        name=row.name,
        created_at=row.created_at,
        used_on=row.used_on,
    )
