"""What a member agreed to. Each word is kept with its date and version; the newest of a kind counts."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    TERMS = "terms"
    PRIVACY = "privacy"
    SEXUALITY = "sexuality"
    MARKETING = "marketing"

    @property
    def is_needed(self) -> bool:
        """Without it there is no account: it is not withdrawn, the account is deleted."""
        return self in (Kind.TERMS, Kind.PRIVACY)


# Of the words a member reads beside the switch. New words are a new version, and a new question.
WORDING = {Kind.SEXUALITY: "1", Kind.MARKETING: "1"}


@dataclass(frozen=True)
class Consent:
    kind: Kind
    version: str
    is_given: bool
    at: datetime


def version_of(kind: Kind, terms_at: datetime) -> str:
    """The version in force; of the terms and the privacy notice it is when they began to hold."""
    return WORDING.get(kind) or terms_at.strftime("%Y-%m-%dT%H:%M:%SZ")
