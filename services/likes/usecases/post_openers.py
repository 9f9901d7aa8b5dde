from collections.abc import Callable

from shared.kit.core import Unavailable

from likes.ports import Openers
from likes.storage import LikesUnit

AT_ONCE = 20


def post_openers(unit_of_work: Callable[[], LikesUnit], openers: Openers) -> int:
    """Have chat post the words of likes that were answered. Returns how many are done.

    Each is leased, so after the death of a worker the next one asks again; chat posts it once.
    """
    with unit_of_work() as uow:
        due = uow.likes.take_due_openers(AT_ONCE)
        uow.commit()
    done = 0
    for opener in due:
        try:
            is_done = openers.post(opener.liker_id, opener.liked_id, opener.words)
        except Unavailable:
            break
        if is_done:
            with unit_of_work() as uow:
                uow.likes.opener_done(opener.liker_id, opener.liked_id)
                uow.commit()
            done += 1
    return done
