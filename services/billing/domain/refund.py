from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


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
