from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.token import Purpose, UsedToken
from identity.storage.tables import TokenRow


class TokenRepository:
    """One-time tokens: one purpose, one use, an expiry, and only the newest of a purpose is valid."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def replace(
        self, member_id: UUID, purpose: Purpose, secret_hash: bytes, expires_at: datetime, detail: str | None = None
    ) -> None:
        fresh = {
            "secret_hash": secret_hash,
            "expires_at": expires_at,
            "made_at": func.now(),
            "used_at": None,
            "detail": detail,
        }
        self._session.execute(
            insert(TokenRow)
            .values(member_id=member_id, purpose=purpose, **fresh)
            .on_conflict_do_update(index_elements=[TokenRow.member_id, TokenRow.purpose], set_=fresh)
        )

    def use(self, purpose: Purpose, secret_hash: bytes) -> tuple[UUID, str | None] | None:
        """Use up a token. Returns its member and detail; None if it is unknown, used or expired."""
        # Compare-and-set in one statement: of two concurrent uses one finds it used.
        used = self._session.execute(
            update(TokenRow)
            .where(
                TokenRow.secret_hash == secret_hash,
                TokenRow.purpose == purpose,
                TokenRow.used_at.is_(None),
                TokenRow.expires_at > func.now(),
            )
            .values(used_at=func.now())
            .returning(TokenRow.member_id, TokenRow.detail)
        ).one_or_none()
        return (used[0], used[1]) if used else None

    def find_used(self, purpose: Purpose, secret_hash: bytes) -> UsedToken | None:
        """A token that was used and has not expired."""
        row = self._session.execute(
            select(TokenRow.detail).where(
                TokenRow.secret_hash == secret_hash,
                TokenRow.purpose == purpose,
                TokenRow.used_at.is_not(None),
                TokenRow.expires_at > func.now(),
            )
        ).one_or_none()
        return UsedToken(row.detail) if row else None

    def is_valid(self, purpose: Purpose, secret_hash: bytes) -> bool:
        return (
            self._session.execute(
                select(TokenRow.member_id).where(
                    TokenRow.secret_hash == secret_hash,
                    TokenRow.purpose == purpose,
                    TokenRow.used_at.is_(None),
                    TokenRow.expires_at > func.now(),
                )
            ).first()
            is not None
        )

    def has_valid(self, member_id: UUID, purpose: Purpose) -> bool:
        """Whether the member has a valid token of this purpose."""
        good = select(TokenRow.member_id).where(
            TokenRow.member_id == member_id,
            TokenRow.purpose == purpose,
            TokenRow.used_at.is_(None),
            TokenRow.expires_at > func.now(),
        )
        return self._session.execute(good).first() is not None

    def delete_all(self, member_id: UUID, *, except_for: Collection[Purpose]) -> None:
        others = TokenRow.purpose.not_in([purpose.value for purpose in except_for])
        self._session.execute(delete(TokenRow).where(TokenRow.member_id == member_id, others))

    def owner_of(self, purpose: Purpose, secret_hash: bytes) -> UUID | None:
        """The member of this token, valid or not, without using it up."""
        return self._session.execute(
            select(TokenRow.member_id).where(TokenRow.secret_hash == secret_hash, TokenRow.purpose == purpose)
        ).scalar_one_or_none()

    def made_at(self, member_id: UUID, purpose: Purpose) -> datetime | None:
        return self._session.execute(
            select(TokenRow.made_at).where(TokenRow.member_id == member_id, TokenRow.purpose == purpose)
        ).scalar_one_or_none()
