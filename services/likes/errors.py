"""Everything likes can refuse."""

from servicekit.errors import Invalid, NotFound


class LikeOfOneself(Invalid):
    code = "like_of_oneself"


class MemberNotFound(NotFound):
    """Unknown, gone or hidden from the caller: the same answer for all."""
