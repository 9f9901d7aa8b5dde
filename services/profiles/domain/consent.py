"""Consents that special data of a member require: to store it, and to show it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ConsentKind(StrEnum):
    MATCHING = "matching"  # store the gender a member looks for and the sexuality that follows, to match members
    SEXUALITY = "sexuality"  # show that sexuality on the profile, and let search find members by it
    RELIGION = "religion"  # store the member's religion or belief, show it and let search find members by it


@dataclass(frozen=True, slots=True)
class Consent:
    """An answer of a member. `at` orders the answers of one kind: identity makes each later than the one before."""

    kind: ConsentKind
    is_given: bool
    at: datetime
