"""Stripe as a payment provider, by its own library: Checkout pages, and payment intents for saved methods.

A payment with a page is known by the id of its checkout session (`cs_`), one without by that of its payment intent
(`pi_`). The sandbox of a local copy speaks the same API at another address.
"""

import heapq
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import stripe
from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to
from shared.sites import PAYMENT_METHODS, Money
from shared.sites.money import CURRENCIES

from billing.domain.direct_debit import Application
from billing.domain.payment import OrderRefused, Payment, PaymentReport, PaymentStatus
from billing.domain.payout import LineKind, PayoutLine, PayoutReport
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable
from billing.settings import BillingSettings

CONNECT_SECONDS, READ_SECONDS = 2, 3
# Bulkhead: the other threads keep serving while the provider hangs.
AT_ONCE, WAIT_SECONDS = 4, 0.5
LISTED_AT_ONCE = 100
INTENT = ["latest_charge", "payment_method"]
IN_SESSION = [f"payment_intent.{name}" for name in INTENT]
# A payment intent that was not paid has no money on its way unless it is in one of these.
INTENT_STATUS = {
    "succeeded": PaymentStatus.COMPLETED,
    "processing": PaymentStatus.PENDING,
    "requires_capture": PaymentStatus.PENDING,
    "canceled": PaymentStatus.CANCELLED,
    "requires_payment_method": PaymentStatus.FAILED,
    "requires_action": PaymentStatus.OPEN,
    "requires_confirmation": PaymentStatus.OPEN,
}
# Disputes whose money the bank has taken. An inquiry (warning_...) takes none, a won one has given it back.
TAKEN = ("needs_response", "under_review", "lost")

# No measurements and no name of this machine's system to Stripe.
stripe.enable_telemetry = False


