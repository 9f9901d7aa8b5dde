"""A network a site works with, what it is paid for, and what it cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from lander.domain.report import Payout
from lander.errors import CurrencyUnknown

# A name stands in addresses (`?network=`) and in reports.
NAME_PATTERN = r"^[A-Za-z0-9._-]{1,32}$"

# Those that networks bill in. Each has hundredths, as all sums here; a slip of a letter would have a line of its own in
# every report.
# fmt: off
CURRENCIES = frozenset(
    {
        "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CNY", "COP", "CZK", "DKK", "EUR",
        "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "MXN", "MYR", "NOK", "NZD", "PEN", "PHP",
        "PLN", "RON", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "ZAR",
    }
)
# fmt: on


def checked_currency(currency: str) -> str:
    """Return the currency. Raises CurrencyUnknown."""
    if currency not in CURRENCIES:
        raise CurrencyUnknown(field="currency")
    return currency


@dataclass(frozen=True)
class Network:
    site: str
    name: str
    added_at: datetime
    payout: Payout | None = None
    # The sign-ups a day it declared; 0 for none.
    expected_daily: int = 0
    # Since when a link shows the network its own figures; None without one.
    shared_at: datetime | None = None


# A name with fewer sign-ups may be somebody's id, and is not shown.
LEAST_SIGN_UPS = 3


@dataclass(frozen=True)
class UnknownNetwork:
    """A name in links that the site has not added, and the sign-ups it brought with a yes."""

    name: str
    sign_ups: int
    first_at: datetime


@dataclass(frozen=True)
class Cost:
    """Money a site paid a network for one day, in hundredths."""

    network: str
    day: date
    minor: int
    currency: str


@dataclass(frozen=True)
class Posting:
    """The postbacks of a network: a template for each goal, sent to its own hosts, payments after so many days."""

    hosts: Sequence[str] = ()
    templates: Mapping[str, str] = field(default_factory=dict)
    hold_days: int = 0
    is_paused: bool = False
    method: str = "GET"

    def described(self) -> dict[str, Any]:
        """As the audit log shows it."""
        return {
            "hosts": list(self.hosts),
            "templates": dict(self.templates),
            "hold_days": self.hold_days,
            "is_paused": self.is_paused,
            "method": self.method,
        }


def described_payout(payout: Payout | None) -> dict[str, Any]:
    """A payout as the audit log shows it."""
    if payout is None:
        return {"goal": ""}
    return {"goal": payout.goal, "minor": payout.minor, "currency": payout.currency, "share": payout.share}
