"""Mollie as the payment provider. The sandbox of a local copy speaks the same API at another address."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlsplit

import requests
from mollie.api.client import Client
from mollie.api.error import BadRequestError, Error, NotFoundError, UnprocessableEntityError
from servicekit.logs import logger

from billing.domain.payment import Payment, Report, Status
from billing.errors import ProviderUnavailable
from billing.ports import OrderRefused
from billing.settings import BillingSettings

CONNECT_SECONDS, READ_SECONDS = 2, 3
# The rest of the threads goes on answering while the provider hangs.
AT_ONCE, WAIT_SECONDS = 4, 0.5

STATUS = {
    "open": Status.OPEN,
    "pending": Status.PENDING,
    "authorized": Status.PENDING,
    "paid": Status.COMPLETED,
    "failed": Status.FAILED,
    "canceled": Status.CANCELLED,
    "expired": Status.EXPIRED,
}
LOCALES = {
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


class MolliePayments:
    def __init__(self, settings: BillingSettings) -> None:
        self._settings = settings
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._own = threading.local()  # a session of `requests` belongs to one thread

    def create(self, payment: Payment, description: str, return_url: str) -> tuple[str, str | None]:
        wanted = {
            "amount": {"value": f"{payment.amount:.2f}", "currency": payment.currency},
            "description": description,
            "method": payment.method,
            "locale": LOCALES.get(payment.locale, "en_GB"),
            "redirectUrl": return_url,
            "webhookUrl": self._settings.payments_webhook_url,
            "metadata": {"order_id": str(payment.id)},
        }
        with self._asking() as client:
            try:
                made = client.payments.create(wanted, idempotency_key=str(payment.id))
            except (BadRequestError, UnprocessableEntityError) as error:
                logger().warning("order_refused", payment_id=str(payment.id), field=error.field)
                raise OrderRefused() from error
            return _provider_id(made.id), _checkout_url(made.checkout_url, self._settings)

    def report(self, provider_id: str) -> Report | None:
        with self._asking() as client:
            try:
                told = client.payments.get(provider_id)
            except NotFoundError:
                return None
            return Report(
                provider_id=_provider_id(told.id),
                order_id=str((told.metadata or {}).get("order_id", "")),
                status=STATUS[told.status],
                amount=Decimal(told.amount["value"]),
                currency=str(told.amount["currency"]),
            )

    @contextmanager
    def _asking(self) -> Iterator[Any]:
        if not self._places.acquire(timeout=WAIT_SECONDS):
            raise ProviderUnavailable()
        try:
            yield self._client()
        except (Error, requests.RequestException) as error:
            status = getattr(error, "status", None)
            logger().warning("provider_unavailable", problem=type(error).__name__, status=status)
            raise ProviderUnavailable() from error
        except (KeyError, TypeError, ValueError, AttributeError, InvalidOperation) as error:
            # An answer from outside is checked like any other input.
            logger().error("provider_not_understood", problem=type(error).__name__)
            raise ProviderUnavailable() from error
        finally:
            self._places.release()

    def _client(self) -> Any:
        if not hasattr(self._own, "client"):
            self._own.client = _client(self._settings)
        return self._own.client


def _client(settings: BillingSettings) -> Any:
    # Mollie's client adds the version to the address by itself.
    endpoint = settings.payments_api_url.rstrip("/").removesuffix("/v2")
    client: Any = Client(api_endpoint=endpoint, timeout=(CONNECT_SECONDS, READ_SECONDS), retry=0)
    client.set_api_key(settings.payments_api_key.get_secret_value())
    # A session of our own takes the place of the one it would make: no redirects, no proxies of the environment.
    client._client = requests.Session()
    client._client.max_redirects, client._client.trust_env = 0, False
    return client


def _provider_id(value: Any) -> str:
    if not isinstance(value, str) or not value.startswith("tr_") or len(value) > 64:
        raise ValueError("no id of a payment")
    return value


def _checkout_url(value: Any, settings: BillingSettings) -> str | None:
    """Where we send members with their money, so it is looked at first."""
    if value is None:
        return None
    parts = urlsplit(value)
    if parts.hostname and parts.scheme in (("https",) if settings.environment == "production" else ("https", "http")):
        return str(value)
    raise ValueError("no address of a page")