class StripePayments:
    def __init__(self, settings: BillingSettings) -> None:
        self._settings = settings
        self._slots = threading.BoundedSemaphore(AT_ONCE)
        self._breaker = CircuitBreaker()
        # Of its own: a key that may not read payouts stops no payment.
        self._report_breaker = CircuitBreaker()
        self._own = threading.local()  # a session of `requests` belongs to one thread

    def create(
        self,
        payment: Payment,
        description: str,
        return_url: str,
        *,
        key: str,
        customer_id: str | None = None,
        mandate_id: str | None = None,
    ) -> tuple[str, str | None]:
        method = PAYMENT_METHODS.get(payment.method)
        if method is None or method.stripe is None:
            raise OrderRefused()
        if mandate_id is not None:
            return self._debit(payment, description, method.stripe, key, customer_id, mandate_id), None
        # The order's id finds the payment when an event names the intent, its charge or a dispute alone.
        intent: dict[str, Any] = {
            "description": description,
            "metadata": {"order_id": str(payment.id), "has_page": "yes"},
        }
        if payment.saves_method and customer_id is not None:
            intent["setup_future_usage"] = "off_session"
        price = {
            "currency": payment.amount.currency.lower(),
            "unit_amount": _units(payment.amount),
            "product_data": {"name": description},
        }
        wanted: dict[str, Any] = {
            "mode": "payment",
            "allowed_payment_method_types": [method.stripe],
            "line_items": [{"quantity": 1, "price_data": price}],
            "success_url": return_url,
            "cancel_url": return_url,
            "client_reference_id": str(payment.id),
            "metadata": {"order_id": str(payment.id)},
            "locale": payment.locale,
            "payment_intent_data": intent,
            **({"customer": customer_id} if customer_id else {}),
        }
        with self._calling() as client, _refusals(payment_id=str(payment.id)):
            made = client.v1.checkout.sessions.create(wanted, {"idempotency_key": key})
            return _named("cs_", made.id), _page(made.url, self._settings)

    def _debit(
        self, payment: Payment, description: str, method: str, key: str, customer_id: str | None, mandate_id: str
    ) -> str:
        wanted = {
            "amount": _units(payment.amount),
            "currency": payment.amount.currency.lower(),
            "allowed_payment_method_types": [method],
            "customer": customer_id,
            "payment_method": mandate_id,
            "off_session": True,
            "confirm": True,
            "description": description,
            "metadata": {"order_id": str(payment.id)},
        }
        with self._calling() as client, _refusals(payment_id=str(payment.id)):
            try:
                made = client.v1.payment_intents.create(wanted, {"idempotency_key": key})
            except stripe.CardError as declined:
                # The bank refused, or asks for its customer: the payment exists, and its report says which.
                found = getattr(declined.error, "payment_intent", None)
                if found is None:
                    raise OrderRefused() from declined
                return _named("pi_", found["id"])
            return _named("pi_", made.id)

    def report(self, provider_id: str) -> PaymentReport | None:
        with self._calling() as client:
            try:
                if provider_id.startswith("cs_"):
                    session = client.v1.checkout.sessions.retrieve(provider_id, {"expand": IN_SESSION})
                    return self._of_session(client, session)
                return self._of_intent(client, client.v1.payment_intents.retrieve(provider_id, {"expand": INTENT}))
            except stripe.InvalidRequestError as error:
                if error.code == "resource_missing":
                    return None
                raise

    def reports_since(self, since: datetime) -> Iterator[PaymentReport]:
        made = {"gte": int(since.timestamp()), "lte": int(datetime.now(UTC).timestamp()) + 60}
        sessions = self._pages("checkout.sessions", made, [f"data.{name}" for name in IN_SESSION])
        intents = self._pages("payment_intents", made, [f"data.{name}" for name in INTENT])
        # An intent with a page is in the report of its session.
        alone = (each for each in intents if "has_page" not in _metadata(each[1]))
        for _, found in heapq.merge(sessions, alone, key=lambda each: each[0], reverse=True):
            with self._calling() as client:
                is_session = found.object == "checkout.session"
                report = self._of_session(client, found) if is_session else self._of_intent(client, found)
            yield report

    def _pages(self, kind: str, made: dict[str, int], expand: list[str]) -> Iterator[tuple[int, Any]]:
        last: dict[str, str] = {}
        while True:
            # One page at a time in the bulkhead, so that a long list does not keep members waiting.
            with self._calling() as client:
                lists = client.v1.payment_intents if kind == "payment_intents" else client.v1.checkout.sessions
                page = lists.list({"created": made, "limit": LISTED_AT_ONCE, "expand": expand, **last})
                found = [(int(each.created), each) for each in page.data]
            yield from found
            if not page.has_more or not found:
                return
            last = {"starting_after": found[-1][1].id}

    def payouts_since(self, since: datetime) -> Iterator[PayoutReport]:
        arrived = {"status": "paid", "arrival_date": {"gte": int(since.timestamp())}}
        for found in self._listed("payouts", arrived):
            paid_at = datetime.fromtimestamp(int(found.arrival_date), UTC)
            yield PayoutReport(_named("po_", found.id), _money(found.amount, found.currency), paid_at)

    def payout_lines(self, payout_id: str) -> Iterator[PayoutLine]:
        asked = {"payout": payout_id, "expand": ["data.source", "data.source.charge"]}
        for found in self._listed("balance_transactions", asked):
            if found.type != "payout":
                yield _payout_line(found)

    def _listed(self, kind: str, asked: dict[str, Any]) -> Iterator[Any]:
        """Each thing of a list, one page at a time in the bulkhead."""
        last: dict[str, str] = {}
        while True:
            with self._calling(reads=True) as client:
                page = getattr(client.v1, kind).list({"limit": LISTED_AT_ONCE, **asked, **last})
                found, more = list(page.data), page.has_more
            yield from found
            if not more or not found:
                return
            last = {"starting_after": found[-1].id}

    def create_customer(self, member_id: UUID) -> str:
        # No name and no address: Stripe asks the member itself.
        with self._calling() as client:
            wanted = {"metadata": {"member": str(member_id)}}
            return _named("cus_", client.v1.customers.create(wanted, {"idempotency_key": f"c {member_id}"}).id)

    def create_mandate(self, customer_id: str, application: Application, contact: str) -> str:
        # Stripe wants an address for its notice of a debit. We send that ourselves, so it gets the site's.
        method = {
            "type": "sepa_debit",
            "sepa_debit": {"iban": application.iban},
            "billing_details": {"name": application.holder, "email": contact},
        }
        with self._calling() as client, _refusals(application_id=str(application.id)):
            try:
                made = client.v1.payment_methods.create(method, {"idempotency_key": f"m {application.id}"})
                signed = {
                    "confirm": True,
                    "customer": customer_id,
                    "payment_method": made.id,
                    "payment_method_types": ["sepa_debit"],
                    "usage": "off_session",
                    "mandate_data": {"customer_acceptance": {"type": "offline", "offline": {}}},
                    "metadata": {"mandate_reference": application.mandate_reference},
                }
                client.v1.setup_intents.create(signed, {"idempotency_key": f"s {application.id}"})
            except stripe.CardError as declined:
                raise OrderRefused() from declined
            return _named("pm_", made.id)

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        with self._calling() as client:
            try:
                client.v1.payment_methods.detach(mandate_id)
            except stripe.InvalidRequestError:
                # It is detached already, or gone.
                return

    def refund(self, provider_id: str, refund: Refund) -> str:
        with self._calling() as client, _refusals(payment_id=str(refund.payment_id)):
            intent = self._intent_of(client, provider_id)
            if intent is None or intent.currency.upper() != refund.amount.currency:
                raise OrderRefused()
            wanted = {
                "payment_intent": intent.id,
                "amount": _units(refund.amount),
                "metadata": {"refund_id": str(refund.id)},
            }
            return _named("re_", client.v1.refunds.create(wanted, {"idempotency_key": f"r {refund.id}"}).id)

    def order_of(self, about: Mapping[str, Any]) -> UUID | None:
        order_id = (about.get("metadata") or {}).get("order_id")
        if order_id is None and isinstance(about.get("payment_intent"), str):
            # A dispute or a refund names the intent alone.
            with self._calling() as client:
                order_id = _metadata(self._intent_of(client, about["payment_intent"])).get("order_id")
        try:
            return UUID(str(order_id))
        except ValueError:
            return None

    def _intent_of(self, client: Any, provider_id: str) -> Any:
        if provider_id.startswith("cs_"):
            found = client.v1.checkout.sessions.retrieve(provider_id, {"expand": ["payment_intent"]})
            return found.payment_intent
        return client.v1.payment_intents.retrieve(provider_id)

    def _of_session(self, client: Any, session: Any) -> PaymentReport:
        intent = session.payment_intent
        if session.status == "expired":
            status = PaymentStatus.EXPIRED
        elif session.status == "open":
            # After a refused card the member may try another on the same page.
            status = PaymentStatus.OPEN
        elif session.payment_status == "paid":
            status = PaymentStatus.COMPLETED
        else:
            status = INTENT_STATUS[intent.status]
        amount = _money(session.amount_total, session.currency)
        return self._report(client, _named("cs_", session.id), _metadata(session), status, amount, intent)

    def _of_intent(self, client: Any, intent: Any) -> PaymentReport:
        amount = _money(intent.amount, intent.currency)
        status = INTENT_STATUS[intent.status]
        return self._report(client, _named("pi_", intent.id), _metadata(intent), status, amount, intent)

    def _report(
        self,
        client: Any,
        provider_id: str,
        metadata: Mapping[str, str],
        status: PaymentStatus,
        amount: Money,
        intent: Any,
    ) -> PaymentReport:
        charge = intent.latest_charge if intent else None
        refunded = int(charge.amount_refunded) if charge else 0
        taken = self._taken(client, charge) if charge and charge.disputed else 0
        method = intent.payment_method if intent else None
        details = (getattr(method, "card", None) or getattr(method, "sepa_debit", None)) if method else None
        keeps = bool(intent and intent.setup_future_usage == "off_session")
        failure = getattr(intent.last_payment_error, "code", None) if intent else None
        return PaymentReport(
            provider_id=provider_id,
            order_id=metadata.get("order_id", ""),
            status=status,
            amount=amount,
            returned=_money(refunded + taken, amount.currency),
            is_charged_back=taken > 0,
            failure=str(failure)[:60] if failure and status is PaymentStatus.FAILED else None,
            mandate_id=_named("pm_", method.id) if method and keeps and status is PaymentStatus.COMPLETED else None,
            customer_id=_named("cus_", intent.customer) if intent and intent.customer else None,
            brand=_brand(getattr(details, "brand", None)),
            last4=str(details.last4)[-4:] if details else None,
        )

    def _taken(self, client: Any, charge: Any) -> int:
        disputes = client.v1.disputes.list({"charge": charge.id, "limit": LISTED_AT_ONCE})
        return sum(int(each.amount) for each in disputes.data if each.status in TAKEN)

    @contextmanager
    def _calling(self, *, reads: bool = False) -> Iterator[Any]:
        breaker = self._report_breaker if reads else self._breaker
        if not breaker.allows_call() or not self._slots.acquire(timeout=WAIT_SECONDS):
            raise ProviderUnavailable()
        try:
            yield self._client()
            breaker.succeeded()
        except OrderRefused:
            breaker.succeeded()
            raise
        except stripe.StripeError as error:
            breaker.failed()
            logger().warning(
                "provider_unavailable", provider="stripe", problem=type(error).__name__, status=error.http_status
            )
            raise ProviderUnavailable() from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # An answer from outside is checked like any other input.
            breaker.failed()
            logger().error("provider_not_understood", provider="stripe", problem=type(error).__name__)
            raise ProviderUnavailable() from error
        finally:
            self._slots.release()

    def _client(self) -> Any:
        if not hasattr(self._own, "client"):
            self._own.client = _client(self._settings)
        return self._own.client


