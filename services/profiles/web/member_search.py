"""Search for members at the desk."""

from typing import Annotated

from flask import Blueprint
from pydantic import StringConstraints
from shared.kit.web import endpoint
from shared.kit.web.endpoint import Input, Output

from profiles.usecases.find_members import find_members
from profiles.web.context import current_desk, wiring
from profiles.web.moderation_models import FoundMemberOut

member_search = Blueprint("member_search", __name__, url_prefix="/api")
FOUND_MOST = 20


class FindMembers(Input):
    """The whole name, and why staff search for it. The reason is recorded."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class FoundMembersAnswer(Output):
    found: list[FoundMemberOut]


# A POST, so that names and reasons stay out of access logs.
@member_search.post("/staff-find.php")
@endpoint()
def post_search(body: FindMembers) -> FoundMembersAnswer:
    """Find members by name, for a stated reason."""
    dependencies = wiring()
    member_ids = find_members(dependencies.unit_of_work(), current_desk(), body.name, body.reason, FOUND_MOST)
    with dependencies.reads() as reads:
        profiles = [reads.profiles.find(member_id, member_id) for member_id in member_ids]
    return FoundMembersAnswer(found=[FoundMemberOut.of(each.card) for each in profiles if each is not None])
