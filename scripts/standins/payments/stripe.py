"""Stripe's API v1, as far as its Python library uses it for checkout sessions, payment intents, refunds and disputes.

The provider behind it is the one behind Mollie's API, with a state of its own. An id here ends like the id of the
resource that it shows: `cs_test_x`, `pi_x` and `ch_x` are the payment `tr_x`.
"""

import hmac
import json
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl

from starlette.responses import Response
from starlette.routing import Route

from standins.payments.call import ApiResponse, Call, Counter
from standins.payments.errors import NotFound, RequestRefused
from standins.payments.methods import payer_details
from standins.payments.model import Chargeback, Customer, Mandate, Payment, Resource, as_time, new_id
from standins.payments.money import WITH_THREE, Amount
from standins.payments.payouts import StripePayouts
from standins.payments.provider import Provider, utc_now
from standins.payments.requests import CustomerFields, NewPayment, NewRefund
from standins.payments.storage import Storage, Webhook

METHODS = {"card": "creditcard", "p24": "przelewy24", "sepa_debit": "directdebit"}
SESSION = {"open": ("open", "unpaid"), "expired": ("expired", "unpaid"), "paid": ("complete", "paid")}
INTENT = {
    "pending": "processing",
    "paid": "succeeded",
    "failed": "requires_payment_method",
    "canceled": "canceled",
    "expired": "canceled",
}
EVENTS = {"paid": "completed", "failed": "async_payment_failed", "expired": "expired"}
MOST = 10_000


