from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Nothing

from chat.usecases.tell_typing import tell_typing
from chat.web.context import wiring
from chat.web.models import Typing

typing = Blueprint("typing", __name__, url_prefix="/api")


@typing.post("/typing.php")
@endpoint(status=202)
def post_typing(body: Typing) -> Nothing:
    """The member is typing to someone."""
    held = wiring()
    tell_typing(held.unit_of_work(), held.typing, caller().member_id, body.profile_id)
    return Nothing()
