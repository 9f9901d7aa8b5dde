"""Both providers by their public documentation, against examples of requests and answers in their formats.

Twilio: docs "Message resource", "Validate requests". 46elks: docs "Send an SMS", "SMS delivery reports".
"""

import json
import ssl
import threading
from base64 import b64decode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, cast
from unittest.mock import Mock
from urllib.parse import parse_qs
from uuid import UUID

import pytest
import requests
import urllib3
from flask import Flask
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import MaxRetryError

from shared.kit.core import Malformed
from shared.text_messages import client
from shared.text_messages.client import ProviderTextMessages
from shared.text_messages.message import TextMessage, TextNotSent, TextOutcomeUnknown, TextRefused
from shared.text_messages.provider import SmsProvider
from shared.text_messages.reports import ReportUnsigned, TextReport, TextState, read_report, twilio_signature
from shared.text_messages.settings import TextMessageSettings

SID, TOKEN, KEY = "AC" + "0" * 32, "a-token-of-twilio", "a-key-of-sixteen-characters"
MESSAGE_ID = UUID("0190b5c2-5f64-7a8e-9d8d-111111111111")
MESSAGE = TextMessage(MESSAGE_ID, "+31612345678", "Hello & goodbye", "Pairwise")
WEBHOOK = "https://pairwise.test/api/sms-webhook.php"

TWILIO_QUEUED = {"sid": "SM" + "0" * 32, "status": "queued", "error_code": None, "to": "+31612345678"}
ELKS_CREATED = {"id": "s70df59406a1b4643b96f3f91e0bfb7b0", "status": "created", "to": "+31612345678", "parts": 1}


class Provider:
    """A server that keeps the requests and answers as it is told."""

    def __init__(self) -> None:
        self.status, self.answer, self.drops = 201, json.dumps(TWILIO_QUEUED), False
        self.requests: list[tuple[str, str, bytes]] = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                provider.requests.append((self.path, self.headers.get("Authorization", ""), body))
                if provider.drops:
                    self.connection.close()
                    return
                self.send_response(provider.status)
                self.end_headers()
                self.wfile.write(provider.answer.encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.address = f"127.0.0.1:{self.server.server_port}"

    @property
    def fields(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.requests[-1][2].decode()).items()}

    @property
    def login(self) -> str:
        return b64decode(self.requests[-1][1].removeprefix("Basic ")).decode()


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.server.shutdown()
    provider.server.server_close()


def settings(name: SmsProvider, address: str, **more: str) -> TextMessageSettings:
    login = {SmsProvider.TWILIO: f"{SID}:{TOKEN}@", SmsProvider.ELKS: "user:p%40ss@"}.get(name, "")
    return TextMessageSettings.from_environment(
        PAIRWISE_ENV="test",
        PAIRWISE_SERVICE="notifications",
        PAIRWISE_PUBLIC_URL="https://pairwise.test",
        DATABASE_URL="postgresql://nobody@127.0.0.1/nothing",
        SMS_PROVIDER=name,
        SMS_URL=f"http://{login}{address}",
        SMS_WEBHOOK_KEYS=KEY,
        **more,
    )


def sender(name: SmsProvider, address: str, **more: str) -> ProviderTextMessages:
    return ProviderTextMessages(settings(name, address, **more))


def test_twilio_gets_a_message_with_the_address_for_its_reports(provider: Provider) -> None:
    sender(SmsProvider.TWILIO, provider.address).send(MESSAGE)

    assert provider.requests[0][0] == f"/2010-04-01/Accounts/{SID}/Messages.json"
    assert provider.login == f"{SID}:{TOKEN}"
    assert provider.fields == {
        "To": "+31612345678",
        "From": "Pairwise",
        "Body": "Hello & goodbye",
        "StatusCallback": f"{WEBHOOK}?id={MESSAGE_ID}",
    }


def test_46elks_gets_a_message_with_a_password_for_its_reports(provider: Provider) -> None:
    provider.status, provider.answer = 200, json.dumps(ELKS_CREATED)

    sender(SmsProvider.ELKS, provider.address).send(MESSAGE)

    assert provider.requests[0][0] == "/a1/sms"
    assert provider.login == "user:p@ss"
    assert provider.fields == {
        "to": "+31612345678",
        "from": "Pairwise",
        "message": "Hello & goodbye",
        "whendelivered": f"https://reports:{KEY}@pairwise.test/api/sms-webhook.php?id={MESSAGE_ID}",
        "dontlog": "message",
    }


