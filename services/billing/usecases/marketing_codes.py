"""Discount codes at the marketing desk: those that can be used at the caller's brand.

The desk makes and ends codes of its brand, each change announced for its trail; those of all brands are the operator's
(`scripts/pairwise money discount`).
"""

from collections.abc import Sequence
from uuid import UUID

from shared.kit.core import NotFound, logger

from billing.domain.discount import Discount, SiteCode
from billing.errors import DiscountCodeTaken, DiscountCodeWrong
from billing.events.published import discount_code_ended, discount_code_made
from billing.storage import BillingUnit
from billing.usecases.manage_discount_codes import check_code

CODES_SHOWN = 200


def make_site_code(uow: BillingUnit, marketer_id: UUID, discount: Discount) -> None:
    """Make a code of one brand. Raises DiscountCodeWrong, or DiscountCodeTaken for one that any brand had before."""
    with uow:
        now = uow.now()
        try:
            check_code(discount)
        except ValueError:
            raise DiscountCodeWrong(field="code") from None
        if discount.expires_at is not None and discount.expires_at <= now:
            raise DiscountCodeWrong(field="expires_at")
        if not uow.discounts.add_once(discount, str(marketer_id)):
            raise DiscountCodeTaken(field="code")
        uow.announce(discount_code_made(discount, marketer_id, now))
        uow.commit()
    logger().info("discount_code_made", code=discount.code, percentage=discount.percentage, by=str(marketer_id))


def list_site_codes(uow: BillingUnit, site: str) -> Sequence[SiteCode]:
    """Each with its usage, the newest first."""
    return uow.discounts.of_site(site, CODES_SHOWN)


def find_site_code(uow: BillingUnit, site: str, code: str) -> SiteCode:
    """Raises NotFound for a code that is not in the list of this brand, however old."""
    found = uow.discounts.of_site(site, 1, code)
    if not found:
        raise NotFound()
    return found[0]


def end_site_code(uow: BillingUnit, marketer_id: UUID, site: str, code: str) -> None:
    """From now on nobody can take it; orders that have it keep it. Raises NotFound when no such code is active."""
    with uow:
        if not uow.discounts.end(code, str(marketer_id), site):
            raise NotFound()
        uow.announce(discount_code_ended(code, site, marketer_id, uow.now()))
        uow.commit()
    logger().info("discount_code_ended", code=code, by=str(marketer_id))
