"""Comparison of the lander's receipts with billing's payments: the report is only as good as its copy of them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta

from shared.kit.core import Unavailable, logger

from lander.domain.money import RevenueDay
from lander.ports import RevenueSource
from lander.storage import LanderUnit

FROM_HOUR = 3  # UTC, when few pay
# A chargeback comes up to thirteen months after its payment.
LOOKS_BACK = timedelta(days=400)


@dataclass(frozen=True)
class Difference:
    """A day on which a site's payments in one currency differ; None where one side has none."""

    billing: RevenueDay | None
    lander: RevenueDay | None

    def described(self) -> dict[str, object]:
        """Site, day and currency, and each sum that differs as billing's minus ours."""
        day = self.billing or self.lander
        if day is None:
            return {}
        theirs, ours = ({} if one is None else asdict(one) for one in (self.billing, self.lander))
        names = [name for name, value in asdict(day).items() if isinstance(value, int)]
        off = {name: theirs.get(name, 0) - ours.get(name, 0) for name in names}
        return {
            "site": day.site,
            "day": day.day.isoformat(),
            "currency": day.currency,
            **{name: value for name, value in off.items() if value},
        }


def compare_revenue(
    uow: LanderUnit, billing: RevenueSource, first: date | None = None, after: date | None = None
) -> Sequence[Difference]:
    """Differences from billing by day, site and currency; none when all sums agree.

    Without `first` it begins on the day after the oldest receipt, the first one that is known in full; without
    `after` it ends before today. Raises Unavailable.
    """
    with uow.reading() as uow:
        today = uow.now().date()
        oldest = uow.money.first_day()
        if first is None and oldest is None:
            return []
        start = first or (oldest or today) + timedelta(days=1)
        end = after or today
        ours = {day.key: day for day in uow.money.days(start, end)}
    theirs = {day.key: day for day in billing.days(start, end)}
    return [
        Difference(theirs.get(key), ours.get(key))
        for key in sorted(theirs.keys() | ours.keys())
        if theirs.get(key) != ours.get(key)
    ]


def check_revenue_nightly(unit_of_work: Callable[[], LanderUnit], billing: RevenueSource) -> None:
    """Compare once a night and store the outcome; again at the next turn while sums differ or billing is down."""
    with unit_of_work() as uow:
        now, oldest = uow.now(), uow.money.first_day()
        if now.hour < FROM_HOUR or oldest is None or uow.checks.is_fine(now.date()):
            return
    first = max(oldest + timedelta(days=1), now.date() - LOOKS_BACK)
    if first >= now.date():
        # The first whole day of purchases is not over: "matches" would be said about no day at all.
        return
    try:
        differences = compare_revenue(unit_of_work(), billing, first, now.date())
    except Unavailable:
        logger().warning("revenue_check_waits_for_billing")
        return
    for difference in differences:
        logger().error("revenue_differs_from_billing", **difference.described())
    with unit_of_work() as uow:
        uow.checks.store(now.date(), first, len(differences))
        uow.commit()
