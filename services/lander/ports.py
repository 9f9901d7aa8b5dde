"""What the lander needs of other services."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from lander.domain.money import RevenueDay


class RevenueSource(Protocol):
    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        """Billing's own sums of each day from `first` until before `after`. Raises Unavailable."""
        ...
