from collections.abc import Sequence
from typing import Any
from uuid import UUID

from shared.kit.core import Conflict
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from identity.domain.account import Status
from identity.domain.invitation import Invitation
from identity.storage.tables import AccountRow, InvitationRow, MemberInviteRow

MAY_INVITE = (AccountRow.status == Status.ACTIVE, AccountRow.is_suspended.is_(False))


class InvitationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, invitation: Invitation) -> None:
        """Raises Conflict if the id is that of another invitation."""
        row = insert(InvitationRow).values(
            id=invitation.id,
            site=invitation.site,
            inviter_id=invitation.inviter_id,
            code=invitation.code,
            shows_name=invitation.shows_name,
            created_at=invitation.created_at,
        )
        added = row.on_conflict_do_nothing(index_elements=[InvitationRow.id]).returning(InvitationRow.id)
        if self._session.execute(added).first() is None:
            raise Conflict(field="id")

    def of(self, inviter_id: UUID) -> Sequence[Invitation]:
        """The member's open invitations, the oldest first, each with the number of sign-ups by it."""
        signed_up = (
            select(func.count())
            .where(MemberInviteRow.invitation_id == InvitationRow.id)
            .correlate(InvitationRow)
            .scalar_subquery()
        )
        rows = self._session.execute(
            select(*InvitationRow.__table__.columns, signed_up.label("signed_up"))
            .where(InvitationRow.inviter_id == inviter_id, InvitationRow.revoked_at.is_(None))
            .order_by(InvitationRow.created_at, InvitationRow.id)
        )
        return [_invitation(row) for row in rows]

    def count_sign_ups(self, inviter_id: UUID) -> int:
        """The number of members who came by any invitation of this member, also by revoked ones."""
        counted = select(func.count()).select_from(MemberInviteRow).where(MemberInviteRow.inviter_id == inviter_id)
        return self._session.scalar(counted) or 0

    def revoke(self, inviter_id: UUID, invitation_id: UUID) -> bool:
        """False if the member has no open invitation with this id."""
        revoked = self._session.execute(
            update(InvitationRow)
            .where(
                InvitationRow.id == invitation_id,
                InvitationRow.inviter_id == inviter_id,
                InvitationRow.revoked_at.is_(None),
            )
            .values(revoked_at=func.now())
            .returning(InvitationRow.id)
        )
        return revoked.first() is not None

    def shown_name(self, site: str, code: str) -> str | None:
        """The name of the inviter who wants it shown; None for any other code, so that none can be tested."""
        found = (
            select(AccountRow.name)
            .join(InvitationRow, InvitationRow.inviter_id == AccountRow.id)
            .where(*_is_open(site, code), InvitationRow.shows_name, *MAY_INVITE)
        )
        return self._session.scalar(found)

    def accept(self, site: str, code: str, member_id: UUID) -> UUID | None:
        """Record that this new member came by the code. Returns the inviter; None if the code cannot be used.

        Locks the inviter's account, then the invitation: the order of an erasure, whose cascade takes both. The shared
        lock lets many sign-ups use one code at the same time, and makes a revocation come before or after each.
        """
        owner = select(InvitationRow.inviter_id).where(*_is_open(site, code))
        inviter_id = self._session.scalar(owner)
        if inviter_id is None:
            return None
        inviter = select(AccountRow.id).where(AccountRow.id == inviter_id, *MAY_INVITE)
        if self._session.scalar(inviter.with_for_update(read=True, key_share=True)) is None:
            return None
        invitation_id = self._session.scalar(
            select(InvitationRow.id).where(*_is_open(site, code)).with_for_update(read=True)
        )
        if invitation_id is None:
            return None
        row = {"member_id": member_id, "inviter_id": inviter_id, "invitation_id": invitation_id}
        self._session.execute(insert(MemberInviteRow).values(**row))
        return inviter_id


def _is_open(site: str, code: str) -> tuple[Any, ...]:
    return (InvitationRow.site == site, InvitationRow.code == code, InvitationRow.revoked_at.is_(None))


def _invitation(row: Any) -> Invitation:
    return Invitation(**row._mapping)
