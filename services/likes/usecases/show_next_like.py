from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card

from likes.ports import Cards, LikesUnitOfWork
from likes.usecases.list_likes import Sight

TRIES = 3  # of likes whose givers profiles hides a moment before our copies know


def show_next_like(
    uow: LikesUnitOfWork, cards: Cards, member_id: UUID, sight: Sight = Sight.ALL
) -> tuple[Card, bool] | None:
    """The newest like the member has not seen, once each, and whether it is mutual; None when there is none.

    Likes are only ever given by members: when nobody new likes them, nothing is made up.
    """
    for _ in range(TRIES):
        with uow:
            liker_id = uow.likes.show_next(member_id, mutual=None if sight is Sight.ALL else True)
            is_match = liker_id is not None and uow.likes.is_given(member_id, liker_id)
            uow.commit()
        if liker_id is None:
            return None
        if card := cards.seen_by(member_id, [liker_id]).get(liker_id):
            return card, is_match
    return None
