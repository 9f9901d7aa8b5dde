"""One test over the fake provider and the real client, which talks to the sandbox of a local copy."""

import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import httpx
import pytest
import uvicorn
from billing.clients.mollie import MolliePayments
from billing.domain.payment import Buyer, Payment, Status
from billing.errors import ProviderUnavailable
from billing.ports import OrderRefused, PaymentProvider
from billing.settings import BillingSettings
from billing.tests.makers import FakeProvider
from cryptography.fernet import Fernet
from sites import SiteDirectory
from standins.payments.app import payments_app

KEY = "test_contract"


class Stage(Protocol):
    """A provider whose payers do what the test says."""

    @property
    def provider(self) -> PaymentProvider: ...
    def decide(self, provider_id: str, status: str) -> None: ...


class FakeStage:
    def __init__(self) -> None:
        self.provider = FakeProvider()

    def decide(self, provider_id: str, status: str) -> None:
        ours = {"paid": Status.COMPLETED, "canceled": Status.CANCELLED}.get(status) or Status(status)
        self.provider.change(provider_id, status=ours)


class SandboxStage:
    def __init__(self, address: str) -> None:
        self._address = address
        self.provider = MolliePayments(billing_settings(f"{address}/v2"))

    def decide(self, provider_id: str, status: str) -> None:
        httpx.post(f"{self._address}/dev/payments/checkout/{provider_id}", data={"status": status}, trust_env=False)


def billing_settings(api_url: str, **changes: str) -> BillingSettings:
    return BillingSettings.from_environment(
        **{
            "PAIRWISE_SERVICE": "billing",
            "PAIRWISE_ENV": "test",
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
            "PAYMENTS_API_URL": api_url,
            "PAYMENTS_API_KEY": KEY,
            "PAYMENTS_WEBHOOK_URL": "http://localhost:1/api/payment-webhook.php",
            "FIELDS_KEY": Fernet.generate_key().decode(),
            "SMS_URL": "http://localhost:1/sms",
            **changes,
        }
    )


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("payments") / "payments.sqlite3"
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = payments_app(Path(file), public_url=address, api_key=KEY, merchant="Pairwise")
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield address
        server.should_exit = True
        thread.join(5)


@pytest.fixture(params=["fake", "sandbox"])
def stage(request: pytest.FixtureRequest) -> Stage:
    return FakeStage() if request.param == "fake" else SandboxStage(request.getfixturevalue("sandbox"))


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


def test_a_new_payment_is_open_and_has_a_page(stage: Stage) -> None:
    payment = a_payment()

    provider_id, checkout_url = create(stage, payment)

    assert checkout_url is not None
    assert checkout_url.startswith("http")
    report = stage.provider.report(provider_id)
    assert report is not None
    assert (report.status, report.amount, report.currency) == (Status.OPEN, Decimal("9.99"), "EUR")
    assert report.is_about(payment.made_as(provider_id, checkout_url))


def test_the_same_order_gets_the_same_payment(stage: Stage) -> None:
    payment = a_payment()

    assert create(stage, payment) == create(stage, payment)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("paid", Status.COMPLETED),
        ("failed", Status.FAILED),
        ("canceled", Status.CANCELLED),
        ("expired", Status.EXPIRED),
        ("open", Status.OPEN),
    ],
)
def test_what_the_payer_does_is_reported(stage: Stage, theirs: str, ours: Status) -> None:
    provider_id, _ = create(stage, a_payment())

    stage.decide(provider_id, theirs)

    report = stage.provider.report(provider_id)
    assert report is not None
    assert report.status is ours


def test_a_payment_nobody_made_is_not_known(stage: Stage) -> None:
    assert stage.provider.report("tr_nobody") is None


def test_an_order_the_sandbox_will_not_take_is_refused(sandbox: str) -> None:
    with pytest.raises(OrderRefused):
        create(SandboxStage(sandbox), a_payment(method="cowries"))


def test_a_wrong_key_is_an_outage_and_stays_out_of_logs(sandbox: str, capsys: pytest.CaptureFixture[str]) -> None:
    provider = MolliePayments(billing_settings(f"{sandbox}/v2", PAYMENTS_API_KEY="test_wrong"))

    with pytest.raises(ProviderUnavailable):
        provider.report("tr_nobody")
    assert "test_wrong" not in "".join(capsys.readouterr())


def test_a_provider_that_is_not_there_is_an_outage() -> None:
    with pytest.raises(ProviderUnavailable):
        MolliePayments(billing_settings("http://127.0.0.1:1/v2")).report("tr_nobody")


@pytest.mark.parametrize(
    "answer",
    [
        b"{}",
        b"[]",
        b"no json",
        b'{"id": "tr_x", "status": "paid", "amount": {"value": "NaN?", "currency": "EUR"}, "metadata": {}}',
        b'{"id": "tr_x", "status": "generous", "amount": {"value": "1.00", "currency": "EUR"}, "metadata": {}}',
        b'{"id": 5, "status": "paid", "amount": null, "metadata": "text"}',
    ],
)
def test_an_answer_that_makes_no_sense_is_an_outage(answer: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\n\r\n"
    with a_server_saying(head + answer) as address, pytest.raises(ProviderUnavailable):
        MolliePayments(billing_settings(f"{address}/v2")).report("tr_x")


def test_redirects_are_not_followed() -> None:
    with (
        a_server_saying(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n") as address,
        pytest.raises(ProviderUnavailable),
    ):
        MolliePayments(billing_settings(f"{address}/v2")).report("tr_x")


@pytest.mark.parametrize(
    ("url", "environment"),
    [
        ("http://127.0.0.1:9/v2", "production"),
        ("http://payments.example/v2", "development"),
        ("ftp://localhost/v2", "development"),
    ],
)
def test_money_talk_is_encrypted_unless_it_stays_on_this_machine(url: str, environment: str) -> None:
    changes = {
        "PAIRWISE_ENV": environment,
        "PAIRWISE_PUBLIC_URL": "https://pairwise.example",
        "PAYMENTS_WEBHOOK_URL": "https://pairwise.example/api/payment-webhook.php",
        "SMS_URL": "https://sms.example/send",
    }

    with pytest.raises(ValueError, match="PAYMENTS_API_URL must be https"):
        billing_settings(url, **changes)


class a_server_saying:  # noqa: N801
    """Answers every connection with these bytes."""

    def __init__(self, answer: bytes) -> None:
        self._answer, self._listening = answer, socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> str:
        threading.Thread(target=self._serve, daemon=True).start()
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                connection.sendall(self._answer)
