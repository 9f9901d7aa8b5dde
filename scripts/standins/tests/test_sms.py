"""Both providers of text messages, driven by the product's own client, whose reports its own reader accepts."""

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import uuid4

import httpx
import pytest
from flask import Flask
from shared.text_messages.client import ProviderTextMessages
from shared.text_messages.message import TextMessage, TextOutcomeUnknown, TextRefused
from shared.text_messages.provider import SmsProvider
from shared.text_messages.reports import TextReport, TextState, read_report
from shared.text_messages.settings import TextMessageSettings
from standins.tests.running import StandIn

Requests = list[tuple[str, dict[str, str], bytes]]


@pytest.fixture
def reports() -> Iterator[tuple[str, Requests]]:
    taken: Requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append((self.path, dict(self.headers), body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", taken
    server.shutdown()
    server.server_close()


def settings(name: SmsProvider, mailbox: StandIn, webhook: str) -> TextMessageSettings:
    user = "AC" + "0" * 32 if name is SmsProvider.TWILIO else "user"
    return TextMessageSettings.from_environment(
        PAIRWISE_ENV="test",
        PAIRWISE_SERVICE="notifications",
        PAIRWISE_PUBLIC_URL=webhook,
        DATABASE_URL="postgresql://nobody@127.0.0.1/nothing",
        SMS_PROVIDER=name,
        SMS_URL=mailbox.url.replace("://", f"://{user}:a-token@"),
        SMS_WEBHOOK_KEYS="a-key-of-sixteen-characters",
    )


def until(found: Callable[[], Any]) -> Any:
    for _ in range(500):
        if value := found():
            return value
        time.sleep(0.02)
    pytest.fail("it never came")


@pytest.mark.parametrize("name", [SmsProvider.TWILIO, SmsProvider.ELKS])
@pytest.mark.parametrize("outcome", ["delivered", "undelivered"])
def test_a_message_is_shown_and_its_outcome_reported(
    mailbox: StandIn, reports: tuple[str, Requests], name: SmsProvider, outcome: str
) -> None:
    known = settings(name, mailbox, reports[0])
    httpx.post(f"{mailbox.url}/dev/sms/behaviour", data={"outcome": outcome})
    message = TextMessage(uuid4(), "+31612345678", "Look: https://pairwise.test/plan", "Pairwise")

    ProviderTextMessages(known).send(message)

    [shown] = httpx.get(f"{mailbox.url}/dev/sms.json", params={"to": "+31612345678"}).json()
    assert (shown["text"], shown["from"], shown["provider"]) == (message.text, "Pairwise", name)
    assert message.text in httpx.get(f"{mailbox.url}/dev/mailbox.json").json()[0]["text"]
    until(lambda: len(reports[1]) == (2 if name is SmsProvider.TWILIO else 1))
    path, headers, body = reports[1][-1]
    with Flask("reports").test_request_context(path, method="POST", data=body, headers=headers):
        report = read_report(name, known.sms_webhook_url, known.sms_report_keys)
    state = TextState.DELIVERED if outcome == "delivered" else TextState.FAILED
    assert report == TextReport(message.id, state, "30003" if (name, outcome) == ("twilio", "undelivered") else None)
    assert 'href="https://pairwise.test/plan"' in httpx.get(f"{mailbox.url}/dev/sms").text


@pytest.mark.parametrize("name", [SmsProvider.TWILIO, SmsProvider.ELKS])
def test_the_api_can_refuse_and_fail(mailbox: StandIn, name: SmsProvider) -> None:
    messages = ProviderTextMessages(settings(name, mailbox, "http://127.0.0.1:9"))
    message = TextMessage(uuid4(), "+31612345678", "Hi", "Pairwise")

    httpx.post(f"{mailbox.url}/dev/sms/behaviour", data={"outcome": "refused"})
    with pytest.raises(TextRefused, match="number"):
        messages.send(message)
    httpx.post(f"{mailbox.url}/dev/sms/behaviour", data={"outcome": "down"})
    with pytest.raises(TextOutcomeUnknown):
        messages.send(message)
    assert httpx.post(f"{mailbox.url}/dev/sms/behaviour", data={"outcome": "lost"}).status_code == 422
    assert httpx.get(f"{mailbox.url}/dev/sms.json").json() == []
