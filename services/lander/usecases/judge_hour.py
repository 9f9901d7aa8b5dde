from uuid import UUID

from lander.domain.burst import is_burst
from lander.domain.suspect_sign_up import OF_A_GROUP
from lander.storage import LanderUnit
from lander.storage.sign_up_hours import HourKey


def judge_hour(uow: LanderUnit, member_id: UUID) -> None:
    """Judge the hour of a member's sign-up again, in the caller's transaction: an event changed its evidence."""
    key = uow.sign_up_hours.of_member(member_id)
    if key is not None:
        judge(uow, key)


def accept_evidence(uow: LanderUnit, member_id: UUID) -> None:
    """Take what a member confirmed or paid as evidence, for the sign-up and for its hour."""
    uow.suspects.clear(member_id, OF_A_GROUP)
    judge_hour(uow, member_id)


def judge(uow: LanderUnit, key: HourKey) -> bool:
    """Make the sign-ups of a burst suspect. Returns whether the hour is one.

    Suspects of an hour that is none any more are settled by `settle_bursts`, in transactions of their own.
    """
    hour = uow.sign_up_hours.count(key)
    before, expected = uow.sign_up_hours.before(key), uow.sign_up_hours.expectation(key)
    if not is_burst(hour, key.hour, before, expected, uow.now()):
        return False
    uow.sign_up_hours.suspect(key)
    return True
