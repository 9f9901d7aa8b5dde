from collections.abc import Sequence
from uuid import UUID

from billing.domain.payer_search import PayerMethod
from billing.domain.payment import Payment
from billing.storage import BillingUnit

MOST = 50


def list_member_payments(uow: BillingUnit, member_id: UUID) -> tuple[Sequence[Payment], Sequence[PayerMethod]]:
    """The newest payments and saved methods of a member, for the moderation desk."""
    with uow.reading() as reads:
        return reads.payer_search.payments_of(member_id, MOST), reads.payer_search.methods_of(member_id, MOST)
