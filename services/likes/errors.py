"""Refusals of likes."""

from shared.kit.core import Forbidden, Invalid, NotFound, RateLimited


class LikeOfOneself(Invalid):
    code = "like_of_oneself"


class MemberNotFound(NotFound):
    """Unknown, deleted or hidden from the caller: the same answer for all."""


class NoSwipeLikesLeft(Forbidden):
    """All likes of the day are used up in the swipe game; passing goes on."""

    code = "no_swipe_likes_left"


class TooManyCards(RateLimited):
    """So many different members were shown within a day as no person looks at."""

    code = "too_many_cards"
