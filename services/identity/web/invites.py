from flask import Blueprint
from shared.kit.http import endpoint

from identity.domain.session import hash_secret
from identity.errors import InviteInvalid
from identity.web.context import site_key, wiring
from identity.web.models.invites import InviteAnswer, ShowInvite

invites = Blueprint("invites", __name__, url_prefix="/api")


@invites.post("/invite.php")
@endpoint()
def post_invite(body: ShowInvite) -> InviteAnswer:
    """The name and expiry of a valid invite. By POST, so that no access log contains the token."""
    with wiring().unit_of_work() as uow:
        invite = uow.invites.find(site_key(), hash_secret(body.token))
    if invite is None:
        raise InviteInvalid()
    return InviteAnswer(name=invite.name, expires_at=invite.expires_at)
