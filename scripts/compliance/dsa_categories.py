"""Categories of the EU's transparency forms: those of Implementing Regulation (EU) 2024/2835 and of the Transparency
Database are the same. Names are codes of the forms; `CATEGORY_OF` says which of them a reason of moderation is."""

from pathlib import Path
from typing import Any

import yaml
from profiles.domain.photo import RejectReason
from profiles.moderation.domain.moderation import Reason

OTHER = "OTHER"
_FORM: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
# The keywords of each category, without "Other".
CATEGORIES: dict[str, list[str]] = {category: [*entry["keywords"]] for category, entry in _FORM.items()}
DESCRIPTIONS: dict[str, str] = {
    code: text
    for category, entry in _FORM.items()
    for code, text in ((category, entry["description"]), *entry["keywords"].items())
}
DESCRIPTIONS[OTHER] = "Not captured by any other sub-category"
# Without keywords: of orders and of notices that name no category.
UNSPECIFIED_ORDER, UNSPECIFIED_NOTICE = "NOT_SPECIFIED_ORDER", "NOT_SPECIFIED_NOTICE"
DESCRIPTIONS[UNSPECIFIED_ORDER] = "Type of illegal content not specified by the public authority"
DESCRIPTIONS[UNSPECIFIED_NOTICE] = "Type of alleged illegal content not specified by the notifier"

# The category and its keyword.
CATEGORY_OF: dict[str, tuple[str, str]] = {
    Reason.FAKE: ("SCAMS_AND_FRAUD", "INAUTHENTIC_ACCOUNTS"),
    Reason.HARASSMENT: ("CYBER_VIOLENCE", "CYBER_HARASSMENT"),
    Reason.HATE: ("ILLEGAL_OR_HARMFUL_SPEECH", "HATE_SPEECH"),
    Reason.NUDITY: ("OTHER_VIOLATION_TC", "NUDITY"),
    Reason.FRAUD: ("SCAMS_AND_FRAUD", OTHER),
    Reason.MINOR: ("PROTECTION_OF_MINORS", "AGE_SPECIFIC_RESTRICTIONS_MINORS"),
    Reason.ADVERTISING: ("OTHER_VIOLATION_TC", OTHER),
    Reason.VIOLENCE: ("VIOLENCE", OTHER),
    Reason.OTHER: ("OTHER_VIOLATION_TC", OTHER),
    # The desk rejects so what nobody may possess: it goes to quarantine and takes two people.
    RejectReason.ILLEGAL: ("PROTECTION_OF_MINORS", "CHILD_SEXUAL_ABUSE_MATERIAL"),
    RejectReason.NOT_A_PERSON: ("SCAMS_AND_FRAUD", "INAUTHENTIC_ACCOUNTS"),
    RejectReason.SOMEONE_ELSE: ("SCAMS_AND_FRAUD", "IMPERSONATION_ACCOUNT_HIJACKING"),
}
# What the rule of a reason forbids, for sentences about a breach of it.
FORBIDDEN: dict[str, str] = {
    Reason.FAKE: "profiles that pretend to be another person",
    Reason.HARASSMENT: "harassment and threats",
    Reason.HATE: "hate speech",
    Reason.NUDITY: "nudity and sexual content without consent",
    Reason.FRAUD: "fraud and requests for money",
    Reason.MINOR: "members under the minimum age",
    Reason.ADVERTISING: "advertising and contact details in profiles",
    Reason.VIOLENCE: "threats and glorification of violence",
    RejectReason.NOT_A_PERSON: "photos that do not show the member",
    RejectReason.SOMEONE_ELSE: "photos of somebody else",
    RejectReason.CONTACT_DETAILS: "contact details in photos",
    RejectReason.UNCLEAR: "photos on which nobody can be recognised",
    RejectReason.ILLEGAL: "pictures that nobody may possess",
}


def category_of(reason: str | None) -> tuple[str, str]:
    return CATEGORY_OF.get(reason or "", ("OTHER_VIOLATION_TC", OTHER))


def category_of_notice(reason: str) -> tuple[str, str]:
    return (UNSPECIFIED_NOTICE, "") if reason == Reason.OTHER else category_of(reason)


def forbidden_by(reason: str | None) -> str:
    """What the rule of a reason forbids, in words that follow "do not allow"."""
    return FORBIDDEN.get(reason or "", "conduct that disturbs other members")
