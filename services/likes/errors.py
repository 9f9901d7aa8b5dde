"""Everything likes can refuse."""

from servicekit.errors import Forbidden, Invalid, NotFound


class LikeOfOneself(Invalid):
    code = "like_of_oneself"


class MemberNotFound(NotFound):
    """Unknown, gone or hidden from the caller: the same answer for all."""


class NoSwipeLikesLeft(Forbidden):
    """The day's likes of the swipe game are given; passing goes on."""

    code = "no_swipe_likes_left"
