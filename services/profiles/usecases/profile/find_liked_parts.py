"""Parts of profiles that likes name: photos, and answers to prompts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import Invalid

from profiles.domain.card import Photo
from profiles.domain.prompt_answers import PromptAnswer
from profiles.storage import ProfilesUnit

MOST = 200


@dataclass(frozen=True, slots=True)
class LikedPart:
    """A photo or an answer of a member, with the database's time for the links of the photo."""

    member_id: UUID
    part: Photo | PromptAnswer
    at: datetime


def find_liked_parts(
    reads: ProfilesUnit, viewer_id: UUID, parts: Sequence[tuple[UUID, UUID]], *, is_premium: bool
) -> list[LikedPart]:
    """Find those of these parts, pairs of a member's id and the part's (at most 200), that the viewer may see now.

    Members see their own approved photos and all their answers. Of others, free members see the first photo alone, as
    on profiles; answers that are held for the desk are seen by nobody else.
    """
    if len(parts) > MOST:
        raise Invalid(field="parts")
    members = {member_id for member_id, _ in parts}
    with reads:
        shown = {card.id for card in reads.cards.shown_cached(viewer_id, list(members))}
        shown |= members & {viewer_id}
        unlocked = shown if is_premium else shown & {viewer_id}
        found: dict[tuple[UUID, UUID], Photo | PromptAnswer] = {
            **reads.photos.of_all(shown, unlocked),
            **{
                (member_id, answer.id): answer
                for member_id, answers in reads.profiles.answers_of(shown, own_id=viewer_id).items()
                for answer in answers
            },
        }
        at = reads.now()
    return [
        LikedPart(member_id, found[member_id, part_id], at)
        for member_id, part_id in parts
        if (member_id, part_id) in found
    ]
