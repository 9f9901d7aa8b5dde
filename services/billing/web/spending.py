from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from flask import Blueprint
from pydantic import BeforeValidator, Field
from shared.kit.core import Invalid
from shared.kit.http import Input, Output, caller, endpoint, integer
from shared.sites import Money

from billing.domain.spending import SpendingGuard, SpendingLimit, SpentTotals
from billing.usecases.change_spending import SpendingChange, change_spending, currency_of, get_spending_limits
from billing.web.context import current_site, wiring
from billing.web.models import MoneyOut

spending = Blueprint("spending", __name__, url_prefix="/api")

Sum = Annotated[str, Field(pattern=r"^[0-9]{1,9}(\.[0-9]{1,2})?$")]


class ChangeSpending(Input):
    """A field that is left out stays; a limit of null is none."""

    daily: Sum | None = None
    monthly: Sum | None = None
    pause_days: Annotated[Literal[1, 7, 30], BeforeValidator(integer)] | None = None


class LimitOut(Output):
    value: MoneyOut | None
    next: MoneyOut | None = Field(description="What takes its place at `next_from`; null there means no limit")
    next_from: datetime | None

    @staticmethod
    def of(limit: SpendingLimit) -> "LimitOut":
        return LimitOut(
            value=None if limit.value is None else MoneyOut.of(limit.value),
            next=None if limit.next is None else MoneyOut.of(limit.next),
            next_from=limit.next_from,
        )


class SpendingOut(Output):
    daily: LimitOut
    monthly: LimitOut
    paused_until: datetime | None
    spent_today: MoneyOut
    spent_this_month: MoneyOut


class SpendingAnswer(Output):
    spending: SpendingOut

    @staticmethod
    def of(guard: SpendingGuard, spent: SpentTotals) -> "SpendingAnswer":
        return SpendingAnswer(
            spending=SpendingOut(
                daily=LimitOut.of(guard.daily),
                monthly=LimitOut.of(guard.monthly),
                paused_until=guard.paused_until,
                spent_today=MoneyOut.of(spent.today),
                spent_this_month=MoneyOut.of(spent.this_month),
            )
        )


class SpentQuery(Input):
    profile_id: UUID


class SpentAnswer(Output):
    credits: int
    messages: int


@spending.get("/spent.php")
@endpoint()
def get_spent(query: SpentQuery) -> SpentAnswer:
    """The cost of the caller's messages to one member."""
    with wiring().unit_of_work() as uow:
        credits, messages = uow.ledger.spent_on(caller().member_id, query.profile_id)
    return SpentAnswer(credits=credits, messages=messages)


@spending.get("/spending.php")
@endpoint()
def get_spending() -> SpendingAnswer:
    """The caller's own limits, and the sums spent today and this month."""
    return SpendingAnswer.of(*get_spending_limits(wiring().unit_of_work(), caller().member_id, current_site()))


@spending.put("/spending.php")
@endpoint()
def put_spending(body: ChangeSpending) -> SpendingAnswer:
    """Lower a limit at once, raise it from tomorrow, or pause."""
    uow, member_id = wiring().unit_of_work(), caller().member_id
    currency = currency_of(uow, member_id, current_site())
    change = SpendingChange(
        daily=(_limit("daily", body.daily, currency),) if "daily" in body.model_fields_set else None,
        monthly=(_limit("monthly", body.monthly, currency),) if "monthly" in body.model_fields_set else None,
        pause_days=body.pause_days,
    )
    return SpendingAnswer.of(*change_spending(uow, member_id, currency, change))


def _limit(field: str, value: str | None, currency: str) -> Money | None:
    try:
        return None if value is None else Money.of(Decimal(value), currency)
    except ValueError:
        raise Invalid(field=field) from None
