from uuid import UUID

from likes.domain.like import Opener
from likes.ports import LikedPart, Profiles
from likes.storage import LikesUnit


def find_openers(
    uow: LikesUnit, profiles: Profiles, member_id: UUID, partner_id: UUID, *, is_premium: bool
) -> dict[UUID, tuple[Opener, LikedPart | None]]:
    """The openers of the member and of a match, by their liker, each with its photo or answer if that is shown now.

    Empty for a pair without a match, so that nobody learns of a like that they are not shown.
    """
    with uow.reading() as uow:
        is_visible = uow.visibility.is_visible(partner_id, member_id)
        openers = uow.likes.openers_between(member_id, partner_id) if is_visible else {}
    named = {
        liker_id: (partner_id if liker_id == member_id else member_id, opener.part_id)
        for liker_id, opener in openers.items()
    }
    parts = profiles.liked_parts(member_id, list(named.values()), is_premium=is_premium) if named else {}
    return {liker_id: (opener, parts.get(named[liker_id])) for liker_id, opener in openers.items()}
