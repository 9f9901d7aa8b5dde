from datetime import datetime
from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from servicekit.errors import Invalid
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Input, Output
from servicekit.web.rate_limit import limiter, visitor

from billing.domain.discount import FIRST_PURCHASE, Discount
from billing.usecases.guess_discount import guess_discount
from billing.usecases.try_code import try_code, welcome
from billing.web.context import current_site, site_key, wiring

discounts = Blueprint("discounts", __name__, url_prefix="/api")


class DiscountQuery(Input):
    welcome: bool = False
    code: str | None = Field(None, min_length=1, max_length=40)


class DiscountOut(Output):
    code: str
    country: str | None
    user_id: UUID | None
    expires: datetime | None
    seconds_left: int | None = Field(description="Until it expires, by the clock that decides")
    value_percentage: int
    currency: str | None
    minimum_order_value: str | None
    status: Literal["active"]
    validity: Literal["once-per-user", "once"]
    expired: bool
    paymentmethods: list[str] | None
    reason: Literal["new_member", "personal", "code"] = Field(description="Why this member has it")

    @staticmethod
    def of(discount: Discount, at: datetime) -> "DiscountOut":
        left = (discount.expires_at - at).total_seconds() if discount.expires_at else None
        return DiscountOut(
            code=discount.code,
            country=discount.country,
            user_id=discount.member_id,
            expires=discount.expires_at,
            seconds_left=None if left is None else max(0, int(left)),
            value_percentage=discount.percentage,
            currency=discount.currency,
            minimum_order_value=None if discount.minimum is None else f"{discount.minimum:.2f}",
            status="active",
            validity=discount.validity.value,
            expired=left is not None and left <= 0,
            paymentmethods=None if discount.methods is None else list(discount.methods),
            reason=_reason(discount),
        )


class DiscountAnswer(Output):
    discount: DiscountOut


@discounts.get("/discountcode.php")
@endpoint()
def get_discount(query: DiscountQuery) -> DiscountAnswer:
    """The discount behind a code, or the welcome offer, if it is the caller's to use."""
    held, site, member_id = wiring(), current_site(), caller().member_id
    if query.welcome:
        discount = welcome(held.unit_of_work(), member_id, site_key(), site)
    elif query.code is not None:
        with guess_discount(limiter(), query.code, visitor()):
            discount = try_code(held.unit_of_work(), member_id, site_key(), site, query.code)
    else:
        raise Invalid(field="code")
    with held.unit_of_work() as uow:
        return DiscountAnswer(discount=DiscountOut.of(discount, uow.now()))


def _reason(discount: Discount) -> Literal["new_member", "personal", "code"]:
    if discount.claimed_as == FIRST_PURCHASE:
        return "new_member"
    return "personal" if discount.member_id else "code"
