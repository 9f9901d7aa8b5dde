"""Mollie as the payment provider. The sandbox of a local copy speaks the same API at another address."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal, InvalidOperation
from http import HTTPStatus
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import requests
from mollie.api.client import Client
from mollie.api.error import BadRequestError, Error, NotFoundError, ResponseError, UnprocessableEntityError
from mollie.api.objects.customer import Customer
from mollie.api.objects.payment import Payment as MolliePayment
from mollie.api.objects.settlement import Settlement as MollieSettlement
from mollie.api.resources.mandates import CustomerMandates
from mollie.api.resources.refunds import PaymentRefunds
from shared.kit.core import CircuitBreaker, logger
from shared.kit.http import session_to
from shared.sites import PAYMENT_METHODS, Money

from billing.domain.direct_debit import Application
from billing.domain.payment import OrderRefused, Payment, PaymentReport, PaymentStatus
from billing.domain.payout import LineKind, PayoutLine, PayoutReport
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable
from billing.settings import BillingSettings

CONNECT_SECONDS, READ_SECONDS = 2, 3
# Bulkhead: the other threads keep serving while the provider hangs.
AT_ONCE, WAIT_SECONDS = 4, 0.5

STATUS = {
    "open": PaymentStatus.OPEN,
    "pending": PaymentStatus.PENDING,
    "authorized": PaymentStatus.PENDING,
    "paid": PaymentStatus.COMPLETED,
    "failed": PaymentStatus.FAILED,
    "canceled": PaymentStatus.CANCELLED,
    "expired": PaymentStatus.EXPIRED,
}
LOCALES = {
    "pt": "pt_PT",
    "hu": "hu_HU",
    "lv": "lv_LV",
    "lt": "lt_LT",
    "is": "is_IS",
    "ca": "ca_ES",
    "nl": "nl_NL",
    "en": "en_GB",
    "de": "de_DE",
    "fr": "fr_FR",
    "es": "es_ES",
    "it": "it_IT",
    "pl": "pl_PL",
    "da": "da_DK",
    "sv": "sv_SE",
    "nb": "nb_NO",
    "fi": "fi_FI",
}


LISTED_AT_ONCE = 100
# The lists of a settlement.
SETTLED = {LineKind.PAYMENT: "payments", LineKind.REFUND: "refunds", LineKind.CHARGEBACK: "chargebacks"}


class MolliePayments:
    def __init__(self, settings: BillingSettings) -> None:
        self._settings = settings
        self._slots = threading.BoundedSemaphore(AT_ONCE)
        self._breaker = CircuitBreaker()
        # Of its own: a token that may not read settlements, or no more, stops no payment.
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
        wanted: dict[str, Any] = {
            "amount": _written(payment.amount),
            "description": description,
            "method": _method(payment.method),
            "locale": LOCALES.get(payment.locale, "en_GB"),
            "redirectUrl": return_url,
            "webhookUrl": self._settings.payments_webhook_url,
            "metadata": {"order_id": str(payment.id)},
        }
        if mandate_id is not None:
            del wanted["redirectUrl"]
            wanted |= {"sequenceType": "recurring", "customerId": customer_id, "mandateId": mandate_id}
        elif customer_id is not None:
            wanted |= {"customerId": customer_id}
            if payment.saves_method:
                wanted |= {"sequenceType": "first"}
        with self._calling() as client, _refusals(payment_id=str(payment.id)):
            made = client.payments.create(wanted, idempotency_key=key)
            return _provider_id(made.id), _checkout_url(made.checkout_url, self._settings)

    def report(self, provider_id: str) -> PaymentReport | None:
        with self._calling() as client:
            try:
                found = client.payments.get(provider_id)
            except NotFoundError:
                return None
            return _report(found)

    def reports_since(self, since: datetime) -> Iterator[PaymentReport]:
        start: str | None = None
        while True:
            # One page at a time in the bulkhead, so that a long list does not keep members waiting.
            with self._calling() as client:
                asked = {"limit": LISTED_AT_ONCE} | ({"from": start} if start else {})
                page = client.payments.list(**asked)
                found = [(datetime.fromisoformat(each.created_at), _report(each)) for each in page]
                more = page.has_next()
            # The page begins with the payment that `from` names, the last one of the page before.
            fresh = found[1:] if start else found
            for made_at, report in fresh:
                if made_at < since:
                    return
                yield report
            if not more or not fresh:
                return
            start = fresh[-1][1].provider_id

    def payouts_since(self, since: datetime) -> Iterator[PayoutReport]:
        if not self._settings.may_read_payouts:
            return
        for found in self._pages(attrgetter("settlements")):
            if found.status == "paidout" and found.settled_at:
                paid_at = datetime.fromisoformat(found.settled_at)
                if paid_at < since:
                    return
                yield PayoutReport(_named("stl_", found.id), _read(found.amount), paid_at)

    def payout_lines(self, payout_id: str) -> Iterator[PayoutLine]:
        with self._calling(reads=True) as client:
            settlement = client.settlements.get(payout_id)
            currency, periods = _read(settlement.amount).currency, settlement.periods or {}
            fees = list(_fees(periods, currency))
        yield from fees
        for kind, name in SETTLED.items():
            for found in self._pages(attrgetter(name), payout_id):
                yield _payout_line(kind, found, currency)

    def _pages(self, resources: Callable[[Any], Any], settlement_id: str | None = None) -> Iterator[Any]:
        """Each thing of a list of the provider, or of a settlement, one page at a time in the bulkhead."""
        start: str | None = None
        while True:
            with self._calling(reads=True) as client:
                parent = _settlement(client, settlement_id) if settlement_id else client
                page = resources(parent).list(**({"limit": LISTED_AT_ONCE} | ({"from": start} if start else {})))
                found, more = list(page), page.has_next()
            # The page begins with the one that `from` names, the last one of the page before.
            fresh = found[1:] if start else found
            yield from fresh
            if not more or not fresh:
                return
            start = fresh[-1].id

    def create_customer(self, member_id: UUID) -> str:
        # No name and no address: the provider asks the member itself.
        with self._calling() as client:
            made = client.customers.create({"metadata": {"member": str(member_id)}}, idempotency_key=f"c {member_id}")
            return _named("cst_", made.id)

    def create_mandate(self, customer_id: str, application: Application, contact: str) -> str:
        wanted = {
            "method": "directdebit",
            "consumerName": application.holder,
            "consumerAccount": application.iban,
            "mandateReference": application.mandate_reference,
            "signatureDate": f"{application.signed_at:%Y-%m-%d}" if application.signed_at else None,
        }
        with self._calling() as client, _refusals(application_id=str(application.id)):
            made = _mandates(client, customer_id).create(wanted, idempotency_key=f"m {application.id}")
            if made.is_invalid():
                raise OrderRefused()
            return _named("mdt_", made.id)

    def revoke_mandate(self, customer_id: str, mandate_id: str) -> None:
        with self._calling() as client:
            try:
                _mandates(client, customer_id).delete(mandate_id)
            except NotFoundError:
                return
            except ResponseError as error:
                if error.status != HTTPStatus.GONE:
                    raise

    def refund(self, provider_id: str, refund: Refund) -> str:
        wanted = {
            "amount": _written(refund.amount),
            "description": f"{refund.credits} credits",
            "metadata": {"refund_id": str(refund.id)},
        }
        with self._calling() as client, _refusals(payment_id=str(refund.payment_id)):
            paid: Any = MolliePayment
            refunds = PaymentRefunds(client, paid({"id": provider_id}, client))
            made = refunds.create(wanted, idempotency_key=f"r {refund.id}")
            return _named("re_", made.id)

    def order_of(self, about: Mapping[str, Any]) -> UUID | None:
        # Mollie signs no webhooks: they name the id of a payment, and nothing else.
        return None

    @contextmanager
    def _calling(self, *, reads: bool = False) -> Iterator[Any]:
        breaker = self._report_breaker if reads else self._breaker
        if not breaker.allows_call() or not self._slots.acquire(timeout=WAIT_SECONDS):
            raise ProviderUnavailable()
        try:
            yield self._client("reads" if reads else "pays")
            breaker.succeeded()
        except OrderRefused:
            breaker.succeeded()
            raise
        except (Error, requests.RequestException) as error:
            breaker.failed()
            status = getattr(error, "status", None)
            logger().warning("provider_unavailable", problem=type(error).__name__, status=status)
            raise ProviderUnavailable() from error
        except (KeyError, TypeError, ValueError, AttributeError, InvalidOperation) as error:
            # An answer from outside is checked like any other input.
            breaker.failed()
            logger().error("provider_not_understood", problem=type(error).__name__)
            raise ProviderUnavailable() from error
        finally:
            self._slots.release()

    def _client(self, name: str) -> Any:
        """The client that pays, or the one that reads payouts, whose token may do nothing else."""
        if not hasattr(self._own, name):
            setattr(self._own, name, _client(self._settings, reads=name == "reads"))
        return getattr(self._own, name)


@contextmanager
def _refusals(**about: str) -> Iterator[None]:
    """Raise OrderRefused for a refusal that no retry changes, and log which field it is about."""
    try:
        yield
    except (BadRequestError, UnprocessableEntityError) as error:
        logger().warning("order_refused", field=error.field, **about)
        raise OrderRefused() from error


def _settlement(client: Any, payout_id: str) -> Any:
    """A settlement of which only the id is known, for its lists."""
    settlement: Any = MollieSettlement
    return settlement({"id": payout_id}, client)


def _fees(periods: Mapping[str, Any], currency: str) -> Iterator[PayoutLine]:
    """What Mollie kept, by month and kind of cost; it names no payments."""
    nothing = Money(0, currency)
    for year, months in periods.items():
        for month, period in months.items():
            for number, cost in enumerate(period.get("costs") or []):
                fee = _read(cost["amountGross"])
                yield PayoutLine(f"fee-{year}-{month}-{number}", LineKind.FEE, nothing, nothing, fee)


def _payout_line(kind: LineKind, found: Any, currency: str) -> PayoutLine:
    paid = _read(found.amount)
    paid = paid if kind is LineKind.PAYMENT or paid.minor < 0 else Money(-paid.minor, paid.currency)
    settled = _read(found.settlement_amount) if found.settlement_amount else paid
    payment_id = found.id if kind is LineKind.PAYMENT else found.payment_id
    return PayoutLine(found.id, kind, paid, settled, Money(0, currency), provider_id=_provider_id(payment_id))


def _client(settings: BillingSettings, *, reads: bool = False) -> Any:
    # Mollie's client adds the version to the address by itself.
    endpoint = settings.payments_api_url.rstrip("/").removesuffix("/v2")
    client: Any = Client(api_endpoint=endpoint, timeout=(CONNECT_SECONDS, READ_SECONDS), retry=0)
    key = (settings.payments_report_key if reads else settings.payments_api_key).get_secret_value()
    # The sandbox of a local copy is read with a test key.
    (client.set_access_token if key.startswith("access_") else client.set_api_key)(key)
    # Replace its session by one that reaches no other host (`shared.kit.http.egress`). A request that creates something
    # carries a key.
    client._client = session_to(endpoint, only_public=settings.environment == "production", is_idempotent=True)
    return client


def _mandates(client: Any, customer_id: str) -> Any:
    customer: Any = Customer
    return CustomerMandates(client, customer({"id": customer_id}, client))


def _report(payment: Any) -> PaymentReport:
    details = payment.details or {}
    amount = _read(payment.amount)
    charged_back = _read(payment.amount_chargedback, amount.currency)
    card = str(details.get("cardLabel") or "").lower().replace(" ", "") or None
    number = str(details.get("cardNumber") or details.get("consumerAccount") or "")
    return PaymentReport(
        provider_id=_provider_id(payment.id),
        order_id=str((payment.metadata or {}).get("order_id", "")),
        status=STATUS[payment.status],
        amount=amount,
        returned=_read(payment.amount_refunded, amount.currency) + charged_back,
        is_charged_back=charged_back.minor > 0,
        failure=str(details["failureReason"])[:60] if details.get("failureReason") else None,
        mandate_id=_named("mdt_", payment.mandate_id) if payment.mandate_id else None,
        customer_id=_named("cst_", payment.customer_id) if payment.customer_id else None,
        brand=BRANDS.get(card, card) if card and card.isalnum() else None,
        last4=number[-4:] if len(number) >= 4 else None,
    )


# Names of card brands at the provider, where they differ from our names of methods.
BRANDS = {"cartesbancaires": "cartebancaire", "cartebancaire": "cartebancaire", "americanexpress": "amex"}


def _method(name: str) -> str:
    known = PAYMENT_METHODS.get(name)
    return known.mollie if known else name


def _written(money: Money) -> dict[str, str]:
    return {"value": money.text, "currency": money.currency}


def _read(amount: Any, currency_of_none: str | None = None) -> Money:
    """An amount as the provider writes it; a missing one is nothing of `currency_of_none`, where that is given."""
    if amount is None and currency_of_none is not None:
        return Money(0, currency_of_none)
    return Money.of(Decimal(amount["value"]), str(amount["currency"]))


def _named(prefix: str, value: Any) -> str:
    if not isinstance(value, str) or not value.startswith(prefix) or len(value) > 64:
        raise ValueError("not the id of what was asked for")
    return value


def _provider_id(value: Any) -> str:
    return _named("tr_", value)


def _checkout_url(value: Any, settings: BillingSettings) -> str | None:
    """The checkout page, validated because members pay there. Raises ValueError for another scheme."""
    if value is None:
        return None
    parts = urlsplit(value)
    if parts.hostname and parts.scheme in (("https",) if settings.environment == "production" else ("https", "http")):
        return str(value)
    raise ValueError("no address of a page")
