"""Search for members at the desk."""

from typing import Annotated, Self
from uuid import UUID

from flask import Blueprint
from pydantic import StringConstraints, model_validator
from shared.kit.http import Input, Output, endpoint

from profiles.moderation.domain.member_search import LONGEST, SearchBy
from profiles.moderation.domain.staff_access import Why
from profiles.moderation.usecases.find_members import find_members
from profiles.moderation.web.complaint_models import StatedReason
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.moderation_models import FoundMemberOut

member_search = Blueprint("member_search", __name__, url_prefix="/api")
FOUND_MOST = 20


class FindMembers(Input):
    """By what and for which text staff search, and why: a complaint (`case_id`) or `reason` in words. The kind and the
    case or reason are recorded, the text is not."""

    by: SearchBy
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST)]
    case_id: UUID | None = None
    reason: StatedReason | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if (self.case_id is None) is (self.reason is None):
            raise ValueError("either a case or a reason")
        return self


class FoundMembersAnswer(Output):
    found: list[FoundMemberOut]


# A POST, so that names, addresses and reasons stay out of access logs.
@member_search.post("/staff-find.php")
@endpoint()
def post_search(body: FindMembers) -> FoundMembersAnswer:
    """Find members by a part of what is known of them, for a case or a stated reason."""
    dependencies = wiring()
    member_ids = find_members(
        dependencies.unit_of_work(),
        dependencies.desk_accounts,
        dependencies.payments,
        current_desk(),
        body.by,
        body.text,
        Why(body.case_id, body.reason),
        FOUND_MOST,
    )
    with dependencies.reads() as reads:
        profiles = [reads.profiles.find(member_id, member_id) for member_id in member_ids]
    return FoundMembersAnswer(found=[FoundMemberOut.of(each.card) for each in profiles if each is not None])
