from collections.abc import Callable

from chat.storage import ChatUnit


def purge_feed(unit_of_work: Callable[[], ChatUnit]) -> int:
    """Take out what is older than a week, in steps that hold no lock for long. Returns how much it was."""
    purged = 0
    while True:
        with unit_of_work() as uow:
            step = uow.feed.purge()
            uow.commit()
        purged += step
        if step == 0:
            return purged
