from uuid import UUID

from shared.kit.core import Invalid

from billing.domain.payer_search import LAST, PayerSearchBy, digits_of
from billing.storage import BillingUnit

LONGEST, MOST = 64, 100


def find_payers(uow: BillingUnit, by: PayerSearchBy, text: str, limit: int) -> list[UUID]:
    """Members by a telephone number or a payment, the newest first.

    Raises Invalid for a text with fewer than four characters, or a number with fewer than four digits.
    """
    asked = text.strip()
    written = digits_of(asked) if by is PayerSearchBy.PHONE else asked
    if len(written) < LAST or len(asked) > LONGEST:
        raise Invalid(field="text")
    with uow.reading() as reads:
        if by is PayerSearchBy.PHONE:
            return reads.payer_search.by_phone(asked)[: min(limit, MOST)]
        return reads.payer_search.by_payment(asked, min(limit, MOST))
