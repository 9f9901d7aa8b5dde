from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

# What a difference from the provider's list is called where money that had gone back is here again.
WON_BACK = "won_back"


@dataclass(frozen=True)
class Refund:
    """Money owed back for unused credits, since the member said so at `stated_at`."""

    id: UUID
    payment_id: UUID
    member_id: UUID
    credits: int
    minor: int
    stated_at: datetime
    made_at: datetime | None = None
