from datetime import datetime
from decimal import Decimal
from uuid import UUID

from flask import Blueprint
from servicekit.web import caller, endpoint
from servicekit.web.endpoint import Input, Output

from billing.usecases.withdraw import Withdrawable, list_withdrawable, withdraw
from billing.web.context import current_site, wiring
from billing.web.models import Money

withdrawal = Blueprint("withdrawal", __name__, url_prefix="/api")


class RefundOut(Output):
    id: UUID
    credits: int
    amount: Money
    stated_at: datetime
    paid: bool


class WithdrawableOut(Output):
    payment_id: UUID
    bought_at: datetime
    until: datetime
    bought: int
    amount: Money
    method: str
    unused_credits: int
    refund: Money
    withdrawn: RefundOut | None

    @staticmethod
    def of(found: Withdrawable) -> "WithdrawableOut":
        payment, refund = found.payment, found.refund
        return WithdrawableOut(
            payment_id=payment.id,
            bought_at=payment.created_at,
            until=found.until,
            bought=payment.credits,
            amount=Money.of(payment.amount, payment.currency),
            method=payment.method,
            unused_credits=found.credits,
            refund=_money(found.minor if found.credits else 0, payment.currency),
            withdrawn=None
            if refund is None
            else RefundOut(
                id=refund.id,
                credits=refund.credits,
                amount=_money(refund.minor, payment.currency),
                stated_at=refund.stated_at,
                paid=refund.made_at is not None,
            ),
        )


class WithdrawalsAnswer(Output):
    purchases: list[WithdrawableOut]


class Withdraw(Input):
    id: UUID
    payment_id: UUID


@withdrawal.get("/withdrawal.php")
@endpoint()
def get_withdrawable() -> WithdrawalsAnswer:
    """The caller's purchases that may still be withdrawn from, and what would come back."""
    found = list_withdrawable(wiring().unit_of_work(), current_site(), caller().member_id)
    return WithdrawalsAnswer(purchases=[WithdrawableOut.of(each) for each in found])


@withdrawal.post("/withdrawal.php")
@endpoint(status=201)
def post_withdrawal(body: Withdraw) -> WithdrawalsAnswer:
    """Withdraw from a purchase: its unused credits go, their price comes back, and a receipt comes by mail."""
    held, site, member_id = wiring(), current_site(), caller().member_id
    withdraw(held.unit_of_work(), site, member_id, body.id, body.payment_id)
    found = list_withdrawable(held.unit_of_work(), site, member_id)
    return WithdrawalsAnswer(purchases=[WithdrawableOut.of(each) for each in found])


def _money(minor: int, currency: str) -> Money:
    return Money.of(Decimal(minor) / 100, currency)
