"""A network a site works with, what it is paid for, and what it cost."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from lander.domain.report import Payout

# A name stands in addresses (`?network=`) and in reports.
NAME_PATTERN = r"^[A-Za-z0-9._-]{1,32}$"


@dataclass(frozen=True)
class Network:
    site: str
    name: str
    added_at: datetime
    payout: Payout | None = None


@dataclass(frozen=True)
class Cost:
    """Money a site paid a network for one day, in hundredths."""

    network: str
    day: date
    minor: int
    currency: str


def described_payout(payout: Payout | None) -> dict[str, Any]:
    """A payout as the audit log shows it."""
    if payout is None:
        return {"goal": ""}
    return {"goal": payout.goal, "minor": payout.minor, "currency": payout.currency, "share": payout.share}
