"""Spending limits that members set themselves. A lower limit applies at once, a higher one after 24 hours."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from shared.sites import Money

RAISED_AFTER = timedelta(hours=24)


@dataclass(frozen=True)
class SpendingLimit:
    """A sum that orders may not exceed; None means no limit. `next` replaces it at `next_from`."""

    value: Money | None = None
    next: Money | None = None
    next_from: datetime | None = None

    def at(self, now: datetime) -> "SpendingLimit":
        """The limit with a change that is due by now applied."""
        if self.next_from is not None and self.next_from <= now:
            return SpendingLimit(self.next)
        return self

    def changed(self, to: Money | None, now: datetime) -> "SpendingLimit":
        current = self.at(now)
        if to == current.value or _is_less(to, current.value):
            return SpendingLimit(to)
        if current.next_from is not None and to == current.next:
            return current
        return SpendingLimit(current.value, to, now + RAISED_AFTER)


def _is_less(one: Money | None, other: Money | None) -> bool:
    return one is not None and (other is None or one < other)


@dataclass(frozen=True)
class SpendingGuard:
    """A member's own limits by day and by month, and the pause they gave themselves."""

    member_id: UUID
    daily: SpendingLimit = SpendingLimit()
    monthly: SpendingLimit = SpendingLimit()
    paused_until: datetime | None = None

    def at(self, now: datetime) -> "SpendingGuard":
        paused = self.paused_until if self.paused_until is not None and self.paused_until > now else None
        return replace(self, daily=self.daily.at(now), monthly=self.monthly.at(now), paused_until=paused)

    def paused(self, until: datetime) -> "SpendingGuard":
        """Extend the pause; it cannot be shortened."""
        return replace(self, paused_until=max(until, self.paused_until or until))


@dataclass(frozen=True)
class SpentTotals:
    """Sums of a member's orders of today and this month (UTC)."""

    today: Money
    this_month: Money
