"""A lead: a member, and the page and campaign that brought them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from lander.domain.view import OTHER


@dataclass(frozen=True)
class Arrival:
    """The page of a sign-up. `network` is one of the site's, `other` or empty; after a yes, any name.

    `country` is the one that the member named, `device` the class of the device that signed up.
    """

    site: str
    page: str = ""
    version: int = 0
    arm: int = 0
    network: str = ""
    locale: str = ""
    country: str = ""
    device: str = ""
    # The smart link that led to the page: one of the site's, or empty.
    link: str = ""


@dataclass(frozen=True)
class Campaign:
    """Parameters of the address of the first page, and when it was rendered.

    Kept only after the member's yes (consent `attribution`).
    """

    ref: str = ""
    sub1: str = ""
    sub2: str = ""
    sub3: str = ""
    sub4: str = ""
    sub5: str = ""
    clicked_at: datetime | None = None


def counted_network(named: str, networks: Collection[str]) -> str:
    """The name under which a network is counted: its own if it is one of the site's, as anything else may be an id."""
    if not named:
        return ""
    return named if named in networks else OTHER
