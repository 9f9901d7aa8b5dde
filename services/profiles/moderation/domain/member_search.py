"""Search of the desk: by what, and what a text of each kind has to be."""

import re
from enum import StrEnum
from uuid import UUID

from profiles.moderation.errors import invalid_field

LONGEST = 254


class SearchBy(StrEnum):
    NAME = "name"
    ID = "id"
    EMAIL = "email"
    PHONE = "phone"
    DEVICE = "device"
    NETWORK = "network"
    PAYMENT = "payment"


# Of identity and billing, which have the data.
OF_ACCOUNTS = frozenset({SearchBy.EMAIL, SearchBy.DEVICE, SearchBy.NETWORK})
OF_PAYMENTS = frozenset({SearchBy.PHONE, SearchBy.PAYMENT})
SHORTEST = {
    SearchBy.NAME: 2,
    SearchBy.ID: 4,
    SearchBy.EMAIL: 3,
    SearchBy.PHONE: 4,
    SearchBy.DEVICE: 3,
    SearchBy.NETWORK: 3,
    SearchBy.PAYMENT: 4,
}


def checked_text(by: SearchBy, text: str) -> str:
    """The text without blanks around it. Raises Invalid for one that is too short or too long to search by."""
    stripped = text.strip()
    if not SHORTEST[by] <= len(stripped) <= LONGEST:
        raise invalid_field("text")
    return stripped


def id_range(text: str) -> tuple[UUID, UUID]:
    """The first and the last id that begins with these characters. Raises Invalid for others than those of an id."""
    digits = text.lower().replace("-", "")
    if not re.fullmatch(r"[0-9a-f]{4,32}", digits):
        raise invalid_field("text")
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))
