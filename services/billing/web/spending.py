from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from flask import Blueprint
from pydantic import BeforeValidator, Field
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Input, Output, integer

from billing.domain.spending import Guard, Limit, Spent
from billing.usecases.change_spending import Change, change_spending, see_spending
from billing.web.context import current_site, wiring
from billing.web.models import Money

spending = Blueprint("spending", __name__, url_prefix="/api")

Sum = Annotated[str, Field(pattern=r"^[0-9]{1,6}(\.[0-9]{1,2})?$")]


class ChangeSpending(Input):
    """What is not named stays; a limit of null is none."""

    daily: Sum | None = None
    monthly: Sum | None = None
    pause_days: Annotated[Literal[1, 7, 30], BeforeValidator(integer)] | None = None


class LimitOut(Output):
    value: Money | None
    next: Money | None = Field(description="What takes its place at `next_from`; null there means no limit")
    next_from: datetime | None

    @staticmethod
    def of(limit: Limit, currency: str) -> "LimitOut":
        return LimitOut(
            value=_money(limit.value, currency), next=_money(limit.next, currency), next_from=limit.next_from
        )


class SpendingOut(Output):
    daily: LimitOut
    monthly: LimitOut
    paused_until: datetime | None
    spent_today: Money
    spent_this_month: Money


class SpendingAnswer(Output):
    spending: SpendingOut

    @staticmethod
    def of(guard: Guard, spent: Spent) -> "SpendingAnswer":
        return SpendingAnswer(
            spending=SpendingOut(
                daily=LimitOut.of(guard.daily, spent.currency),
                monthly=LimitOut.of(guard.monthly, spent.currency),
                paused_until=guard.paused_until,
                spent_today=Money.of(spent.today, spent.currency),
                spent_this_month=Money.of(spent.this_month, spent.currency),
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
    """What the caller's messages to one member came to."""
    with wiring().unit_of_work() as uow:
        credits, messages = uow.ledger.spent_on(caller().member_id, query.profile_id)
    return SpentAnswer(credits=credits, messages=messages)


@spending.get("/spending.php")
@endpoint()
def get_spending() -> SpendingAnswer:
    """The caller's own limits, and what they spent today and this month."""
    return SpendingAnswer.of(*see_spending(wiring().unit_of_work(), caller().member_id, current_site()))


@spending.put("/spending.php")
@endpoint()
def put_spending(body: ChangeSpending) -> SpendingAnswer:
    """Lower a limit at once, raise it from tomorrow, or pause."""
    change = Change(
        daily=(_sum(body.daily),) if "daily" in body.model_fields_set else None,
        monthly=(_sum(body.monthly),) if "monthly" in body.model_fields_set else None,
        pause_days=body.pause_days,
    )
    return SpendingAnswer.of(*change_spending(wiring().unit_of_work(), caller().member_id, current_site(), change))


def _sum(value: str | None) -> Decimal | None:
    return None if value is None else Decimal(value)


def _money(value: Decimal | None, currency: str) -> Money | None:
    return None if value is None else Money.of(value, currency)