class StripeApi:
    def __init__(self, provider: Provider, storage: Storage, webhook_url: str | None, keys: Sequence[str]) -> None:
        self._provider, self._storage = provider, storage
        self._webhook_url, self._keys = webhook_url, keys
        self._payouts = StripePayouts(storage)

    def routes(self, counter: Counter) -> list[Route]:
        table: list[tuple[str, str, Callable[[Call], ApiResponse]]] = [
            ("POST", "checkout/sessions", self.create_session),
            ("GET", "checkout/sessions", lambda call: self._page(call, self._session, lambda paid: _has_page(paid))),
            ("GET", "checkout/sessions/{id}", lambda call: ApiResponse(self._session(self._payment(call), call))),
            ("POST", "payment_intents", self.create_intent),
            ("GET", "payment_intents", lambda call: self._page(call, self._intent, lambda paid: paid.status in INTENT)),
            ("GET", "payment_intents/{id}", lambda call: ApiResponse(self._intent(self._payment(call), call))),
            ("POST", "customers", self.create_customer),
            ("POST", "payment_methods", self.create_method),
            ("POST", "payment_methods/{id}/detach", self.detach_method),
            ("POST", "setup_intents", self.create_setup),
            ("POST", "refunds", self.create_refund),
            ("GET", "disputes", self.disputes),
            ("GET", "payouts", self._payouts.payouts),
            ("GET", "balance_transactions", self._payouts.transactions),
        ]
        return [Route(f"/v1/{path}", counter.serving(handle), methods=[verb]) for verb, path, handle in table]

    def create_session(self, call: Call) -> ApiResponse:
        asked = _form(call)
        intent = asked.get("payment_intent_data", {})
        [line] = asked["line_items"].values()
        price = line["price_data"]
        payment = self._provider.create_payment(
            NewPayment(
                amount=_amount(price["unit_amount"], price["currency"]),
                description=price["product_data"]["name"],
                redirect_url=asked["success_url"],
                cancel_url=asked.get("cancel_url"),
                webhook_url=self._webhook_url,
                method=_methods(asked),
                metadata={"session": asked.get("metadata", {}), "intent": intent.get("metadata", {})},
                locale=asked.get("locale"),
                sequence_type="first" if "setup_future_usage" in intent else "oneoff",
                customer_id=_inner("cst", asked.get("customer")),
            )
        )
        return ApiResponse(self._session(payment, call))

    def create_intent(self, call: Call) -> ApiResponse:
        asked = _form(call)
        payment = self._provider.create_payment(
            NewPayment(
                amount=_amount(asked["amount"], asked["currency"]),
                description=asked["description"],
                webhook_url=self._webhook_url,
                metadata={"intent": asked.get("metadata", {})},
                sequence_type="recurring",
                customer_id=_inner("cst", asked["customer"]),
                mandate_id=_inner("mdt", asked["payment_method"]),
            )
        )
        shown = self._intent(payment, call)
        if payment.status != "failed":
            return ApiResponse(shown)
        error = {"type": "card_error", "code": shown["last_payment_error"]["code"], "payment_intent": shown}
        return ApiResponse({"error": error}, 402)

    def create_customer(self, call: Call) -> ApiResponse:
        made = self._provider.create_customer(CustomerFields(metadata=_form(call).get("metadata")))
        return ApiResponse({"id": _outer("cus", made.id), "object": "customer"})

    def create_method(self, call: Call) -> ApiResponse:
        asked = _form(call)
        details = {
            "consumerName": asked["billing_details"]["name"],
            "consumerAccount": asked["sepa_debit"]["iban"],
            "email": asked["billing_details"]["email"],
        }
        made = Mandate(
            id=new_id(Mandate), created_at=as_time(utc_now()), customer_id="", method="directdebit", details=details
        )
        self._storage.put(made)
        return ApiResponse(_method(made))

    def create_setup(self, call: Call) -> ApiResponse:
        """Attach the payment method to its customer."""
        asked = _form(call)
        customer = self._provider.find(Customer, _inner("cst", asked["customer"]) or "")
        mandate = self._provider.find(Mandate, _inner("mdt", asked["payment_method"]) or "")
        self._storage.remove(mandate.id)
        self._storage.put(mandate.model_copy(update={"customer_id": customer.id}), parent=customer.id)
        return ApiResponse({"id": _outer("seti", mandate.id), "object": "setup_intent", "status": "succeeded"})

    def detach_method(self, call: Call) -> ApiResponse:
        mandate = self._provider.find(Mandate, _inner("mdt", call.ids["id"]) or "")
        self._provider.remove(mandate)
        return ApiResponse(_method(mandate))

    def create_refund(self, call: Call) -> ApiResponse:
        asked = _form(call)
        payment = self._provider.find(Payment, _inner("tr", asked["payment_intent"]) or "")
        made = self._provider.refund(payment, NewRefund(amount=_amount(asked["amount"], payment.amount.currency)))
        return ApiResponse({"id": made.id, "object": "refund", "status": "succeeded"})

    def disputes(self, call: Call) -> ApiResponse:
        found = self._storage.newest(Chargeback, MOST, parent=_inner("tr", call.query.get("charge")))
        return ApiResponse({"object": "list", "data": [_dispute(each) for each in found], "has_more": False})

    def message(self, webhook: Webhook) -> dict[str, Any]:
        """A signed event about the state the payment has now; it is signed with every key, as during a rotation."""
        payment = self._provider.find(Payment, webhook.payment_id)
        kind, about = self._event(payment)
        body = json.dumps(
            {
                "id": f"evt_{webhook.seq}{payment.id[3:]}",
                "object": "event",
                "type": kind,
                "created": int(time.time()),
                "data": {"object": about},
            }
        ).encode()
        at = str(int(time.time()))
        signatures = [hmac.new(key.encode(), at.encode() + b"." + body, "sha256").hexdigest() for key in self._keys]
        return {
            "content": body,
            "headers": {
                "content-type": "application/json",
                "stripe-signature": ",".join([f"t={at}", *(f"v1={each}" for each in signatures)]),
            },
        }

    def _event(self, payment: Payment) -> tuple[str, dict[str, Any]]:
        disputes = self._storage.newest(Chargeback, 1, parent=payment.id)
        if disputes:
            ended = disputes[0].reversed_at is not None
            return f"charge.dispute.{'closed' if ended else 'created'}", _dispute(disputes[0])
        if payment.amount_refunded and payment.amount_refunded.number:
            return "charge.refunded", _charge(payment)
        if _has_page(payment):
            return f"checkout.session.{EVENTS.get(payment.status, 'completed')}", self._session(payment)
        kind = {"paid": "succeeded", "failed": "payment_failed"}.get(payment.status, "processing")
        return f"payment_intent.{kind}", self._intent(payment)

    def _payment(self, call: Call) -> Payment:
        found = self._provider.find(Payment, _inner("tr", call.ids["id"]) or "")
        if call.ids["id"].startswith("cs_") != _has_page(found) and found.status == "open":
            raise NotFound("No such resource")
        return found

    def _page(
        self, call: Call, shown: Callable[[Payment, Call], dict[str, Any]], belongs: Callable[[Payment], bool]
    ) -> ApiResponse:
        """One page, newest first."""
        limit, after = int(call.query.get("limit", "10")), _inner("tr", call.query.get("starting_after"))
        since, until = int(call.query.get("created[gte]", "0")), int(call.query.get("created[lte]", str(2**40)))
        found = [
            each for each in self._storage.newest(Payment, MOST) if belongs(each) and since <= _seconds(each) <= until
        ]
        if after is not None:
            found = found[[each.id for each in found].index(after) + 1 :]
        page = [shown(each, call) for each in found[:limit]]
        return ApiResponse({"object": "list", "data": page, "has_more": len(found) > limit})

    def _session(self, payment: Payment, call: Call | None = None) -> dict[str, Any]:
        status, paid = SESSION.get(payment.status, ("complete", "unpaid"))
        return {
            "id": _outer("cs_test", payment.id),
            "object": "checkout.session",
            "mode": "payment",
            "amount_total": _minor(payment.amount),
            "currency": payment.amount.currency.lower(),
            "created": _seconds(payment),
            "customer": _outer("cus", payment.customer_id),
            "metadata": payment.metadata["session"],
            "status": status,
            "payment_status": paid,
            "payment_intent": None if payment.status == "open" else self._intent(payment, call),
            "url": call.urls.checkout(payment.id) if call and payment.status == "open" else None,
        }

    def _intent(self, payment: Payment, call: Call | None = None) -> dict[str, Any]:
        details = payment.details or {}
        mandate = self._storage.get(Mandate, payment.mandate_id) if payment.mandate_id else None
        failure = {"code": details.get("failureReason", "card_declined")} if payment.status == "failed" else None
        return {
            "id": _outer("pi", payment.id),
            "object": "payment_intent",
            "amount": _minor(payment.amount),
            "currency": payment.amount.currency.lower(),
            "created": _seconds(payment),
            "customer": _outer("cus", payment.customer_id),
            "metadata": payment.metadata["intent"],
            "status": INTENT.get(payment.status, "requires_action"),
            "latest_charge": _charge(payment) if payment.status == "paid" else None,
            "payment_method": _method(mandate) if mandate else _used(payment),
            "setup_future_usage": "off_session" if payment.sequence_type == "first" else None,
            "last_payment_error": failure,
        }


