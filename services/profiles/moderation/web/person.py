"""A member as the desk sees them, by themselves or in a case."""

from uuid import UUID

from shared.kit.http import caller

from profiles.moderation.domain.desk_queue import Case
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.web.context import current_desk, wiring
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
        about=profile.about,
        state="deleted" if profile.visibility.is_deleted else "active",
        sanction=sanction,
        sanction_until=until,
        photos=[OwnPhotoOut.of(photo, viewer_id, links, card.at) for photo in reads.photos.own(member_id)],
        decisions=[desk_decision(one, card.at) for one in reads.moderation.decisions_about(member_id)],
    )


def person_in(reads: ModerationReads, case: Case) -> CasePersonOut | None:
    """The person that a case is about, with the complaints about them that are not in it."""
    person = person_of(reads, case.member_id) if case.member_id else None
    if person is None:
        return None
    here = {each.id for each in case.reports}
    others = [OtherComplaintOut.of(each) for each in reads.complaints.about(person.id) if each.id not in here]
    return CasePersonOut(**person.model_dump(), others=others)
