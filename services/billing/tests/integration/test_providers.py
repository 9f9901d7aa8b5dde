"""Two payment providers: the choice, fail-over, ids that collide, one that is retired, and Stripe's signed webhook."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import Payment, PaymentStatus
from billing.errors import MethodUnknown, ProviderUnavailable, SavedMethodUnknown
from billing.ports import PaymentProviders
from billing.tests.makers import FakePartners, FakeProvider, a_member, balance, eur, nothing_is_off
from billing.tests.sandbox import findings
from billing.usecases.find_payment import find_payment
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.usecases.reconcile import reconcile
from billing.usecases.repeat_order import RepeatForm, repeat_order
from billing.usecases.settle_payment import settle_overdue_payments
from billing.usecases.withdraw import pay_refunds, withdraw
from billing.wiring import Wiring
from flask import Flask
from shared.kit.db import Database
from shared.kit.http.app import provide
from shared.kit.http.webhook_signatures import sign
from shared.sites import Site
from shared.sites.accounts import payment_accounts
from shared.sites.prices import ProviderRule
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")
OLD, NEW, THEIRS = "whsec_of_the_year_before", "whsec_of_this_year", "whsec_of_another_company"


@pytest.fixture
def mollie() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def stripe() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def providers(mollie: FakeProvider, stripe: FakeProvider) -> PaymentProviders:
    return PaymentProviders(mollie=mollie, stripe=stripe)


def a_site(wired: Wiring, *rules: dict[str, Any]) -> Site:
    """The default site with these rules; by default Mollie takes orders first."""
    wanted = [
        {"countries": [], "methods": [], **rule} for rule in rules or ({"provider": "mollie"}, {"provider": "stripe"})
    ]
    site = wired.sites.get(wired.default_site)
    return site.model_copy(update={"payment_providers": [ProviderRule(**rule) for rule in wanted]})


def order(
    wired: Wiring,
    providers: PaymentProviders,
    member_id: UUID,
    *rules: dict[str, Any],
    order_id: UUID | None = None,
    method: str = "ideal",
    saves: bool = False,
) -> Payment:
    form = OrderForm(order_id or uuid4(), "p0", method, True, "en", saves_method=saves)
    return place_order(wired.unit_of_work(), providers, a_site(wired, *rules), member_id, form, "http://x")


def test_a_rule_chooses_by_country_and_method(wired: Wiring, providers: PaymentProviders) -> None:
    rules = ({"provider": "stripe", "countries": ["NL"], "methods": ["creditcard"]}, {"provider": "mollie"})
    ann = a_member(wired)

    assert order(wired, providers, ann, *rules, method="creditcard").provider == "stripe"
    assert order(wired, providers, ann, *rules).provider == "mollie"
    assert order(wired, providers, ann, {"provider": "stripe", "countries": ["DE"]}, *rules).provider == "mollie"
    with pytest.raises(MethodUnknown):
        order(wired, PaymentProviders(mollie=FakeProvider()), ann, {"provider": "stripe"})


def test_a_new_order_fails_over_and_stays_there(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, stripe: FakeProvider
) -> None:
    ann, order_id = a_member(wired), uuid4()
    mollie.is_down = True
    payment = order(wired, providers, ann, order_id=order_id)
    mollie.is_down = False

    again = order(wired, providers, ann, order_id=order_id)

    assert (payment.provider, payment.status, again) == ("stripe", PaymentStatus.OPEN, payment)
    assert (len(stripe.reports), len(mollie.reports)) == (1, 0)
    stripe.pay(str(payment.provider_id))
    handle_webhook(wired.unit_of_work(), providers, order_id, "stripe")
    assert balance(wired, ann)[0] == 26
    withdraw(wired.unit_of_work(), a_site(wired), ann, uuid4(), order_id)
    pay_refunds(wired.unit_of_work, providers)
    assert ([amount for _, amount in stripe.refunds.values()], mollie.refunds) == ([eur(999)], {})
    assert nothing_is_off(wired)


def test_orders_wait_only_while_every_provider_is_down(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, stripe: FakeProvider
) -> None:
    ann, order_id = a_member(wired), uuid4()
    mollie.is_down = stripe.is_down = True
    with pytest.raises(ProviderUnavailable):
        order(wired, providers, ann, order_id=order_id)
    mollie.is_down = False

    assert order(wired, providers, ann, order_id=order_id).provider == "mollie"


def test_requests_that_fail_over_at_once_have_one_payment(
    wired: Wiring,
    providers: PaymentProviders,
    mollie: FakeProvider,
    stripe: FakeProvider,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, order_id, calls = a_member(wired), uuid4(), []

    def unsteady() -> None:
        calls.append(1)
        if len(calls) % 2:
            raise ProviderUnavailable()

    monkeypatch.setattr(mollie, "_answer", unsteady)
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: order(wired, providers, ann, order_id=order_id), range(16)))

    pages = {payment.checkout_url for payment in made if payment.checkout_url}
    assert len(pages) == 1, "a member was shown two pages that can be paid"
    monkeypatch.undo()
    with wired.unit_of_work() as uow:
        stored = uow.payments.get(order_id)
    {"mollie": mollie, "stripe": stripe}[stored.provider].pay(str(stored.provider_id))
    handle_webhook(wired.unit_of_work(), providers, str(stored.provider_id), stored.provider)
    assert balance(wired, ann)[0] == 26
    assert nothing_is_off(wired)


def test_two_providers_may_give_the_same_id(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, stripe: FakeProvider, database: Database
) -> None:
    ann, bo, hers, his = a_member(wired), a_member(wired), uuid4(), uuid4()
    mollie.made_by[str(hers)] = stripe.made_by[str(his)] = "tr_same"
    order(wired, providers, ann, {"provider": "mollie"}, order_id=hers)
    order(wired, providers, bo, {"provider": "stripe"}, order_id=his)
    stripe.pay("tr_same")

    with ThreadPoolExecutor(8) as threads:
        names = ["mollie", "stripe"] * 8
        list(threads.map(lambda name: handle_webhook(wired.unit_of_work(), providers, "tr_same", name), names))
    settle_overdue_payments(wired.unit_of_work, providers)

    assert (balance(wired, ann)[0], balance(wired, bo)[0]) == (6, 26)
    assert reconcile(wired.unit_of_work, providers).flagged == 0
    assert nothing_is_off(wired)


def test_a_webhook_and_a_page_that_polls_credit_once(
    wired: Wiring, providers: PaymentProviders, stripe: FakeProvider, database: Database
) -> None:
    ann = a_member(wired)
    payments = [order(wired, providers, ann, {"provider": "stripe"}) for _ in range(4)]
    for payment in payments:
        stripe.pay(str(payment.provider_id))

    def touch(at: int) -> None:
        payment = payments[at % 4]
        with database.engine.begin() as connection:
            connection.execute(text("UPDATE payments SET asked_at = NULL WHERE id = :id"), {"id": payment.id})
        if at % 3:
            find_payment(wired.unit_of_work(), providers, ann, payment.id)
        else:
            handle_webhook(wired.unit_of_work(), providers, payment.id, "stripe", f"evt_{at}")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(touch, range(32)))
    settle_overdue_payments(wired.unit_of_work, providers)

    assert balance(wired, ann)[0] == 6 + 4 * 20
    assert nothing_is_off(wired)


def test_a_retired_provider_stays_readable_and_holds_up_no_other(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, stripe: FakeProvider, database: Database
) -> None:
    ann, bo = a_member(wired), a_member(wired)
    old = order(wired, providers, ann, {"provider": "stripe"})
    stripe.pay(str(old.provider_id))
    handle_webhook(wired.unit_of_work(), providers, old.id, "stripe")
    undecided = order(wired, providers, ann, {"provider": "stripe"})
    left = PaymentProviders(mollie=mollie)
    fresh = order(wired, left, bo)
    mollie.pay(str(fresh.provider_id))

    assert find_payment(wired.unit_of_work(), left, ann, undecided.id).status is PaymentStatus.OPEN
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET ask_after = now() WHERE ask_after < 'infinity'"))
    settle_overdue_payments(wired.unit_of_work, left)
    assert balance(wired, bo)[0] == 26
    withdraw(wired.unit_of_work(), a_site(wired), ann, uuid4(), old.id)
    pay_refunds(wired.unit_of_work, left)
    assert stripe.refunds == {}
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE refunds SET ask_after = now()"))
    pay_refunds(wired.unit_of_work, providers)
    assert len(stripe.refunds) == 1


def test_a_saved_method_is_used_where_it_is_kept(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, stripe: FakeProvider
) -> None:
    ann = a_member(wired)
    first = order(wired, providers, ann, {"provider": "stripe"}, method="creditcard", saves=True)
    stripe.pay(str(first.provider_id))
    handle_webhook(wired.unit_of_work(), providers, first.id, "stripe")
    with wired.unit_of_work() as uow:
        [saved] = uow.saved_methods.of(ann)

    form = RepeatForm(uuid4(), "p0", saved.id, True, "en")
    again = repeat_order(wired.unit_of_work(), providers, a_site(wired), ann, form, "http://x")

    assert (saved.provider, again.provider, again.status) == ("stripe", "stripe", PaymentStatus.COMPLETED)
    assert mollie.reports == {}
    stripe.is_down = True
    form = RepeatForm(uuid4(), "p0", saved.id, True, "en")
    waiting = repeat_order(wired.unit_of_work(), providers, a_site(wired), ann, form, "http://x")
    assert (waiting.provider, waiting.status) == ("stripe", PaymentStatus.OPEN)


def test_a_page_left_at_the_first_provider_is_no_difference_unless_it_is_paid(
    wired: Wiring, providers: PaymentProviders, mollie: FakeProvider, database: Database
) -> None:
    ann, order_id = a_member(wired), uuid4()
    payment = order(wired, providers, ann, order_id=order_id)
    with database.engine.begin() as connection:
        # The answer of the first provider was lost.
        connection.execute(text("UPDATE payments SET provider = 'stripe', provider_id = NULL"))
    moved = order(wired, providers, ann, order_id=order_id)
    assert moved.provider == "stripe"

    assert reconcile(wired.unit_of_work, providers).flagged == 0
    mollie.pay(str(payment.provider_id))
    assert reconcile(wired.unit_of_work, providers).flagged == 1
    assert findings(database) == [(payment.provider_id, "unknown")]


def test_a_brand_s_order_goes_to_no_other_company_s_account(wired: Wiring) -> None:
    """Neither at first, nor while its own is down, nor with a method that was saved before it had one."""
    names = ("mollie", "stripe", "mollie:lumina", "stripe:lumina", "mollie:other")
    made = {name: FakeProvider() for name in names}
    everybody, ann = PaymentProviders(made), a_member(wired)
    own = a_site(wired).model_copy(update={"payment_account": "lumina"})

    def ordered(site: Site, method: str = "creditcard") -> Payment:
        form = OrderForm(uuid4(), "p0", method, True, "en", saves_method=True)
        return place_order(wired.unit_of_work(), everybody, site, ann, form, "http://x")

    first = ordered(a_site(wired))
    made["mollie"].pay(str(first.provider_id))
    handle_webhook(wired.unit_of_work(), everybody, str(first.provider_id), "mollie")
    with wired.unit_of_work() as uow:
        [saved] = uow.saved_methods.of(ann)
    before = len(made["mollie"].reports)

    payment = ordered(own)
    assert payment.provider == "mollie:lumina"
    made["mollie:lumina"].is_down = True
    assert ordered(own).provider == "stripe:lumina"
    made["stripe:lumina"].is_down = True
    with pytest.raises(ProviderUnavailable):
        ordered(own)
    form = RepeatForm(uuid4(), "p0", saved.id, True, "en")
    with pytest.raises(SavedMethodUnknown):
        repeat_order(wired.unit_of_work(), everybody, own, ann, form, "http://x")
    without_keys = own.model_copy(update={"payment_account": "unknown"})
    with pytest.raises(MethodUnknown):
        ordered(without_keys)

    assert (len(made["mollie"].reports), made["stripe"].reports, made["mollie:other"].reports) == (before, {}, {})
    made["mollie:lumina"].is_down = False
    made["mollie:lumina"].pay(str(payment.provider_id))
    for other in ("mollie", "mollie:other"):
        handle_webhook(wired.unit_of_work(), everybody, str(payment.provider_id), other)
    assert balance(wired, ann)[0] == 26
    handle_webhook(wired.unit_of_work(), everybody, str(payment.provider_id), "mollie:lumina")
    assert balance(wired, ann)[0] == 46
    assert nothing_is_off(wired)


class Hook:
    """Stripe's side of the webhook."""

    def __init__(self, app: Flask, order_id: UUID) -> None:
        about = {"object": {"object": "checkout.session", "metadata": {"order_id": str(order_id)}}, "more": 1}
        self.body = json.dumps({"id": "evt_1", "object": "event", "data": about}).encode()
        self._client = app.test_client()

    def send(self, *keys: str, age: int = 0, header: str | None = None, account: str = "") -> int:
        at = str(int(time.time()) - age)
        signed = ",".join([f"t={at}", *(f"v1={sign(key, at, self.body)}" for key in keys)])
        answer = self._client.post(
            f"/api/stripe-webhook.php{account and f'?account={account}'}",
            data=self.body,
            content_type="application/json",
            headers={"Stripe-Signature": signed if header is None else header},
        )
        return answer.status_code


