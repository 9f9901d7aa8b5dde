"""The end of one try to send an email or a push."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True)
class Finished:
    """It is sent, or never will be: `reason` says why not. `address_hash` is of the address an email was sent to.

    `seen_on` is the day on which the member of a campaign mail was last seen before.
    """

    state: str
    reason: str | None = None
    address_hash: bytes | None = None
    seen_on: date | None = None


@dataclass(frozen=True)
class PutBack:
    """It is tried again after `delay`; `counts` says whether this was one of its tries."""

    delay: timedelta
    counts: bool


@dataclass(frozen=True)
class Unreachable:
    """The address or the device takes nothing any more."""

    address_hash: bytes | None = None


Outcome = Finished | PutBack | Unreachable
