"""The source of a sign-up, for the site's policy and for the lander. Identity stores none of it."""

from dataclasses import dataclass
from typing import Literal

from identity.errors import SignUpByInvitation

Policy = Literal["all", "with_trafficsource", "invite"]


@dataclass(frozen=True)
class Source:
    """The traffic source that a site with `signups: with_trafficsource` asks for; compared once."""

    network: str = ""
    ref: str = ""

    @property
    def is_given(self) -> bool:
        return bool(self.network or self.ref)


@dataclass(frozen=True)
class Arrival:
    """The landing page of a sign-up, its version and arm, and the network in its URL. No id of a visitor.

    `opened` is the lander's proof of when the page was rendered; empty without one. `device` is the class of the
    browser's device, as coarse as `shared.kit.http.device_classes` has it. `link` is the smart link in the URL.
    """

    page: str = ""
    version: int = 0
    arm: int = 0
    network: str = ""
    opened: str = ""
    device: str = ""
    link: str = ""


@dataclass(frozen=True)
class Tracking:
    """The campaign in the URL of the first page; passed on only with the consent `attribution`."""

    network: str = ""
    ref: str = ""
    sub1: str = ""
    sub2: str = ""
    sub3: str = ""
    sub4: str = ""
    sub5: str = ""


def check_policy(policy: Policy, *, has_traffic_source: bool, is_invited: bool) -> None:
    """Raise SignUpByInvitation unless the policy of the site allows the sign-up. An invite is accepted everywhere."""
    if is_invited or policy == "all" or (policy == "with_trafficsource" and has_traffic_source):
        return
    raise SignUpByInvitation()
