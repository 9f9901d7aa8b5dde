"""A way to pay that the provider keeps for a member. Of cards and accounts we know four digits."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class SavedMethod:
    """`kind` is a payment method's name; `brand` what its picture shows (visa, mastercard, ...)."""

    id: UUID
    member_id: UUID
    kind: str
    brand: str | None
    last4: str | None
    # The provider's names of payer and permission; sealed wherever they are kept.
    customer_id: str
    mandate_id: str
    mandate_reference: str | None = None
    saved_at: datetime | None = None
