"""Refusals of likes."""

from shared.kit.core import Conflict, Forbidden, Invalid, NotFound, RateLimited


class LikeOfOneself(Invalid):
    code = "like_of_oneself"


class MemberNotFound(NotFound):
    """Unknown, deleted or hidden from the caller: the same answer for all."""


class PartNotFound(NotFound):
    """No such photo or answer, or hidden from the caller: the same answer for all."""


class PartsNotLiked(Forbidden):
    """Members of this site like each other as a whole."""

    code = "not_offered"


class LikeNamesAnother(Conflict):
    """The like names a photo or an answer already, or has other words. It is withdrawn before another one."""

    code = "like_names_another"


class OpenerEmpty(Invalid):
    code = "message_empty"


class OpenerTooLong(Invalid):
    code = "message_too_long"


class SameTextToMany(RateLimited):
    code = "same_text_to_many"


class NoSwipeLikesLeft(Forbidden):
    """All likes of the day are used up in the swipe game; passing goes on."""

    code = "no_swipe_likes_left"


class TooManyCards(RateLimited):
    """So many different members were shown within a day as no person looks at."""

    code = "too_many_cards"