def test_an_adapter_gets_number_and_text_as_json(provider: Provider) -> None:
    sender(SmsProvider.ADAPTER, f"{provider.address}/send?by=x").send(MESSAGE)

    path, login, body = provider.requests[0]
    assert (path, login) == ("/send?by=x", "")
    assert json.loads(body) == {"to": "+31612345678", "text": "Hello & goodbye"}


def test_a_brand_sends_by_its_own_account_or_not_at_all(provider: Provider) -> None:
    own = f'{{"lumina": "http://AC{"1" * 32}:another-token@{provider.address}"}}'
    messages = sender(SmsProvider.TWILIO, provider.address, SMS_ACCOUNT_KEYS=own)

    messages.send(TextMessage(MESSAGE_ID, "+31612345678", "Hi", "MG" + "a" * 32, account="lumina"))
    assert provider.requests[0][0] == f"/2010-04-01/Accounts/AC{'1' * 32}/Messages.json"
    assert provider.fields["MessagingServiceSid"] == "MG" + "a" * 32
    assert "From" not in provider.fields

    with pytest.raises(TextNotSent):
        messages.send(TextMessage(MESSAGE_ID, "+31612345678", "Hi", account="other"))
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    ("name", "status", "answer", "error", "reason"),
    [
        (SmsProvider.TWILIO, 400, '{"code": 21211, "message": "Invalid To", "status": 400}', TextRefused, "number"),
        (SmsProvider.TWILIO, 400, '{"code": 21610, "message": "Unsubscribed", "status": 400}', TextRefused, "number"),
        (SmsProvider.TWILIO, 400, '{"code": 21606, "message": "Invalid From", "status": 400}', TextRefused, "message"),
        (SmsProvider.TWILIO, 400, "no JSON", TextRefused, "message"),
        (SmsProvider.TWILIO, 401, '{"code": 20003}', TextNotSent, "status 401"),
        (SmsProvider.TWILIO, 429, '{"code": 20429}', TextNotSent, "status 429"),
        # It may have been taken.
        (SmsProvider.TWILIO, 500, "", TextOutcomeUnknown, "HTTPError"),
        (SmsProvider.ELKS, 400, 'Invalid "to" number', TextRefused, "number"),
        (SmsProvider.ELKS, 400, 'Invalid "from"', TextRefused, "message"),
        (SmsProvider.ELKS, 403, "Not enough credits", TextNotSent, "status 403"),
        (SmsProvider.ELKS, 503, "", TextOutcomeUnknown, "HTTPError"),
        (SmsProvider.ADAPTER, 302, "", TextRefused, "message"),
    ],
)
def test_a_refusal_is_for_good_for_now_or_unknown(
    provider: Provider, name: SmsProvider, status: int, answer: str, error: type[Exception], reason: str
) -> None:
    provider.status, provider.answer = status, answer

    with pytest.raises(error) as raised:
        sender(name, provider.address).send(MESSAGE)

    assert str(raised.value) == reason


def test_only_a_message_that_did_not_leave_may_be_sent_again(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = sender(SmsProvider.TWILIO, provider.address)
    provider.drops = True
    with pytest.raises(TextOutcomeUnknown):
        messages.send(MESSAGE)

    provider.server.shutdown()
    provider.server.server_close()
    with pytest.raises(TextNotSent):
        messages.send(MESSAGE)
    monkeypatch.setattr(client, "CONNECT_SECONDS", 0.1)
    for _ in range(4):
        with pytest.raises(TextNotSent):
            messages.send(MESSAGE)


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (ssl.SSLCertVerificationError("not trusted"), TextNotSent),
        (ssl.SSLEOFError("ended while the answer was read"), TextOutcomeUnknown),
    ],
)
def test_only_an_untrusted_certificate_proves_that_nothing_left(
    monkeypatch: pytest.MonkeyPatch, cause: ssl.SSLError, expected: type[Exception]
) -> None:
    error = requests.exceptions.SSLError(
        MaxRetryError(cast(ConnectionPool, None), "/", urllib3.exceptions.SSLError(cause))
    )
    monkeypatch.setattr(requests.Session, "post", Mock(side_effect=error))
    with pytest.raises(expected):
        sender(SmsProvider.TWILIO, "127.0.0.1").send(MESSAGE)


def test_nothing_is_sent_without_a_provider() -> None:
    with pytest.raises(TextNotSent):
        sender(SmsProvider.NONE, "127.0.0.1:9").send(MESSAGE)


def test_twilio_signs_address_and_fields_as_its_documentation_computes_it() -> None:
    """The example of "Validate requests": https://www.twilio.com/docs/usage/security."""
    fields = {
        "CallSid": "CA1234567890ABCDE",
        "Caller": "+14158675309",
        "Digits": "1234",
        "From": "+14158675309",
        "To": "+18005551212",
    }

    signature = twilio_signature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", fields)

    assert signature == "RSOYDt4T1cUTdK1PDd93/VVr8B8="


