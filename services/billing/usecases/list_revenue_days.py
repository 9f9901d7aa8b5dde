from collections.abc import Sequence
from datetime import date

from billing.domain.revenue import RevenueDay
from billing.storage import BillingUnit


def list_revenue_days(uow: BillingUnit, first: date, after: date) -> Sequence[RevenueDay]:
    """Sums of the payments completed on each day from `first` until before `after`."""
    with uow.reading() as uow:
        return uow.revenue.days(first, after)
