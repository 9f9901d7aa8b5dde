"""A payment method that the provider stores for a member. Only four digits of card or account are known here."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class SavedMethod:
    """`kind` is a payment method's name; `brand` selects its picture (visa, mastercard, ...)."""

    id: UUID
    member_id: UUID
    kind: str
    brand: str | None
    last4: str | None
    provider: str
    # The provider's ids of customer and mandate; stored sealed.
    customer_id: str
    mandate_id: str
    mandate_reference: str | None = None
    saved_at: datetime | None = None