@pytest.fixture
def hook(
    shared_app: Flask, wired: Wiring, database: Database, providers: PaymentProviders, stripe: FakeProvider
) -> Hook:
    accounts = payment_accounts(json.dumps({"lumina": {"stripe": "sk_test_x", "stripe_webhook": THEIRS}}))
    settings = wired.settings.model_copy(update={"stripe_webhook_keys": (NEW, OLD), "payment_accounts": accounts})
    provide(
        shared_app, settings, database, replace(wired, settings=settings, providers=providers, partners=FakePartners())
    )
    payment = order(wired, providers, a_member(wired), {"provider": "stripe"})
    stripe.pay(str(payment.provider_id))
    return Hook(shared_app, payment.id)


@pytest.mark.parametrize("secrets", [(NEW,), (OLD,), ("whsec_of_another_site", OLD)])
def test_either_secret_of_a_rotation_opens_the_webhook_once(
    hook: Hook, stripe: FakeProvider, secrets: tuple[str, ...]
) -> None:
    assert [hook.send(*secrets) for _ in range(3)] == [200, 200, 200]
    assert stripe.questions == 1, "a replayed event had an effect"


def test_no_account_signs_for_another(hook: Hook, stripe: FakeProvider, providers: PaymentProviders) -> None:
    providers["stripe:lumina"] = stripe

    assert [hook.send(NEW, account=account) for account in ("lumina", "unknown", "Lumina!")] == [403, 403, 403]
    assert hook.send(THEIRS) == 403
    assert hook.send(THEIRS, account="lumina") == 200
    assert stripe.questions == 0, "an event of one account was taken for a payment of another"


@pytest.mark.parametrize(
    "sent",
    [
        {"keys": ("whsec_of_another_site",)},
        {"keys": (NEW,), "age": 301},
        {"keys": (NEW,), "age": -301},
        {"keys": ()},
        {"keys": (), "header": ""},
        {"keys": (), "header": "t=x,v1=y"},
    ],
)
def test_an_unsigned_event_changes_nothing(hook: Hook, stripe: FakeProvider, sent: dict[str, Any]) -> None:
    keys = sent.pop("keys")

    assert hook.send(*keys, **sent) == 403
    assert stripe.questions == 0


def test_an_event_about_another_body_is_refused(hook: Hook) -> None:
    at = str(int(time.time()))
    header = f"t={at},v1={sign(NEW, at, hook.body + b' ')}"

    assert hook.send(header=header) == 403


@pytest.mark.parametrize("body", [b"[]", b"{", b'{"id": 5}', b'{"id": "evt_2", "data": {"object": []}}'])
def test_a_signed_event_without_sense_is_bad_input(hook: Hook, body: bytes) -> None:
    hook.body = body

    assert hook.send(NEW) in (400, 422)
