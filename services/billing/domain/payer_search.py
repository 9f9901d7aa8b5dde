"""Search for the members behind a telephone number or a payment, by the moderation desk."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

# The shortest beginning of a payment's id, and of a number or account its last characters that are stored apart.
ID_DIGITS, LAST = 8, 4


class PayerSearchBy(StrEnum):
    PHONE = "phone"
    PAYMENT = "payment"


@dataclass(frozen=True, slots=True)
class PayerMethod:
    """A saved method as the desk sees it: without the provider's ids."""

    kind: str
    brand: str | None
    last4: str | None
    saved_at: datetime
    is_removed: bool


def digits_of(text: str) -> str:
    """The digits of a telephone number as people write it, without the zeros it begins with."""
    return re.sub(r"\D", "", text).lstrip("0")


def id_range(text: str) -> tuple[UUID, UUID] | None:
    """The first and the last id that begins with these characters; None for fewer than eight, or other ones."""
    digits = text.strip().lower().replace("-", "")
    if not re.fullmatch(rf"[0-9a-f]{{{ID_DIGITS},32}}", digits):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))
