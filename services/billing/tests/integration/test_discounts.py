from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import Payment, PaymentStatus
from billing.errors import DiscountUsed
from billing.tests.discounts import Order, a_code, refused, signed_up
from billing.tests.makers import FakeProvider, a_member, a_purchase, balance, eur, nothing_is_off
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.find_payment import find_payment
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from shared.kit.core import Refusal
from shared.kit.db import Database
from sqlalchemy import text
from sqlalchemy.orm import Session


@pytest.fixture
def order(wired: Wiring, database: Database, provider: FakeProvider) -> Order:
    site = wired.sites.get(wired.default_site)

    def place(member_id: UUID, code: str | None, package_id: str = "p0", method: str = "ideal") -> Payment:
        form = OrderForm(uuid4(), package_id, method, True, "en", code)
        return place_order(wired.unit_of_work(), provider, site, member_id, form, wired.settings.public_url)

    return place


def test_a_new_members_first_purchase_costs_a_quarter_less(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)

    payment = order(ann, "TIMEBONUS25")

    assert (payment.amount, payment.normal_amount, payment.discount_code) == (
        eur(749),
        eur(999),
        "TIMEBONUS25",
    )
    provider.pay(str(payment.provider_id))
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    assert balance(wired, ann) == (26, 3)
    assert refused(lambda: order(ann, "WELCOME25")) == "discount_used"
    assert nothing_is_off(wired)


@pytest.mark.parametrize(
    ("ago", "is_offered"), [("14399 seconds", True), ("14401 seconds", False), ("14400 seconds", False)]
)
def test_the_offer_holds_four_hours_by_the_databases_clock(
    wired: Wiring, database: Database, order: Order, ago: str, is_offered: bool
) -> None:
    ann = a_member(wired)
    signed_up(database, ann, ago)

    if is_offered:
        assert order(ann, "timebonus25 ").amount == eur(749)
    else:
        assert refused(lambda: order(ann, "TIMEBONUS25")) == "discount_expired"


def test_a_buyer_has_no_offer_for_a_first_purchase(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    a_purchase(wired, provider, ann)

    assert refused(lambda: order(ann, "WELCOME25")) == "discount_not_found"


def test_starting_again_takes_the_discount_along(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    first = order(ann, "WELCOME25")
    second = order(ann, "WELCOME25", method="paypal")

    assert second.amount == eur(749)
    found = find_payment(wired.unit_of_work(), provider, ann, first.id)
    assert found.status is PaymentStatus.CANCELLED


@pytest.mark.parametrize("status", [PaymentStatus.PENDING, PaymentStatus.COMPLETED])
def test_money_under_way_keeps_the_discount(
    wired: Wiring, provider: FakeProvider, order: Order, status: PaymentStatus
) -> None:
    ann = a_member(wired)
    provider_id = str(order(ann, "WELCOME25").provider_id)
    provider.change(provider_id, status=status)
    handle_webhook(wired.unit_of_work(), provider, provider_id)

    assert refused(lambda: order(ann, "WELCOME25")) == "discount_used"


@pytest.mark.parametrize("status", [PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED])
def test_a_payment_that_came_to_nothing_lets_its_discount_go(
    wired: Wiring, database: Database, provider: FakeProvider, order: Order, status: PaymentStatus
) -> None:
    code = a_code(database, validity="once")
    ann, bo = a_member(wired), a_member(wired)
    provider_id = str(order(ann, code).provider_id)
    assert refused(lambda: order(bo, code)) == "discount_used"
    provider.change(provider_id, status=status)
    handle_webhook(wired.unit_of_work(), provider, provider_id)

    assert order(bo, code).amount == eur(899)
    assert refused(lambda: order(ann, code)) == "discount_used"


def test_one_of_many_orders_claims_a_code_for_one_use(wired: Wiring, database: Database, order: Order) -> None:
    code = a_code(database, validity="once")
    members = [a_member(wired) for _ in range(8)]

    def take(member_id: UUID) -> str:
        try:
            return order(member_id, code).amount.text
        except Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(take, members)) == ["8.99"] + ["discount_used"] * 7


def test_of_a_members_orders_at_once_one_keeps_the_discount(
    wired: Wiring, database: Database, provider: FakeProvider, order: Order
) -> None:
    ann = a_member(wired)

    def take(_: int) -> None:
        with suppress(DiscountUsed):
            order(ann, "WELCOME25")

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(take, range(6)))

    with Session(database.engine) as session:
        assert session.scalar(text("SELECT count(*) FROM payments WHERE status = 'open'")) == 1


def test_pages_left_open_bring_the_discount_once(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    orders = [order(ann, "WELCOME25") for _ in range(3)]
    for each in orders:
        provider.pay(str(each.provider_id))

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda each: handle_webhook(wired.unit_of_work(), provider, str(each.provider_id)), orders))

    assert balance(wired, ann) == (26, 3)
    pay_refunds(wired.unit_of_work, provider)
    assert sorted(amount for _, amount in provider.refunds.values()) == [eur(749), eur(749)]
    assert nothing_is_off(wired)
    assert audit_ledger(wired.unit_of_work) == {}


def test_money_for_the_first_page_takes_the_discount_back(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    first, second = order(ann, "WELCOME25"), order(ann, "WELCOME25", method="paypal")

    for each in (first, second):
        provider.pay(str(each.provider_id))
        handle_webhook(wired.unit_of_work(), provider, str(each.provider_id))

    assert balance(wired, ann) == (26, 3)
    pay_refunds(wired.unit_of_work, provider)
    assert [each for each, _ in provider.refunds.values()] == [second.provider_id]
