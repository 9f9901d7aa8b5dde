from collections.abc import Sequence
from uuid import UUID

from billing.domain.transfer import Transfer
from billing.ports import BillingUnitOfWork

PAGE = 25


def list_transactions(
    uow: BillingUnitOfWork, member_id: UUID, before_version: int | None
) -> tuple[Sequence[Transfer], int | None]:
    """One page of the member's own transfers, newest first, and where the next page starts."""
    with uow:
        found = uow.ledger.page(member_id, before_version, PAGE + 1)
    page = found[:PAGE]
    return page, page[-1].version if len(found) > PAGE else None
