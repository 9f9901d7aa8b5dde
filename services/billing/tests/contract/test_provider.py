"""One test over the fake provider and the real client, which talks to the sandbox of a local copy."""

import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import httpx
import pytest
import uvicorn
from billing.clients.mollie import MolliePayments
from billing.domain.direct_debit import Address, Application
from billing.domain.payment import AUTHENTICATION_REQUIRED, Buyer, OrderRefused, Payment, PaymentReport, PaymentStatus
from billing.domain.refund import Refund
from billing.errors import ProviderUnavailable
from billing.ports import PaymentProvider
from billing.settings import BillingSettings
from billing.tests.makers import FakeProvider, eur
from shared.kit.testing.environment import environment_of
from shared.sites import Money, SiteDirectory
from standins.payments.app import payments_app
from structlog.testing import capture_logs

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
    def __init__(self, address: str) -> None:
        self._address = address
        self.provider = MolliePayments(billing_settings(f"{address}/v2"))

    def decide(self, provider_id: str, status: str) -> None:
        page = f"{self._address}/dev/payments/checkout/{provider_id}"
        assert httpx.post(page, data={"status": status}, trust_env=False).status_code == 303

    def bank_says(self, outcome: str) -> None:
        address = f"{self._address}/dev/payments/behaviour"
        httpx.post(address, json={"recurring": outcome}, trust_env=False).raise_for_status()


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


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("payments") / "payments.sqlite3"
    # Its webhooks reach nobody here, and what it logs of them between two tests would be printed.
    with socket.socket() as listening, capture_logs():
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


def an_application(iban: str = "NL91ABNA0417164300") -> Application:
    application_id = uuid4()
    return Application(
        id=application_id,
        member_id=uuid4(),
        body_hash=b"",
        holder="A. Tester",
        iban=iban,
        phone="+31612345678",
        address=Address("Voorbeeldstraat 1", "3511 AA", "Utrecht", "NL"),
        mandate_reference=f"PW-{application_id.hex[:12].upper()}",
        code_hash=None,
        code_expires_at=None,
        code_sent_at=None,
        tries=0,
        signed_at=datetime.now(UTC),
    )


def a_refund(payment: Payment, amount: Money) -> Refund:
    return Refund(uuid4(), payment.id, payment.member_id, 4, amount, datetime.now(UTC))


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
    assert (report.status, report.amount) == (PaymentStatus.OPEN, eur(999))
    assert report.is_about(payment.created_as(provider_id, checkout_url))


def test_the_same_order_gets_the_same_payment(stage: Stage) -> None:
    payment = a_payment()

    assert create(stage, payment) == create(stage, payment)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("paid", PaymentStatus.COMPLETED),
        ("failed", PaymentStatus.FAILED),
        ("canceled", PaymentStatus.CANCELLED),
        ("expired", PaymentStatus.EXPIRED),
        ("open", PaymentStatus.OPEN),
    ],
)
def test_the_payers_decision_is_reported(stage: Stage, theirs: str, ours: PaymentStatus) -> None:
    provider_id, _ = create(stage, a_payment())

    stage.decide(provider_id, theirs)

    report = stage.provider.report(provider_id)
    assert report is not None
    assert report.status is ours


def reported(stage: Stage, provider_id: str) -> PaymentReport:
    report = stage.provider.report(provider_id)
    assert report is not None
    return report


def test_a_decided_payment_stays_decided(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment())
    stage.decide(provider_id, "paid")

    assert [reported(stage, provider_id).status for _ in range(2)] == [PaymentStatus.COMPLETED] * 2
    assert (reported(stage, provider_id).returned, reported(stage, provider_id).is_charged_back) == (eur(0), False)


def test_a_kept_card_has_a_mandate_that_pays_without_a_page(stage: Stage) -> None:
    payment = a_payment("creditcard", saves=True)
    customer_id = stage.provider.create_customer(payment.member_id)
    first, page = create(stage, payment, customer_id=customer_id)
    assert page is not None
    stage.decide(first, "paid")
    kept = reported(stage, first)
    assert kept.customer_id == customer_id
    assert kept.mandate_id
    assert (kept.brand is not None, len(kept.last4 or "")) == (True, 4)

    for outcome, ours in (
        ("paid", PaymentStatus.COMPLETED),
        ("failed", PaymentStatus.FAILED),
        ("pending", PaymentStatus.PENDING),
    ):
        stage.bank_says(outcome)
        again, no_page = create(stage, a_payment("creditcard"), customer_id=customer_id, mandate_id=kept.mandate_id)
        assert (no_page, reported(stage, again).status) == (None, ours)
    stage.bank_says("paid")


