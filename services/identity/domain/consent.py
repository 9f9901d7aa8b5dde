"""Consents of a member. Every answer is stored with its time and version; the newest of a kind is in force."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ConsentKind(StrEnum):
    TERMS = "terms"
    PRIVACY = "privacy"
    MATCHING = "matching"  # use the gender a member looks for, and the sexuality that follows, to find members for them
    SEXUALITY = "sexuality"  # show that sexuality on the profile
    RELIGION = "religion"  # store a religion or belief, show it on the profile and find members by it
    MARKETING = "marketing"
    ATTRIBUTION = "attribution"  # store the campaign of the member's sign-up, and report the sign-up to it

    @property
    def is_needed(self) -> bool:
        """Whether the account needs it. Such a consent cannot be withdrawn; the member deletes the account instead."""
        return self in (ConsentKind.TERMS, ConsentKind.PRIVACY)


# Versions of what the texts of the switches ask for. Another purpose or other data is a new version, and members are
# asked again; the same in other words is none. A new version of `matching` needs a migration that sets
# `accounts.matching_due` for members who agreed to the old one.
WORDING = {
    ConsentKind.MATCHING: "1",
    ConsentKind.SEXUALITY: "1",
    ConsentKind.RELIGION: "1",
    ConsentKind.MARKETING: "1",
    ConsentKind.ATTRIBUTION: "1",
}

# A consent that depends on another one is given only with it, and ends with it.
RESTS_ON = {ConsentKind.SEXUALITY: ConsentKind.MATCHING}


@dataclass(frozen=True)
class Consent:
    kind: ConsentKind
    version: str
    is_given: bool
    at: datetime


def version_of(kind: ConsentKind, terms_at: datetime) -> str:
    """The version in force. For the terms and the privacy notice it is the time at which they took effect."""
    return WORDING.get(kind) or terms_at.strftime("%Y-%m-%dT%H:%M:%SZ")


def answers_at_sign_up(given: Collection[ConsentKind]) -> dict[ConsentKind, bool]:
    """Return every answer that a sign-up gives. Consents the account needs are given by it; `matching` is always
    answered, so that a member who said no is not asked again.
    """
    granted = {kind for kind in given if RESTS_ON.get(kind, kind) in given}
    return {
        ConsentKind.TERMS: True,
        ConsentKind.PRIVACY: True,
        ConsentKind.MATCHING: ConsentKind.MATCHING in granted,
    } | dict.fromkeys(sorted(granted), True)
