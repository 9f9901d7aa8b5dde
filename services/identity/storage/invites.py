from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.invite import Invite
from identity.storage.tables import InviteRow


class InviteRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, invite_id: UUID, site: str, name: str, token_hash: bytes, lasts: timedelta) -> None:
        self._session.execute(
            insert(InviteRow).values(
                id=invite_id, site=site, name=name, token_hash=token_hash, expires_at=func.now() + lasts
            )
        )

    def find(self, site: str, token_hash: bytes) -> Invite | None:
        """The invite of this token, if it is unused, not revoked and not expired."""
        row = self._session.scalars(select(InviteRow).where(_is_valid(site, token_hash))).one_or_none()
        return _invite(row) if row else None

    def is_valid_for(self, site: str, token_hash: bytes, member_id: UUID) -> bool:
        found = select(InviteRow.id).where(_is_valid_for(site, token_hash, member_id))
        return self._session.execute(found).first() is not None

    def use(self, site: str, token_hash: bytes, member_id: UUID) -> bool:
        """Use the invite for this member. False if it cannot be used, or another member has used it."""
        # Compare-and-set in one statement: of two concurrent sign-ups one finds it used.
        used = (
            update(InviteRow)
            .where(_is_valid_for(site, token_hash, member_id))
            .values(used_at=func.coalesce(InviteRow.used_at, func.now()), used_by=member_id)
            .returning(InviteRow.id)
        )
        return self._session.execute(used).first() is not None

    def revoke(self, invite_id: UUID) -> bool:
        """Revoke the invite. False if it is unknown, used or revoked already."""
        revoked = (
            update(InviteRow)
            .where(InviteRow.id == invite_id, InviteRow.used_at.is_(None), InviteRow.revoked_at.is_(None))
            .values(revoked_at=func.now())
            .returning(InviteRow.id)
        )
        return self._session.execute(revoked).first() is not None

    def all(self, site: str) -> Sequence[Invite]:
        rows = self._session.scalars(select(InviteRow).where(InviteRow.site == site).order_by(InviteRow.made_at))
        return [_invite(row) for row in rows]


def _is_valid(site: str, token_hash: bytes) -> ColumnElement[bool]:
    return and_(
        InviteRow.site == site,
        InviteRow.token_hash == token_hash,
        InviteRow.used_at.is_(None),
        InviteRow.revoked_at.is_(None),
        InviteRow.expires_at > func.now(),
    )


def _is_valid_for(site: str, token_hash: bytes, member_id: UUID) -> ColumnElement[bool]:
    """Whether it is valid, or was used by this member, whose sign-up may be retried."""
    is_theirs = and_(InviteRow.site == site, InviteRow.token_hash == token_hash, InviteRow.used_by == member_id)
    return or_(_is_valid(site, token_hash), is_theirs)


def _invite(row: InviteRow) -> Invite:
    return Invite(row.id, row.site, row.name, row.made_at, row.expires_at, row.revoked_at, row.used_at)
