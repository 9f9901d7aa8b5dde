from uuid import UUID

from likes.domain.visibility import LikerVisibility
from likes.ports import Card, Profiles
from likes.storage import LikesUnit

# Profiles may hide a liker a moment before our projection of its visibility has the event.
TRIES = 3


def show_next_like(
    uow: LikesUnit, profiles: Profiles, member_id: UUID, visibility: LikerVisibility = LikerVisibility.ALL
) -> tuple[Card, bool] | None:
    """Take the newest like the member has not seen, once each. Returns the liker's card and whether it is a match.

    None when there is none: likes are given by members only, and nothing is made up.
    """
    for _ in range(TRIES):
        with uow:
            liker_id = uow.likes.take_next_unseen(member_id, matched=visibility.matches_only)
            is_match = liker_id is not None and uow.likes.is_given(member_id, liker_id)
            uow.commit()
        if liker_id is None:
            return None
        if card := profiles.cards_visible_to(member_id, [liker_id]).get(liker_id):
            return card, is_match
    return None
