"""What a member lets themselves spend. Less holds at once; more only after a night's sleep."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

RAISED_AFTER = timedelta(hours=24)


@dataclass(frozen=True)
class Limit:
    """A sum nobody spends more than; None means no limit. `next` takes its place at `next_from`."""

    value: Decimal | None = None
    next: Decimal | None = None
    next_from: datetime | None = None

    def at(self, now: datetime) -> "Limit":
        """With what was to come by now in its place."""
        if self.next_from is not None and self.next_from <= now:
            return Limit(self.next)
        return self

    def changed(self, to: Decimal | None, now: datetime) -> "Limit":
        current = self.at(now)
        if to == current.value or _is_less(to, current.value):
            return Limit(to)
        if current.next_from is not None and to == current.next:
            return current
        return Limit(current.value, to, now + RAISED_AFTER)


def _is_less(one: Decimal | None, other: Decimal | None) -> bool:
    return one is not None and (other is None or one < other)


@dataclass(frozen=True)
class Guard:
    """A member's own limits by day and by month, and the pause they gave themselves."""

    member_id: UUID
    daily: Limit = Limit()
    monthly: Limit = Limit()
    paused_until: datetime | None = None

    def at(self, now: datetime) -> "Guard":
        paused = self.paused_until if self.paused_until is not None and self.paused_until > now else None
        return replace(self, daily=self.daily.at(now), monthly=self.monthly.at(now), paused_until=paused)

    def paused(self, until: datetime) -> "Guard":
        """A pause only ever grows: whoever wants out of it has to wait for its end."""
        return replace(self, paused_until=max(until, self.paused_until or until))


@dataclass(frozen=True)
class Spent:
    """What a member's orders of this day and this month come to, those under way included."""

    today: Decimal
    this_month: Decimal
    currency: str
