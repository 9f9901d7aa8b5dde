from datetime import datetime
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId
from shared.kit.http import Input, Output, caller, endpoint
from shared.sites import Money

from billing.usecases.withdraw import WithdrawablePurchase, Withdrawals, list_withdrawable, withdraw
from billing.web.context import current_site, wiring
from billing.web.models import MoneyOut

withdrawal = Blueprint("withdrawal", __name__, url_prefix="/api")


class RefundOut(Output):
    id: UUID
    credits: int
    amount: MoneyOut
    stated_at: datetime
    paid: bool


class WithdrawableOut(Output):
    payment_id: UUID
    bought_at: datetime
    until: datetime
    bought: int
    amount: MoneyOut
    method: str
    unused_credits: int
    refund: MoneyOut
    withdrawn: RefundOut | None

    @staticmethod
    def of(found: WithdrawablePurchase) -> "WithdrawableOut":
        payment, refund = found.payment, found.refund
        return WithdrawableOut(
            payment_id=payment.id,
            bought_at=payment.created_at,
            until=found.until,
            bought=payment.credits,
            amount=MoneyOut.of(payment.amount),
            method=payment.method,
            unused_credits=found.credits,
            refund=MoneyOut.of(found.amount if found.credits else Money(0, found.amount.currency)),
            withdrawn=None
            if refund is None
            else RefundOut(
                id=refund.id,
                credits=refund.credits,
                amount=MoneyOut.of(refund.amount),
                stated_at=refund.stated_at,
                paid=refund.made_at is not None,
            ),
        )


class WithdrawalsAnswer(Output):
    purchases: list[WithdrawableOut]
    has_bought: bool = Field(description="Whether the caller ever bought anything, in time to withdraw from it or not")

    @staticmethod
    def of(found: Withdrawals) -> "WithdrawalsAnswer":
        purchases = [WithdrawableOut.of(each) for each in found.purchases]
        return WithdrawalsAnswer(purchases=purchases, has_bought=found.has_bought)


class Withdraw(Input):
    id: ClientId
    payment_id: UUID


@withdrawal.get("/withdrawal.php")
@endpoint()
def get_withdrawable() -> WithdrawalsAnswer:
    """The caller's purchases within the withdrawal period, with their refunds."""
    found = list_withdrawable(wiring().unit_of_work(), current_site(), caller().member_id)
    return WithdrawalsAnswer.of(found)


@withdrawal.post("/withdrawal.php")
@endpoint(status=201)
def post_withdrawal(body: Withdraw) -> WithdrawalsAnswer:
    """Withdraw from a purchase: its unused credits go, their price comes back, and a receipt comes by mail."""
    dependencies, site, member_id = wiring(), current_site(), caller().member_id
    withdraw(dependencies.unit_of_work(), site, member_id, body.id, body.payment_id)
    return WithdrawalsAnswer.of(list_withdrawable(dependencies.unit_of_work(), site, member_id))