LINES = {
    "charge": LineKind.PAYMENT,
    "refund": LineKind.REFUND,
    "refund_failure": LineKind.REFUND,
    "dispute": LineKind.CHARGEBACK,
    "dispute_reversal": LineKind.CHARGEBACK,
    "fee": LineKind.FEE,
}


def _payout_line(found: Any) -> PayoutLine:
    """A balance transaction: its sum, the fee taken from it, and the payment by the metadata of its charge."""
    kind = LINES.get(found.reporting_category, LineKind.OTHER)
    settled, fee = _money(found.amount, found.currency), _money(found.fee, found.currency)
    if kind is LineKind.FEE:
        return PayoutLine(_named("txn_", found.id), kind, settled - settled, settled - settled, fee - settled)
    source = found.source
    if source is None or kind is LineKind.OTHER:
        return PayoutLine(_named("txn_", found.id), LineKind.OTHER, settled, settled, fee)
    paid = _money(source.amount, source.currency)
    paid = paid if found.amount >= 0 else Money(-paid.minor, paid.currency)
    charge = source if kind is LineKind.PAYMENT else source.charge
    order_id = _metadata(charge).get("order_id", "")
    return PayoutLine(_named("txn_", found.id), kind, paid, settled, fee, order_id=order_id)


def _client(settings: BillingSettings) -> stripe.StripeClient:
    address = settings.stripe_api_url.rstrip("/")
    # A session that reaches no other host (`shared.kit.http.egress`). A request that creates something carries a key.
    session = session_to(address, only_public=settings.environment == "production", is_idempotent=True)
    http = stripe.RequestsClient(timeout=(CONNECT_SECONDS, READ_SECONDS), session=session)
    return stripe.StripeClient(
        settings.stripe_api_key.get_secret_value(),
        base_addresses={"api": address},
        http_client=http,
        max_network_retries=0,
    )