def test_a_bank_that_wants_its_customer_says_so(stage: Stage) -> None:
    payment = a_payment("creditcard", saves=True)
    customer_id = stage.provider.create_customer(payment.member_id)
    first, _ = create(stage, payment, customer_id=customer_id)
    stage.decide(first, "paid")
    mandate_id = str(reported(stage, first).mandate_id)

    stage.bank_says(AUTHENTICATION_REQUIRED)
    again, _ = create(stage, a_payment("creditcard"), customer_id=customer_id, mandate_id=mandate_id)
    stage.bank_says("paid")

    report = reported(stage, again)
    assert (report.status, report.failure) == (PaymentStatus.FAILED, AUTHENTICATION_REQUIRED)


def test_a_payment_that_keeps_nothing_has_no_mandate(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment("creditcard"))
    stage.decide(provider_id, "paid")

    assert reported(stage, provider_id).mandate_id is None


def test_a_member_is_one_customer_however_often_they_are_made(stage: Stage) -> None:
    member_id = uuid4()

    assert stage.provider.create_customer(member_id) == stage.provider.create_customer(member_id)
    assert stage.provider.create_customer(member_id) != stage.provider.create_customer(uuid4())


def test_a_mandate_is_made_once_and_ends_when_it_is_revoked(stage: Stage) -> None:
    application = an_application()
    customer_id = stage.provider.create_customer(application.member_id)
    made = {stage.provider.create_mandate(customer_id, application) for _ in range(2)}
    [mandate_id] = made
    create(stage, a_payment("directdebit"), customer_id=customer_id, mandate_id=mandate_id)

    for _ in range(2):
        stage.provider.revoke_mandate(customer_id, mandate_id)

    with pytest.raises((OrderRefused, ProviderUnavailable)):
        create(stage, a_payment("directdebit"), customer_id=customer_id, mandate_id=mandate_id)


def test_nobody_pays_with_the_mandate_of_another(stage: Stage) -> None:
    application = an_application()
    hers = stage.provider.create_customer(application.member_id)
    mandate_id = stage.provider.create_mandate(hers, application)

    with pytest.raises((OrderRefused, ProviderUnavailable)):
        create(
            stage, a_payment("directdebit"), customer_id=stage.provider.create_customer(uuid4()), mandate_id=mandate_id
        )


def test_a_refund_is_made_once_for_its_id(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")
    refund = a_refund(payment, eur(200))

    made = {stage.provider.refund(provider_id, refund) for _ in range(3)}
    stage.provider.refund(provider_id, a_refund(payment, eur(99)))

    assert len(made) == 1
    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, eur(299), False)


def test_a_refund_above_the_payment_is_refused(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")

    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, payment.amount + eur(1)))
    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, Money(100, "PLN")))
    assert reported(stage, provider_id).returned == eur(0)


def test_an_unpaid_payment_is_not_refunded(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)

    with pytest.raises(OrderRefused):
        stage.provider.refund(provider_id, a_refund(payment, eur(100)))


def test_a_chargeback_takes_the_rest_of_a_payment(stage: Stage) -> None:
    payment = a_payment()
    provider_id, _ = create(stage, payment)
    stage.decide(provider_id, "paid")
    stage.provider.refund(provider_id, a_refund(payment, eur(200)))

    stage.decide(provider_id, "charged_back")

    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, payment.amount, True)


def test_a_won_chargeback_leaves_nothing_returned(stage: Stage) -> None:
    provider_id, _ = create(stage, a_payment())
    for status in ("paid", "charged_back", "won_back"):
        stage.decide(provider_id, status)

    report = reported(stage, provider_id)
    assert (report.status, report.returned, report.is_charged_back) == (PaymentStatus.COMPLETED, eur(0), False)


def test_the_list_has_every_payment_once_the_newest_first(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("billing.clients.mollie.LISTED_AT_ONCE", 3)
    began = datetime.now(UTC) - timedelta(seconds=1)
    made = [create(stage, a_payment())[0] for _ in range(8)]
    stage.decide(made[0], "paid")

    listed = [report for report in stage.provider.reports_since(began) if report.provider_id in made]

    assert [report.provider_id for report in listed] == made[::-1]
    assert listed[-1].status is PaymentStatus.COMPLETED
    assert list(stage.provider.reports_since(datetime.now(UTC) + timedelta(minutes=1))) == []


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
