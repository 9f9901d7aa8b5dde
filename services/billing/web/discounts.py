from datetime import datetime
from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import ConfigDict, Field
from shared.kit.core import Invalid
from shared.kit.http import Input, Output, caller, endpoint, limiter, visitor

from billing.domain.discount import FIRST_PURCHASE, Discount
from billing.usecases.check_discount_code import check_discount_code, welcome
from billing.usecases.limit_discount_guesses import limit_discount_guesses
from billing.usecases.offer_to_stay import offer_to_stay
from billing.web.context import current_site, wiring

discounts = Blueprint("discounts", __name__, url_prefix="/api")


class DiscountQuery(Input):
    """Pages pass their own query on, so unknown names are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    welcome: bool = False
    code: str | None = Field(None, min_length=1, max_length=40)


class AskDiscount(Input):
    """`retention`: the caller is about to delete their account."""

    purpose: Literal["retention"]


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
            minimum_order_value=None if discount.minimum is None else discount.minimum.text,
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
    dependencies, site, member_id = wiring(), current_site(), caller().member_id
    if query.welcome:
        discount = welcome(dependencies.unit_of_work(), member_id, site)
    elif query.code is not None:
        with limit_discount_guesses(limiter(), query.code, visitor()):
            discount = check_discount_code(dependencies.unit_of_work(), member_id, site, query.code)
    else:
        raise Invalid(field="code")
    with dependencies.unit_of_work() as uow:
        return DiscountAnswer(discount=DiscountOut.of(discount, uow.now()))


@discounts.post("/discountcode.php")
@endpoint()
def post_discount(body: AskDiscount) -> DiscountAnswer:
    """The caller's own discount, made the first time it is asked for."""
    dependencies = wiring()
    discount = offer_to_stay(dependencies.unit_of_work(), caller().member_id, current_site())
    with dependencies.unit_of_work() as uow:
        return DiscountAnswer(discount=DiscountOut.of(discount, uow.now()))


def _reason(discount: Discount) -> Literal["new_member", "personal", "code"]:
    if discount.claimed_as == FIRST_PURCHASE:
        return "new_member"
    return "personal" if discount.member_id else "code"
