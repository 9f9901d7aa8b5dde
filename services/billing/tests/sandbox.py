"""Billing as it runs, with the sandbox as a process of its own: orders, pages and webhooks all travel over HTTP."""

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import httpx
from billing.clients.mollie import MolliePayments
from billing.domain.payment import Payment
from billing.ports import PaymentProviders
from billing.tests.makers import FakeMessages, FakePartners
from billing.usecases.settle_payment import settle_overdue_payments
from billing.web import BLUEPRINTS
from billing.wiring import Wiring
from flask import Flask, Response, request
from runner.ports import free_port
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text
from standins.tests.running import StandIn
from werkzeug.serving import make_server

from tests.member import until

KEY = "test_shop"
WEBHOOK = "/api/payment-webhook.php"


class PostOffice:
    """Takes the provider's webhooks in and lets the test decide how they travel on to billing."""

    def __init__(self) -> None:
        self.app = Flask("post office")
        self.taken: list[str] = []
        self.app.add_url_rule(WEBHOOK, view_func=self._take, methods=["POST"])

    def _take(self) -> Response:
        self.taken.append(request.form["id"])
        return Response(status=200)


class Shop:
    """One billing with one sandbox; the tests' members buy here."""

    def __init__(self, wired: Wiring, keys: KeyPair, standin: StandIn, port: int, *, post_office: bool) -> None:
        hook = f"http://127.0.0.1:{port}{WEBHOOK}"
        self.standin, self.url, self.messages = standin, f"http://127.0.0.1:{port}", FakeMessages()
        settings = wired.settings.model_copy(
            update={
                "payments_api_url": f"{standin.url}/v2",
                "payments_api_key": type(wired.settings.payments_api_key)(KEY),
                "payments_webhook_url": hook,
            }
        )
        self.provider = MolliePayments(settings)
        self.providers = PaymentProviders(mollie=self.provider)
        self.wired = replace(
            wired, settings=settings, providers=self.providers, partners=FakePartners(), messages=self.messages
        )
        self.app = create_app(settings, wired.database, BLUEPRINTS, self.wired)
        self.post = PostOffice() if post_office else None
        self._keys = keys

    def browser(self, member_id: UUID) -> Browser:
        return Browser(self.app, self._keys).as_member(member_id)

    def order(self, member_id: UUID, method: str = "ideal", **more: Any) -> dict[str, Any]:
        form = {"id": str(uuid4()), "package_id": "p0", "method": method, "immediate_delivery": True, **more}
        answer = self.browser(member_id).post("/api/order.php", form)
        assert answer.status_code == 201, answer.json
        payment: dict[str, Any] = answer.json["payment"]
        return payment

    def press(self, member_id: UUID, saved_method_id: str, **more: Any) -> Any:
        form = {
            "id": str(uuid4()),
            "package_id": "p0",
            "saved_method_id": saved_method_id,
            "immediate_delivery": True,
            **more,
        }
        return self.browser(member_id).post("/api/repeat-order.php", form)

    def saved(self, member_id: UUID) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.browser(member_id).get("/api/repeat-order.php").json["saved_methods"]
        return found

    def look(self, member_id: UUID, payment_id: str) -> dict[str, Any]:
        """The payment as the member's page sees it, asked anew."""
        self.forget_last_question()
        found: dict[str, Any] = self.browser(member_id).get("/api/payment.php", id=payment_id).json["payment"]
        return found

    def stored(self, payment_id: str) -> Payment:
        with self.wired.unit_of_work() as uow:
            return uow.payments.get(UUID(payment_id))

    def provider_id(self, payment_id: str) -> str:
        return str(self.stored(payment_id).provider_id)

    def decide(self, payment_id: str, status: str, **more: str) -> None:
        """Decide a payment on the provider's page, as its payer or bank."""
        self.decide_at_provider(self.provider_id(payment_id), status, **more)

    def decide_at_provider(self, provider_id: str, status: str, **more: str) -> None:
        page = f"{self.standin.url}/dev/payments/checkout/{provider_id}"
        answer = httpx.post(page, data={"status": status, **more}, trust_env=False)
        assert answer.status_code == 303, answer.text

    def behave(self, **behaviour: Any) -> None:
        address = f"{self.standin.url}/dev/payments/behaviour"
        httpx.post(address, json=behaviour, trust_env=False).raise_for_status()

    def lie(self, provider_id: str, path: str, value: str) -> None:
        """Let the provider report another payment than the one it was asked for."""
        with closing(sqlite3.connect(self.standin.state / "data" / "payments.sqlite3")) as file, file:
            file.execute(
                "UPDATE resources SET document = json_set(document, ?, ?) WHERE id = ?", (path, value, provider_id)
            )

    def webhook(self, provider_id: str) -> int:
        return httpx.post(f"{self.url}{WEBHOOK}", data={"id": provider_id}, trust_env=False).status_code

    def deliver(self, webhooks: list[str], *, times: int, lost_percent: int, seed: int) -> None:
        """Bring each webhook several times, in random order and in parallel, but for those that are lost."""
        chance = random.Random(seed)  # noqa: S311
        bags = [each for each in webhooks for _ in range(times) if chance.randrange(100) >= lost_percent]
        chance.shuffle(bags)
        # Past the post office, which stands where billing is: straight into billing's own app.
        with ThreadPoolExecutor(6) as threads:
            done = list(threads.map(lambda id: self.app.test_client().post(WEBHOOK, data={"id": id}).status_code, bags))
        assert set(done) == {200}

    def let_the_worker_ask(self) -> None:
        """As its clock would have it do sooner or later."""
        with self.wired.database.engine.begin() as connection:
            connection.execute(text("UPDATE payments SET ask_after = now() WHERE ask_after < 'infinity'"))
        settle_overdue_payments(self.wired.unit_of_work, self.providers)

    def comes_to(self, is_so: Callable[[], bool]) -> None:
        """Wait for it, with the worker polling where no webhook arrives."""

        def after_asking() -> bool:
            self.let_the_worker_ask()
            return is_so()

        until(after_asking)

    def forget_last_question(self) -> None:
        with self.wired.database.engine.begin() as connection:
            connection.execute(text("UPDATE payments SET asked_at = NULL"))


@contextmanager
def open_shop(wired: Wiring, keys: KeyPair, standin: StandIn, *, post_office: bool) -> Iterator[Shop]:
    port = free_port()
    shop = Shop(wired, keys, standin, port, post_office=post_office)
    server = make_server("127.0.0.1", port, shop.post.app if shop.post else shop.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()


def findings(database: Database) -> list[tuple[str, str]]:
    with database.engine.connect() as connection:
        rows = connection.execute(text("SELECT provider_id, what FROM reconciliation_findings"))
        return sorted((row[0], row[1]) for row in rows)