@contextmanager
def _refusals(**about: str) -> Iterator[None]:
    """Raise OrderRefused for a refusal that no retry changes, and log which parameter it is about."""
    try:
        yield
    except stripe.InvalidRequestError as error:
        logger().warning("order_refused", provider="stripe", field=error.param, code=error.code, **about)
        raise OrderRefused() from error


def _metadata(found: Any) -> Mapping[str, str]:
    return dict(found.metadata.to_dict()) if found.metadata else {}


# Names of card brands at Stripe, where they differ from our names of methods.
BRANDS = {"cartes_bancaires": "cartebancaire"}


def _brand(value: Any) -> str | None:
    name = BRANDS.get(str(value), str(value)) if value else ""
    return name if name.isalnum() else None


# Charged in whole units; ISK and UGX, which have none either, in hundredths (docs.stripe.com/currencies).
WHOLE_UNITS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF"


def _units(money: Money) -> int:
    """A sum as Stripe writes it, in the smallest part that it knows of the currency. Raises OrderRefused."""
    if money.currency in WHOLE_UNITS.split():
        whole, rest = divmod(money.minor, 100)
        if rest:
            raise OrderRefused()
        return whole
    return money.minor * 10 if CURRENCIES.get(money.currency) == 3 else money.minor


def _money(units: int, code: str) -> Money:
    """The sum that an answer of Stripe states. Raises ValueError for a part of a unit that we do not count."""
    currency = code.upper()
    if currency in WHOLE_UNITS.split():
        return Money(int(units) * 100, currency)
    return Money.of(Decimal(units) / 1000, currency) if CURRENCIES.get(currency) == 3 else Money(int(units), currency)


def _named(prefix: str, value: Any) -> str:
    if not isinstance(value, str) or not value.startswith(prefix) or len(value) > 120:
        raise ValueError("not the id of what was asked for")
    return value


def _page(value: Any, settings: BillingSettings) -> str:
    """The checkout page, validated because members pay there. Raises ValueError for another scheme."""
    parts = urlsplit(str(value))
    if parts.hostname and parts.scheme in (("https",) if settings.environment == "production" else ("https", "http")):
        return str(value)
    raise ValueError("no address of a page")
