"""The client of the provider: outages, answers without sense, redirects and encryption."""

import socket
import threading

import pytest
from billing.clients.mollie import MolliePayments
from billing.domain.payment import OrderRefused
from billing.errors import ProviderUnavailable
from billing.tests.provider_stage import SandboxStage, a_payment, billing_settings, create


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
