from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.core import AuthenticationRequired, NotFound
from shared.sites import Site

from identity.domain.account import Status
from identity.domain.invitation import MOST_OPEN, AcceptedInvitation, Invitation, new_code
from identity.errors import TooManyInvitations
from identity.storage import IdentityUnit


@dataclass(frozen=True)
class OwnInvitations:
    """A member's open invitations, and the number of sign-ups by all of them, revoked ones included."""

    invitations: Sequence[Invitation]
    signed_up: int


def list_invitations(uow: IdentityUnit, member_id: UUID) -> OwnInvitations:
    with uow:
        return OwnInvitations(uow.invitations.of(member_id), uow.invitations.count_sign_ups(member_id))


def make_invitation(uow: IdentityUnit, site: Site, member_id: UUID, invitation_id: UUID, *, shows_name: bool) -> None:
    """Make a link, once for the id. Raises NotFound where the site has no invitations, or TooManyInvitations."""
    if not site.invitations.enabled:
        raise NotFound()
    with uow:
        # The lock of the account puts concurrent requests in a row, so that the limit holds.
        account = uow.accounts.lock(member_id)
        if account is None or account.status is Status.DELETED:
            raise AuthenticationRequired()
        open_ones = uow.invitations.of(member_id)
        if invitation_id in [each.id for each in open_ones]:
            return
        if len(open_ones) >= MOST_OPEN:
            raise TooManyInvitations()
        uow.invitations.add(Invitation(invitation_id, member_id, account.site, new_code(), shows_name, uow.now()))
        uow.commit()


def revoke_invitation(uow: IdentityUnit, member_id: UUID, invitation_id: UUID) -> None:
    """End a link; members who came by it still count. Raises NotFound unless it is the member's own and open."""
    with uow:
        if not uow.invitations.revoke(member_id, invitation_id):
            raise NotFound()
        uow.commit()


def accept_invitation(
    uow: IdentityUnit, site: Site, member_id: UUID, code: str, device: bytes
) -> AcceptedInvitation | None:
    """Record the inviter of a new member, in the transaction of the sign-up.

    None for an unknown or revoked code, one of another site, or one of a member who may not invite: the sign-up is an
    ordinary one then.
    """
    if not code or not site.invitations.enabled:
        return None
    inviter_id = uow.invitations.accept(site.key, code, member_id)
    if inviter_id is None:
        return None
    return AcceptedInvitation(inviter_id, bool(device) and uow.devices.knows(inviter_id, device))
