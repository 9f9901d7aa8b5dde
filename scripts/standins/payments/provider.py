"""The provider's rules: status changes of payments, and webhooks. Methods run in the caller's transaction."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeVar

from standins.payments.errors import NotFound, RequestRefused
from standins.payments.methods import METHODS, payer_details
from standins.payments.model import Chargeback, Customer, Mandate, Payment, Refund, Resource, as_time, new_id
from standins.payments.money import Amount
from standins.payments.requests import CustomerFields, NewMandate, NewPayment, NewRefund, PaymentChange
from standins.payments.storage import Storage

Outcome = Literal["paid", "failed", "canceled", "expired"]
R = TypeVar("R", bound=Resource)

REORDER_WITHIN_SECONDS = 1.0


def utc_now() -> datetime:
    return datetime.now(UTC)


class Provider:
    def __init__(self, storage: Storage, clock: Callable[[], datetime] = utc_now) -> None:
        self._storage = storage
        self._clock = clock

    def find(self, kind: type[R], resource_id: str, parent: str | None = None) -> R:
        found = self._storage.get(kind, resource_id, parent)
        if found is None:
            raise NotFound(f"No {kind.PLURAL.removesuffix('s')} exists with token {resource_id}.")
        return found

    def create_payment(self, asked: NewPayment) -> Payment:
        check_methods(asked.methods)
        mandate = self._mandate_for(asked)
        if asked.redirect_url is None and mandate is None:
            raise RequestRefused("The redirect URL is missing", "redirectUrl")
        now = self._clock()
        method = mandate.method if mandate else asked.methods[0] if len(asked.methods) == 1 else None
        payment = Payment(
            id=new_id(Payment),
            created_at=as_time(now),
            # Nobody has to visit a page for a recurring payment: the bank is already at it.
            status="pending" if mandate else "open",
            expires_at=None if mandate else as_time(now + timedelta(minutes=METHODS[method].minutes if method else 15)),
            method=method,
            offered_methods=asked.methods,
            mandate_id=mandate.id if mandate else None,
            **asked.model_dump(exclude={"method", "mandate_id"}),
        )
        if mandate:
            payment = payment.model_copy(update=self._bank_decision(mandate, now))
        self._storage.put(payment, parent=payment.customer_id or "")
        if mandate and payment.settles_as and not payment.settles_at:
            return self._decided(payment)
        return payment

    def _bank_decision(self, mandate: Mandate, now: datetime) -> dict[str, object]:
        """A card is decided at once, an account when its bank comes to it; some wait until somebody decides."""
        behaviour = self._storage.behaviour()
        outcome = mandate.again or behaviour.recurring
        if outcome == "pending":
            return {}
        if mandate.method != "directdebit":
            return {"settles_as": outcome}
        return {"settles_as": outcome, "settles_at": as_time(now + timedelta(milliseconds=behaviour.bank_ms))}

    def _decided(self, payment: Payment) -> Payment:
        if payment.settles_as == "authentication_required":
            details = {**(payer_details(payment.method) or {}), "failureReason": "authentication_required"}
            payment = payment.model_copy(update={"details": details})
        return self.settle(payment, "paid" if payment.settles_as == "paid" else "failed")

    def decide_overdue(self) -> list[Payment]:
        return [self._decided(payment) for payment in self._storage.pending_past(as_time(self._clock()))]

    def change_payment(self, payment: Payment, change: PaymentChange) -> Payment:
        changed = payment.model_copy(update=change.model_dump(exclude_none=True))
        self._storage.put(changed)
        return changed

    def settle(
        self, payment: Payment, outcome: Outcome, method: str | None = None, again: str | None = None
    ) -> Payment:
        """Settle an open payment once; a settled one stays unchanged."""
        if payment.is_settled:
            return payment
        now = as_time(self._clock())
        changes: dict[str, object] = {"status": outcome, f"{outcome}_at": now, "expires_at": None}
        if outcome == "paid":
            used = payment.method or method or (payment.offered_methods or list(METHODS))[0]
            changes |= {
                "method": used,
                "details": payer_details(used),
                "amount_refunded": payment.amount.zero,
                "amount_remaining": payment.amount,
                "mandate_id": payment.mandate_id or self._new_mandate_after(payment, used, again),
            }
        settled = payment.model_copy(update=changes)
        self._storage.put(settled)
        self._queue_webhook(settled)
        return settled

    def cancel(self, payment: Payment) -> Payment:
        if payment.status != "open":
            raise RequestRefused("The payment cannot be canceled")
        return self.settle(payment, "canceled")

    def expire_overdue(self) -> list[Payment]:
        overdue = self._storage.open_past(as_time(self._clock()))
        return [self.settle(payment, "expired") for payment in overdue]

    def refund(self, payment: Payment, asked: NewRefund) -> Refund:
        remaining = _remaining(payment)
        if asked.amount.currency != remaining.currency:
            raise RequestRefused("The currency of the refund is not that of the payment", "amount.currency")
        if not 0 < asked.amount.number <= remaining.number:
            raise RequestRefused("The amount is higher than the maximum", "amount")
        refund = Refund(
            id=new_id(Refund), created_at=as_time(self._clock()), payment_id=payment.id, **asked.model_dump()
        )
        self._storage.put(refund, parent=payment.id)
        self._take_back(payment, asked.amount, "amount_refunded")
        return refund

    def charge_back(self, payment: Payment) -> Chargeback:
        """The payer's bank takes back all that has not been given back."""
        remaining = _remaining(payment)
        chargeback = Chargeback(
            id=new_id(Chargeback), created_at=as_time(self._clock()), payment_id=payment.id, amount=remaining
        )
        self._storage.put(chargeback, parent=payment.id)
        self._take_back(payment, remaining, "amount_charged_back")
        return chargeback

    def win_back(self, payment: Payment) -> None:
        """Reverse a chargeback: the merchant won."""
        lost = [each for each in self._storage.newest(Chargeback, 250, parent=payment.id) if each.reversed_at is None]
        if not lost or payment.amount_charged_back is None or payment.amount_remaining is None:
            raise RequestRefused("The payment has not been charged back")
        for chargeback in lost:
            self._storage.put(chargeback.model_copy(update={"reversed_at": as_time(self._clock())}))
        changed = payment.model_copy(
            update={
                "amount_charged_back": payment.amount_charged_back.zero,
                "amount_remaining": payment.amount_remaining.plus(payment.amount_charged_back),
            }
        )
        self._storage.put(changed)
        self._queue_webhook(changed)

    def create_customer(self, asked: CustomerFields) -> Customer:
        customer = Customer(id=new_id(Customer), created_at=as_time(self._clock()), **asked.model_dump())
        self._storage.put(customer)
        return customer

    def change_customer(self, customer: Customer, change: CustomerFields) -> Customer:
        changed = customer.model_copy(update=change.model_dump(exclude_none=True))
        self._storage.put(changed)
        return changed

    def create_mandate(self, customer: Customer, asked: NewMandate) -> Mandate:
        check_methods([asked.method])
        details = {"consumerName": asked.consumer_name, "consumerAccount": asked.consumer_account or ""}
        mandate = Mandate(
            id=new_id(Mandate),
            created_at=as_time(self._clock()),
            customer_id=customer.id,
            details=details,
            **asked.model_dump(include={"method", "mandate_reference", "signature_date"}),
        )
        self._storage.put(mandate, parent=customer.id)
        return mandate

    def remove(self, resource: Resource) -> None:
        self._storage.remove(resource.id)

    def _mandate_for(self, asked: NewPayment) -> Mandate | None:
        customer = self.find(Customer, asked.customer_id) if asked.customer_id else None
        if asked.sequence_type == "oneoff":
            return None
        if customer is None:
            raise RequestRefused("The customer id is missing", "customerId")
        if asked.sequence_type == "first":
            return None
        if asked.mandate_id:
            return self.find(Mandate, asked.mandate_id, parent=customer.id)
        mandates = self._storage.newest(Mandate, 250, parent=customer.id)
        fitting = [each for each in mandates if not asked.methods or each.method in asked.methods]
        if not fitting:
            raise RequestRefused("No suitable mandates found for customer", "customerId")
        return fitting[0]

    def _new_mandate_after(self, payment: Payment, method: str, said: str | None) -> str | None:
        """A paid first payment lets the merchant charge again; bank methods do so by direct debit."""
        if payment.sequence_type != "first" or payment.customer_id is None:
            return None
        again = method if method in ("creditcard", "paypal") else "directdebit"
        mandate = Mandate(
            id=new_id(Mandate),
            created_at=as_time(self._clock()),
            customer_id=payment.customer_id,
            method=again,
            details=payer_details(again) or {},
            again=said,
        )
        self._storage.put(mandate, parent=payment.customer_id)
        return mandate.id

    def _take_back(self, payment: Payment, amount: Amount, total: str) -> None:
        taken: Amount = getattr(payment, total) or amount.zero
        changed = payment.model_copy(
            update={total: taken.plus(amount), "amount_remaining": _remaining(payment).minus(amount)}
        )
        self._storage.put(changed)
        self._queue_webhook(changed)

    def _queue_webhook(self, payment: Payment) -> None:
        """Queue the webhook with the change it reports, as many times and as late as the behaviour says."""
        if payment.webhook_url is None:
            return
        behaviour = self._storage.behaviour()
        for _ in range(1 + behaviour.duplicates):
            late = behaviour.delay_ms / 1000
            if behaviour.reorder:
                late += random.uniform(0, REORDER_WITHIN_SECONDS)  # noqa: S311
            self._storage.queue_webhook(payment.id, payment.webhook_url, self._clock().timestamp() + late)


def check_methods(method_ids: list[str]) -> None:
    if not set(method_ids) <= set(METHODS):
        raise RequestRefused("The payment method is invalid", "method")


def _remaining(payment: Payment) -> Amount:
    if payment.amount_remaining is None:
        raise RequestRefused("The payment has not been paid")
    if not payment.amount_remaining.number:
        raise RequestRefused("The payment has already been given back", "amount")
    return payment.amount_remaining
