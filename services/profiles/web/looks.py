from uuid import UUID

from flask import Blueprint
from shared.kit.http import Input, Nothing, Output, caller, endpoint
from shared.members import MemberSummary

from profiles.errors import NotOffered
from profiles.usecases.privacy.looks import list_looks, look_at
from profiles.web.card_models import card_out
from profiles.web.context import current_site, wiring

looks = Blueprint("looks", __name__, url_prefix="/api")


class Look(Input):
    profile_id: UUID


class LooksAnswer(Output):
    """Members who opened the caller's profile in the seven days before today; null for a caller who looks unseen."""

    profiles: list[MemberSummary] | None


@looks.get("/looks.php")
@endpoint()
def get_looks() -> LooksAnswer:
    """List who looked at the caller this week: for all members or premium ones, as the site says."""
    dependencies, asking, shown_to = wiring(), caller(), current_site().looks
    if shown_to == "none":
        raise NotOffered()
    is_offered = shown_to == "all" or asking.is_premium
    cards = list_looks(dependencies.reads(), dependencies.pause, asking.member_id, is_offered=is_offered)
    if cards is None:
        return LooksAnswer(profiles=None)
    return LooksAnswer(profiles=[card_out(card, asking.member_id, dependencies.links) for card in cards])


@looks.put("/looks.php")
@endpoint()
def put_look(body: Look) -> Nothing:
    """Say that the caller opened a profile. The answer never tells whether anybody sees it."""
    dependencies = wiring()
    if current_site().looks != "none":
        look_at(dependencies.unit_of_work(), dependencies.pause, caller().member_id, body.profile_id)
    return Nothing()
