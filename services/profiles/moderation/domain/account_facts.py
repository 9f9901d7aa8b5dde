"""Facts about an account that the desk sees and identity has."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """A browser with a living session, as coarse as its member sees it."""

    browser: str | None
    system: str | None
    since: datetime
    used_on: date


@dataclass(frozen=True, slots=True)
class AccountFacts:
    site: str
    signed_up_at: datetime
    is_confirmed: bool
    devices: tuple[DeviceFacts, ...]