def refusal(error: RequestRefused) -> Response:
    """A refusal in Stripe's form."""
    if isinstance(error, NotFound):
        body = {"type": "invalid_request_error", "code": "resource_missing", "message": error.detail}
        return Response(json.dumps({"error": body}), 404, media_type="application/json")
    kind = "api_error" if error.status >= 500 else "invalid_request_error"
    body = {"type": kind, "code": "parameter_invalid", "message": error.detail, "param": error.field or ""}
    return Response(
        json.dumps({"error": body}), 400 if error.status == 422 else error.status, media_type="application/json"
    )


def _form(call: Call) -> dict[str, Any]:
    """Parse `a[b][0]=c` as Stripe does; lists become objects with their positions as names."""
    found: dict[str, Any] = {}
    for name, value in parse_qsl(call.body.decode(), keep_blank_values=True):
        first, *more = name.replace("]", "").split("[")
        path, at = [first, *more], found
        for step in path[:-1]:
            at = at.setdefault(step, {})
        at[path[-1]] = value
    return found


def _methods(asked: dict[str, Any]) -> list[str]:
    return [METHODS.get(each, each) for each in asked.get("allowed_payment_method_types", {}).values()]


def _has_page(payment: Payment) -> bool:
    return payment.sequence_type != "recurring"


def _inner(prefix: str, shown: str | None) -> str | None:
    return None if shown is None else f"{prefix}_{shown.rpartition('_')[2]}"


def _outer(prefix: str, own: str | None) -> str | None:
    return None if own is None else f"{prefix}_{own.rpartition('_')[2]}"


def _seconds(resource: Resource) -> int:
    return int(datetime.fromisoformat(resource.created_at).timestamp())


def _minor(amount: Amount) -> int:
    return int(amount.number * _parts(amount.currency))


def _amount(minor: str, currency: str) -> Amount:
    return Amount.of(Decimal(minor) / _parts(currency.upper()), currency.upper())


# By docs.stripe.com/currencies, ISK and UGX are written in hundredths, which they do not have.
WHOLE_UNITS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF"


def _parts(currency: str) -> int:
    """Of a unit, in which sums are written (docs.stripe.com/currencies)."""
    if currency in WITH_THREE.split():
        return 1000
    return 1 if currency in WHOLE_UNITS.split() else 100


def _charge(payment: Payment) -> dict[str, Any]:
    return {
        "id": _outer("ch", payment.id),
        "object": "charge",
        "payment_intent": _outer("pi", payment.id),
        "amount_refunded": _minor(payment.amount_refunded or payment.amount.zero),
        "disputed": bool(payment.amount_charged_back),
        "metadata": payment.metadata["intent"],
    }


def _dispute(chargeback: Chargeback) -> dict[str, Any]:
    return {
        "id": _outer("dp", chargeback.id),
        "object": "dispute",
        "amount": _minor(chargeback.amount),
        "charge": _outer("ch", chargeback.payment_id),
        "payment_intent": _outer("pi", chargeback.payment_id),
        "metadata": {},
        "status": "won" if chargeback.reversed_at else "needs_response",
    }


def _method(mandate: Mandate) -> dict[str, Any]:
    return {"id": _outer("pm", mandate.id), "object": "payment_method", **_kind(mandate.method, mandate.details)}


def _used(payment: Payment) -> dict[str, Any] | None:
    """The payment method of a payment that keeps none."""
    if payment.status != "paid" or payment.method is None:
        return None
    details = payer_details(payment.method) or {}
    return {"id": _outer("pm", payment.id), "object": "payment_method", **_kind(payment.method, details)}


def _kind(method: str, details: dict[str, str]) -> dict[str, Any]:
    if method == "directdebit":
        return {"type": "sepa_debit", "sepa_debit": {"last4": details.get("consumerAccount", "")[-4:]}}
    if method in ("creditcard", "applepay"):
        return {"type": "card", "card": {"brand": "mastercard", "last4": details.get("cardNumber", "")[-4:]}}
    return {"type": method}
