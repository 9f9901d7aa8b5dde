"""A member as the desk sees them, by themselves or in a case."""

from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.http import caller

from profiles.domain.photo import PhotoStatus
from profiles.moderation.domain.desk_queue import Case
from profiles.moderation.domain.moderation import SANCTIONS, Measure
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.web.context import current_desk, text_of, wiring
from profiles.moderation.web.moderation_models import (
    CasePersonOut,
    FoundMemberOut,
    OtherComplaintOut,
    PersonOut,
    desk_decision,
)
from profiles.web.photo_models import OwnPhotoOut


def person_of(reads: ModerationReads, member_id: UUID) -> PersonOut | None:
    """None for an erased member, and for one of another pool. The caller has recorded the look."""
    profile = reads.profiles.find(member_id, member_id)
    if profile is None or reads.profiles.pool(member_id) != current_desk().pool:
        return None
    card, viewer_id, links = profile.card, caller().member_id, wiring().links
    sanction, until = reads.profiles.sanction(member_id) or (None, None)
    return PersonOut(
        **FoundMemberOut.of(card).model_dump(),
        gender=card.gender,
        joined_at=card.joined_at,
        about=text_of(reads, member_id),
        state="deleted" if profile.visibility.is_deleted else "paused" if card.is_paused else "active",
        sanction=sanction,
        sanction_until=until,
        photos=[OwnPhotoOut.of(photo, viewer_id, links, card.at) for photo in reads.photos.own(member_id)],
        decisions=[desk_decision(one, card.at) for one in reads.moderation.decisions_about(member_id)],
    )


def person_in(
    reads: ModerationReads, case: Case, before: datetime | None = None, appealed_id: UUID | None = None
) -> CasePersonOut | None:
    """The person that a case is about, with the complaints about them that are not in it.

    With `before`, without later decisions and complaints, and without the answer to the appeal against `appealed_id`.
    """
    person = person_of(reads, case.member_id) if case.member_id else None
    if person is None:
        return None
    here = {each.id for each in case.reports}
    others = [OtherComplaintOut.of(each) for each in reads.complaints.about(person.id) if each.id not in here]
    if before is None:
        return CasePersonOut(**person.model_dump(), others=others)
    return CasePersonOut(
        **person.model_copy(update=_as_before(person, case, before, appealed_id)).model_dump(),
        others=[each for each in others if each.made_at < before],
    )


def _as_before(person: PersonOut, case: Case, before: datetime, appealed_id: UUID | None) -> dict[str, Any]:
    open_appeal = {"appeal": "open", "answer": None}
    decisions = [
        one.model_copy(update=open_appeal if one.id == appealed_id else {})
        for one in person.decisions
        if one.decided_at < before
    ]
    # The newest decision that hides a member, or ends it, says how they were.
    hides = next((one for one in decisions if one.measure in {*SANCTIONS, Measure.LIFT}), None)
    is_hidden = hides and hides.measure is not Measure.LIFT and (hides.until is None or hides.until > before)
    photos = [
        each.model_copy(update={"status": PhotoStatus.PENDING, "reason": None}) if each.id == case.id else each
        for each in person.photos
    ]
    sanction, until = (hides.measure, hides.until) if hides and is_hidden else (None, None)
    return {"decisions": decisions, "sanction": sanction, "sanction_until": until, "photos": photos}
