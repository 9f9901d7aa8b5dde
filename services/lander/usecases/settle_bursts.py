from collections.abc import Callable

from lander.storage import LanderUnit
from lander.storage.sign_up_hours import HourKey
from lander.usecases.judge_hour import judge
from lander.usecases.queue_postbacks import queue_postbacks

# Settled in one transaction each, so that row locks are held briefly.
AT_A_STEP = 100


def settle_bursts(unit_of_work: Callable[[], LanderUnit]) -> int:
    """Judge hours again that wait for evidence, or whose time to bring it has ended.

    Suspects of an hour that proved itself become ordinary sign-ups with their postbacks. Returns how many.
    """
    with unit_of_work().reading() as reads:
        hours = sorted(reads.sign_up_hours.unsettled())
    return sum(_settle(unit_of_work, key) for key in hours)


def _settle(unit_of_work: Callable[[], LanderUnit], key: HourKey) -> int:
    settled = 0
    while True:
        with unit_of_work() as uow:
            members = [] if judge(uow, key) else uow.sign_up_hours.settle(key, AT_A_STEP)
            for member_id in members:
                queue_postbacks(uow, member_id=member_id)
            uow.commit()
        settled += len(members)
        if len(members) < AT_A_STEP:
            return settled
