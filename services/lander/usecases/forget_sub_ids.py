from collections.abc import Callable
from datetime import timedelta

from lander.storage import LanderUnit

AT_A_STEP = 2_000


def forget_sub_ids(unit_of_work: Callable[[], LanderUnit], kept: timedelta) -> int:
    """Blank sub ids older than `kept`, in steps that hold row locks briefly. Returns how many rows."""
    forgotten = 0
    while True:
        with unit_of_work() as uow:
            rows = uow.leads.forget_sub_ids(kept, AT_A_STEP)
            uow.commit()
        forgotten += rows
        if rows < AT_A_STEP:
            return forgotten
