"""Helpers for payments in tests: the real Mollie client, a payer, and a merchant that receives webhooks."""

import sqlite3
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from mollie.api.client import Client
from standins.tests.running import TIMEOUT_SECONDS, StandIn

# Its objects carry no types.
Mollie = Any


def mollie(payments: StandIn, key: str = "test_sandbox") -> Mollie:
    client = Client(api_endpoint=payments.url)
    client.set_api_key(key)
    return client


class Merchant:
    """A shop that notes webhooks, and answers with the next of `answers`, then with 200."""

    def __init__(self) -> None:
        self.received: list[str] = []
        self.answers: list[int] = []
        merchant = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                merchant.received.append(body)
                self.send_response(merchant.answers.pop(0) if merchant.answers else 200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def receives(self, count: int) -> list[str]:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while len(self.received) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(self.received) == count, self.received
        return self.received


def an_order(**changes: object) -> dict[str, object]:
    return {
        "amount": {"currency": "EUR", "value": "9.99"},
        "description": "20 credits",
        "redirectUrl": "http://localhost:8080/en/credits/1/return",
        "metadata": {"order": "1", "note": None},
        **changes,
    }


def decide(payments: StandIn, payment: Mollie, status: str, **more: str) -> httpx.Response:
    return httpx.post(f"{payments.url}/dev/payments/checkout/{payment.id}", data={"status": status, **more})


def behave(payments: StandIn, **behaviour: object) -> None:
    httpx.post(f"{payments.url}/dev/payments/behaviour", json=behaviour).raise_for_status()


def let_webhooks_be_due(payments: StandIn) -> None:
    """Make all delayed webhooks due."""
    with closing(sqlite3.connect(payments.state / "data" / "payments.sqlite3")) as file, file:
        file.execute("UPDATE webhooks SET due_at = 0")
