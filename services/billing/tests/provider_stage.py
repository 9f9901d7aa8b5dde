"""The fake provider and the sandbox, each with payers and banks that a test directs."""

from datetime import UTC, datetime
from typing import Protocol
from uuid import uuid4

import httpx
from billing.clients.mollie import MolliePayments
from billing.clients.stripe import StripePayments
from billing.domain.payment import AUTHENTICATION_REQUIRED, Buyer, Payment, PaymentReport, PaymentStatus
from billing.ports import PaymentProvider
from billing.settings import BillingSettings
from billing.tests.makers import FakeProvider, eur
from shared.kit.testing.environment import environment_of
from shared.sites import SiteDirectory

KEY = "test_contract"


class Stage(Protocol):
    """A provider with payers and banks that the test directs."""

    @property
    def provider(self) -> PaymentProvider: ...
    def decide(self, provider_id: str, status: str) -> None: ...
    def bank_says(self, outcome: str) -> None:
        """Set the outcome of payments with a mandate from now on."""


class FakeStage:
    def __init__(self) -> None:
        self.provider = FakeProvider()

    def decide(self, provider_id: str, status: str) -> None:
        match status:
            case "paid":
                self.provider.pay(provider_id)
            case "won_back":
                self.provider.change(provider_id, returned=eur(0), is_charged_back=False)
            case "refunded" | "charged_back":
                self.provider.give_back(provider_id, is_charged_back=status == "charged_back")
            case _:
                ours = {"canceled": PaymentStatus.CANCELLED}.get(status) or PaymentStatus(status)
                self.provider.change(provider_id, status=ours)

    def bank_says(self, outcome: str) -> None:
        asks = outcome == AUTHENTICATION_REQUIRED
        self.provider.again = (
            PaymentStatus.FAILED if asks else {"paid": PaymentStatus.COMPLETED}.get(outcome) or PaymentStatus(outcome)
        )
        self.provider.failure = AUTHENTICATION_REQUIRED if asks else None


class SandboxStage:
    provider: PaymentProvider

    def __init__(self, address: str) -> None:
        self._home = f"{address}/dev/payments"
        self.provider = MolliePayments(billing_settings(f"{address}/v2"))

    def decide(self, provider_id: str, status: str) -> None:
        page = f"{self._home}/checkout/{provider_id}"
        assert httpx.post(page, data={"status": status}, trust_env=False).status_code == 303

    def bank_says(self, outcome: str) -> None:
        httpx.post(f"{self._home}/behaviour", json={"recurring": outcome}, trust_env=False).raise_for_status()


class StripeStage(SandboxStage):
    def __init__(self, address: str) -> None:
        self._home = f"{address}/dev/payments/stripe"
        stripe = {"STRIPE_API_URL": address, "STRIPE_API_KEY": "sk_test_contract", "STRIPE_WEBHOOK_KEYS": "a" * 20}
        self.provider = StripePayments(billing_settings(f"{address}/v2", **stripe))


def billing_settings(api_url: str, **changes: str) -> BillingSettings:
    return BillingSettings.from_environment(
        **environment_of(
            "billing",
            **{
                "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
                "PAYMENTS_API_URL": api_url,
                "PAYMENTS_API_KEY": KEY,
                "PAYMENTS_WEBHOOK_URL": "http://localhost:1/api/payment-webhook.php",
                **changes,
            },
        )
    )


def a_payment(method: str = "ideal", saves: bool = False) -> Payment:
    site = SiteDirectory().get("pairwise")
    [package, *_] = site.packages
    buyer = Buyer(uuid4(), "pairwise", "NL", "en")
    return Payment.ordered(
        uuid4(), buyer, package, site.price(package, "NL"), 2100, method, b"", datetime.now(UTC), saves_method=saves
    )


def create(stage: Stage, payment: Payment, **how: str) -> tuple[str, str | None]:
    return stage.provider.create(
        payment, "Pairwise: 20 credits", payment.return_url("http://localhost:8080"), key=str(payment.id), **how
    )


def reported(stage: Stage, provider_id: str) -> PaymentReport:
    report = stage.provider.report(provider_id)
    assert report is not None
    return report
