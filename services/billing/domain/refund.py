from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.sites import Money

# The kind of a reconciliation finding for returned money that is here again: a chargeback was won.
WON_BACK = "won_back"


@dataclass(frozen=True)
class Refund:
    """Money owed back for unused credits, since the member said so at `stated_at`."""

    id: UUID
    payment_id: UUID
    member_id: UUID
    credits: int
    amount: Money
    stated_at: datetime
    made_at: datetime | None = None
