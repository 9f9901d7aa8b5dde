from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import Session

from identity.storage.tables import AuthenticatorRow, RecoveryCodeRow


class AuthenticatorRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def begin(self, member_id: UUID, sealed_secret: bytes) -> bool:
        """Store the secret of an app that is not confirmed yet. False if the member has a confirmed app."""
        fresh = {"sealed_secret": sealed_secret, "last_step": 0}
        begun = self._session.execute(
            upsert(AuthenticatorRow)
            .values(member_id=member_id, **fresh)
            .on_conflict_do_update(
                index_elements=[AuthenticatorRow.member_id], set_=fresh, where=AuthenticatorRow.confirmed_at.is_(None)
            )
            .returning(AuthenticatorRow.member_id)
        )
        return begun.first() is not None

    def sealed_secret(self, member_id: UUID, *, confirmed: bool) -> bytes | None:
        is_confirmed = AuthenticatorRow.confirmed_at.is_not(None)
        return self._session.execute(
            select(AuthenticatorRow.sealed_secret).where(
                AuthenticatorRow.member_id == member_id, is_confirmed if confirmed else ~is_confirmed
            )
        ).scalar_one_or_none()

    def confirm(self, member_id: UUID) -> bool:
        confirmed = self._session.execute(
            update(AuthenticatorRow)
            .where(AuthenticatorRow.member_id == member_id, AuthenticatorRow.confirmed_at.is_(None))
            .values(confirmed_at=func.now())
            .returning(AuthenticatorRow.member_id)
        )
        return confirmed.first() is not None

    def delete_begun(self, member_id: UUID) -> None:
        """Delete an app that was begun and not confirmed."""
        begun = AuthenticatorRow.confirmed_at.is_(None)
        self._session.execute(delete(AuthenticatorRow).where(AuthenticatorRow.member_id == member_id, begun))

    def use_step(self, member_id: UUID, step: int) -> bool:
        """Use up the code of this time step. False if it, or a later one, was used before."""
        # Compare-and-set in one statement: of two concurrent uses of a code one is refused.
        used = self._session.execute(
            update(AuthenticatorRow)
            .where(AuthenticatorRow.member_id == member_id, AuthenticatorRow.last_step < step)
            .values(last_step=step)
            .returning(AuthenticatorRow.member_id)
        )
        return used.first() is not None

    def remove(self, member_id: UUID) -> bool:
        removed = self._session.execute(
            delete(AuthenticatorRow)
            .where(AuthenticatorRow.member_id == member_id, AuthenticatorRow.confirmed_at.is_not(None))
            .returning(AuthenticatorRow.member_id)
        )
        self._session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.member_id == member_id))
        return removed.first() is not None

    def replace_recovery_codes(self, member_id: UUID, hashes: Sequence[bytes]) -> None:
        self._session.execute(delete(RecoveryCodeRow).where(RecoveryCodeRow.member_id == member_id))
        self._session.execute(
            insert(RecoveryCodeRow), [{"member_id": member_id, "code_hash": code_hash} for code_hash in hashes]
        )

    def use_recovery_code(self, member_id: UUID, code_hash: bytes) -> bool:
        used = self._session.execute(
            update(RecoveryCodeRow)
            .where(
                RecoveryCodeRow.member_id == member_id,
                RecoveryCodeRow.code_hash == code_hash,
                RecoveryCodeRow.used_at.is_(None),
            )
            .values(used_at=func.now())
            .returning(RecoveryCodeRow.member_id)
        )
        return used.first() is not None

    def recovery_codes_left(self, member_id: UUID) -> int:
        left = select(func.count()).where(RecoveryCodeRow.member_id == member_id, RecoveryCodeRow.used_at.is_(None))
        return self._session.execute(left).scalar_one()
