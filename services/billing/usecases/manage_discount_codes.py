"""Discount codes from the operator's side: making, listing and ending them."""

import re
from collections.abc import Sequence

from shared.kit.core import logger
from shared.sites import PAYMENT_METHODS
from shared.sites.money import CURRENCIES

from billing.domain.discount import TIME_BONUS, WELCOME, Discount
from billing.storage import BillingUnit


class CodeTaken(Exception):
    """A code exists once, so that old ones keep their meaning."""


MOST_USES = 1_000_000
LONGEST_CAMPAIGN = 60
CODE = re.compile(r"^[A-Z0-9][A-Z0-9_-]{2,39}$")


def create_code(uow: BillingUnit, discount: Discount, by: str) -> None:
    """Create a code. Raises ValueError for one that no member could use, CodeTaken for one that existed before."""
    check_code(discount)
    with uow:
        if discount.expires_at is not None and discount.expires_at <= uow.now():
            raise ValueError("it would have expired already")
        if discount.member_id is not None and uow.wallets.find(discount.member_id) is None:
            raise ValueError("there is no such member")
        if not uow.discounts.add_once(discount, by):
            raise CodeTaken()
        uow.commit()
    logger().info("discount_code_made", code=discount.code, percentage=discount.percentage, by=by)


def list_codes(uow: BillingUnit) -> Sequence[tuple[Discount, int]]:
    """Each with the number of payments it reduced, the newest first."""
    with uow:
        return uow.discounts.all()


def end_code(uow: BillingUnit, code: str, by: str) -> bool:
    """From now on nobody can take it; orders that have it keep it. False when this code does not exist or has ended."""
    with uow:
        was_active = uow.discounts.end(code, by)
        uow.commit()
    if was_active:
        logger().info("discount_code_ended", code=code, by=by)
    return was_active


def check_code(discount: Discount) -> None:
    """Raises ValueError for a code that no member could use."""
    if not CODE.match(discount.code) or discount.code in (WELCOME, TIME_BONUS):
        raise ValueError("a code has 3 to 40 letters, digits, - or _, and is none of the two offers to new members")
    if not 1 <= discount.percentage <= 90:
        raise ValueError("a discount is from 1 to 90 percent")
    if discount.minimum is not None and discount.minimum.currency != discount.currency:
        raise ValueError("a minimum order is in the currency of the discount")
    if discount.budget is not None and (discount.budget.currency != discount.currency or discount.budget.minor <= 0):
        raise ValueError("a budget is above zero, in the currency of the discount")
    if discount.most_uses is not None and not 1 <= discount.most_uses <= MOST_USES:
        raise ValueError(f"a code has from 1 to {MOST_USES} uses")
    if discount.starts_at is not None and discount.expires_at is not None and discount.starts_at >= discount.expires_at:
        raise ValueError("it would expire before it starts")
    if len(discount.campaign) > LONGEST_CAMPAIGN:
        raise ValueError(f"the name of a campaign has up to {LONGEST_CAMPAIGN} characters")
    if discount.currency is not None and discount.currency not in CURRENCIES:
        raise ValueError(f"nobody pays in {discount.currency}")
    gone = [name for name in discount.methods or () if name not in PAYMENT_METHODS or PAYMENT_METHODS[name].retired]
    if gone:
        raise ValueError(f"nobody can pay with {', '.join(gone)}")
