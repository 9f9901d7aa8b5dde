from flask import Blueprint
from shared.kit.http import Nothing, caller, endpoint

from identity.usecases.manage_invitations import list_invitations, make_invitation, revoke_invitation
from identity.web.context import current_site, site_key, wiring
from identity.web.models.invitations import (
    InvitationOut,
    InvitationsAnswer,
    MakeInvitation,
    RevokeInvitation,
    ShowInvitation,
    ShownInvitation,
)

invitations = Blueprint("invitations", __name__, url_prefix="/api")


@invitations.get("/invitations.php")
@endpoint()
def get_invitations() -> InvitationsAnswer:
    """The caller's open links, and the number of members who came by them: never who."""
    return _answer()


@invitations.post("/invitations.php")
@endpoint(status=201)
def post_invitation(body: MakeInvitation) -> InvitationsAnswer:
    """Make a link, once for the id; a member has a few open ones at most."""
    make_invitation(wiring().unit_of_work(), current_site(), caller().member_id, body.id, shows_name=body.shows_name)
    return _answer()


@invitations.delete("/invitations.php")
@endpoint()
def delete_invitation(body: RevokeInvitation) -> Nothing:
    """Revoke a link: a sign-up by it is an ordinary one from now on."""
    revoke_invitation(wiring().unit_of_work(), caller().member_id, body.id)
    return Nothing()


@invitations.post("/invitation.php")
@endpoint()
def post_invitation_name(body: ShowInvitation) -> ShownInvitation:
    """The inviter's first name if they want it shown. Any other code, also one that is none, gets null."""
    with wiring().unit_of_work() as uow:
        name = uow.invitations.shown_name(site_key(), body.code) if current_site().invitations.enabled else None
    return ShownInvitation(name=name.split()[0] if name else None)


def _answer() -> InvitationsAnswer:
    site = current_site()
    own, offer = list_invitations(wiring().unit_of_work(), caller().member_id), site.invitations
    return InvitationsAnswer(
        enabled=offer.enabled,
        credits=offer.credits,
        days=offer.days,
        most_rewards_a_month=offer.most_rewards_a_month,
        signed_up=own.signed_up,
        invitations=[InvitationOut.of(each, site.base_url) for each in own.invitations],
    )