def report(
    provider: SmsProvider, fields: dict[str, str], *, query: str = f"id={MESSAGE_ID}", **headers: str
) -> TextReport | None:
    known = settings(provider, "127.0.0.1:9")
    with Flask("reports").test_request_context(
        f"/api/sms-webhook.php?{query}",
        method="POST",
        data=fields,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    ):
        return read_report(provider, known.sms_webhook_url, known.sms_report_keys)


def twilio(status: str, **more: str) -> dict[str, str]:
    return {
        "AccountSid": SID,
        "ApiVersion": "2010-04-01",
        "From": "Pairwise",
        "MessageSid": "SM" + "0" * 32,
        "MessageStatus": status,
        "SmsSid": "SM" + "0" * 32,
        "SmsStatus": status,
        "To": "+31612345678",
        **more,
    }


@pytest.mark.parametrize(
    ("status", "more", "state", "reason"),
    [
        ("queued", {}, None, None),
        ("sent", {}, TextState.SENT, None),
        ("delivered", {}, TextState.DELIVERED, None),
        ("undelivered", {"ErrorCode": "30003"}, TextState.FAILED, "30003"),
        ("failed", {"ErrorCode": "<b>"}, TextState.FAILED, None),
    ],
)
def test_twilio_reports(status: str, more: dict[str, str], state: TextState | None, reason: str | None) -> None:
    fields = twilio(status, **more)
    signature = twilio_signature(TOKEN, f"{WEBHOOK}?id={MESSAGE_ID}", fields)

    found = report(SmsProvider.TWILIO, fields, X_Twilio_Signature=signature)

    assert found == (TextReport(MESSAGE_ID, state, reason) if state else None)


def test_a_report_of_twilio_for_another_message_or_state_is_not_genuine() -> None:
    fields = twilio("delivered")
    signature = twilio_signature(TOKEN, f"{WEBHOOK}?id={MESSAGE_ID}", fields)

    for changed, query, given in (
        (twilio("failed"), f"id={MESSAGE_ID}", signature),
        (fields, "id=0190b5c2-5f64-7a8e-9d8d-222222222222", signature),
        (fields, f"id={MESSAGE_ID}", ""),
        (fields, f"id={MESSAGE_ID}", twilio_signature("another-token", f"{WEBHOOK}?id={MESSAGE_ID}", fields)),
    ):
        with pytest.raises(ReportUnsigned):
            report(SmsProvider.TWILIO, changed, query=query, X_Twilio_Signature=given)


ELKS_LOGIN = "Basic cmVwb3J0czphLWtleS1vZi1zaXh0ZWVuLWNoYXJhY3RlcnM="


@pytest.mark.parametrize(("status", "state"), [("delivered", TextState.DELIVERED), ("failed", TextState.FAILED)])
def test_46elks_reports(status: str, state: TextState) -> None:
    fields = {"id": ELKS_CREATED["id"], "status": status, "delivered": "2026-06-01T18:15:00.000000"}

    assert report(SmsProvider.ELKS, fields, Authorization=ELKS_LOGIN) == TextReport(MESSAGE_ID, state)  # type: ignore[arg-type]
    with pytest.raises(ReportUnsigned):
        report(SmsProvider.ELKS, fields)  # type: ignore[arg-type]
    with pytest.raises(Malformed):
        report(SmsProvider.ELKS, fields, query="id=1", Authorization=ELKS_LOGIN)  # type: ignore[arg-type]


@pytest.mark.parametrize("provider", [SmsProvider.ADAPTER, SmsProvider.NONE])
def test_nothing_else_reports(provider: SmsProvider) -> None:
    with pytest.raises(ReportUnsigned):
        report(provider, twilio("failed"), Authorization=ELKS_LOGIN)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        (SmsProvider.TWILIO, "https://api.twilio.com"),
        (SmsProvider.ELKS, "api.46elks.com"),
        (SmsProvider.ELKS, "http://user:password@api.46elks.com"),
        (SmsProvider.ADAPTER, ""),
    ],
)
def test_an_address_without_login_or_encryption_stops_the_process(name: SmsProvider, url: str) -> None:
    with pytest.raises(ValueError, match="SMS_URL"):
        settings(name, "127.0.0.1:9").from_environment(
            PAIRWISE_ENV="test",
            PAIRWISE_SERVICE="billing",
            DATABASE_URL="postgresql://nobody@127.0.0.1/nothing",
            SMS_PROVIDER=name,
            SMS_URL=url,
            SMS_WEBHOOK_KEYS=KEY,
        )
