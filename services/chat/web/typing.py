from uuid import UUID

from flask import Blueprint
from shared.kit.http import Input, Nothing, caller, endpoint

from chat.usecases.report_typing import report_typing
from chat.web.context import wiring

typing = Blueprint("typing", __name__, url_prefix="/api")


class Typing(Input):
    profile_id: UUID


@typing.post("/typing.php")
@endpoint(status=202)
def post_typing(body: Typing) -> Nothing:
    """The member is typing to someone."""
    dependencies = wiring()
    report_typing(dependencies.unit_of_work(), dependencies.typing, caller().member_id, body.profile_id)
    return Nothing()
