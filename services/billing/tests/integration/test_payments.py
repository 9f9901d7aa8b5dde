import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from billing.domain.payment import PaymentStatus
from billing.errors import ProviderUnavailable
from billing.storage.tables import PaymentRow
from billing.tests.makers import FakeProvider, a_member, a_purchase, an_order, balance, eur, nothing_is_off
from billing.usecases.find_payment import find_payment
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.record_report import record_report
from billing.usecases.settle_payment import settle_overdue_payments
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted, PaymentFailed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.sites import Money
from sqlalchemy import func, text, update
from sqlalchemy.orm import Session

pytestmark = pytest.mark.usefixtures("database")


def set_all(database: Database, **values: Any) -> None:
    with Session(database.engine) as session:
        session.execute(update(PaymentRow).values(**values))
        session.commit()


def test_a_paid_order_gives_its_credits_and_makes_premium_once(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)

    payment = a_purchase(wired, provider, ann)
    a_purchase(wired, provider, ann, "p1")

    assert balance(wired, ann) == (6 + 20 + 50, 3)
    assert announced(database, PaymentCompleted)[0].payment_id == str(payment.id)
    assert len(announced(database, BecamePremium)) == 1
    assert nothing_is_off(wired)


def test_webhooks_repeated_shuffled_and_in_parallel_give_credits_once(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    ids = [str(an_order(wired, provider, ann).provider_id) for _ in range(4)]
    for provider_id in ids:
        provider.pay(provider_id)
    webhooks = ids * 6
    random.Random(7).shuffle(webhooks)  # noqa: S311

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda provider_id: handle_webhook(wired.unit_of_work(), provider, provider_id), webhooks))

    assert balance(wired, ann) == (86, 3)
    assert len(announced(database, PaymentCompleted)) == 4
    assert nothing_is_off(wired)


def test_a_completed_payment_never_goes_back(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for status in (
        PaymentStatus.OPEN,
        PaymentStatus.PENDING,
        PaymentStatus.FAILED,
        PaymentStatus.CANCELLED,
        PaymentStatus.EXPIRED,
    ):
        provider.change(str(payment.provider_id), status=status)
        record_report(wired.unit_of_work(), payment, provider.report(str(payment.provider_id)))

    assert find_payment(wired.unit_of_work(), provider, ann, payment.id).status is PaymentStatus.COMPLETED
    assert balance(wired, ann) == (26, 3)


def test_money_that_comes_after_all_counts(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = an_order(wired, provider, ann)
    provider.change(str(payment.provider_id), status=PaymentStatus.EXPIRED)
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    assert [event.status for event in announced(database, PaymentFailed)] == ["expired"]

    provider.pay(str(payment.provider_id))
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    settle_overdue_payments(wired.unit_of_work, provider)

    assert balance(wired, ann) == (26, 3)
    # By it the member gets the receipt, days after they left the page.
    assert [event.payment_id for event in announced(database, PaymentCompleted)] == [str(payment.id)]
    assert nothing_is_off(wired)


@pytest.mark.parametrize(
    "lie",
    [{"amount": eur(1)}, {"amount": Money(999, "PLN")}, {"order_id": str(uuid4())}, {"provider_id": "tr_other"}],
)
def test_a_report_that_does_not_fit_gives_nothing(wired: Wiring, provider: FakeProvider, lie: dict[str, Any]) -> None:
    ann = a_member(wired)
    payment = an_order(wired, provider, ann)
    provider.change(str(payment.provider_id), status=PaymentStatus.COMPLETED, **lie)

    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))

    assert balance(wired, ann) == (6, 3)
    assert find_payment(wired.unit_of_work(), provider, ann, payment.id).status is PaymentStatus.OPEN


def test_while_the_provider_is_down_an_order_waits_and_its_retry_makes_one_payment(
    wired: Wiring, provider: FakeProvider
) -> None:
    ann, order_id = a_member(wired), uuid4()
    provider.is_down = True
    for _ in range(2):
        with pytest.raises(ProviderUnavailable):
            an_order(wired, provider, ann, order_id=order_id)
    provider.is_down = False

    with ThreadPoolExecutor(6) as threads:
        made = list(threads.map(lambda _: an_order(wired, provider, ann, order_id=order_id), range(6)))

    assert len(provider.reports) == 1
    assert {payment.checkout_url for payment in made} == {made[0].checkout_url}


def test_a_repeated_webhook_is_not_a_repeated_question(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    provider_id = str(an_order(wired, provider, ann).provider_id)

    for _ in range(5):
        handle_webhook(wired.unit_of_work(), provider, provider_id)
    assert provider.questions == 1

    # The last webhooks are not lost: the worker fetches their payments.
    provider.pay(provider_id)
    settle_overdue_payments(wired.unit_of_work, provider)
    assert balance(wired, ann) == (26, 3)
    handle_webhook(wired.unit_of_work(), provider, provider_id)
    assert provider.questions == 2


def test_a_lost_webhook_is_made_up_for(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = an_order(wired, provider, ann)
    provider.pay(str(payment.provider_id))

    settle_overdue_payments(wired.unit_of_work, provider)
    assert balance(wired, ann) == (6, 3), "not before twenty seconds have passed"
    set_all(database, ask_after=func.now())
    provider.is_down = True
    settle_overdue_payments(wired.unit_of_work, provider)
    provider.is_down = False
    set_all(database, ask_after=func.now())
    settle_overdue_payments(wired.unit_of_work, provider)

    assert balance(wired, ann) == (26, 3)


def test_questions_become_rarer(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    an_order(wired, provider, a_member(wired))
    pauses = []
    for _ in range(10):
        set_all(database, ask_after=func.now())
        settle_overdue_payments(wired.unit_of_work, provider)
        with Session(database.engine) as session:
            pause = session.scalar(text("SELECT extract(epoch FROM ask_after - asked_at) FROM payments"))
            pauses.append(round(pause or 0))

    assert pauses == [20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]


def test_an_order_that_never_reached_the_provider_ends(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann, order_id = a_member(wired), uuid4()
    provider.is_down = True
    with pytest.raises(ProviderUnavailable):
        an_order(wired, provider, ann, order_id=order_id)
    set_all(database, created_at=text("now() - interval '46 minutes'"))
    provider.is_down = False

    settle_overdue_payments(wired.unit_of_work, provider)

    assert an_order(wired, provider, ann, order_id=order_id).status is PaymentStatus.EXPIRED
    assert provider.reports == {}


def test_an_order_the_provider_will_not_take_has_failed_for_good(wired: Wiring, provider: FakeProvider) -> None:
    ann, order_id = a_member(wired), uuid4()
    provider.refuses = True
    assert an_order(wired, provider, ann, order_id=order_id).status is PaymentStatus.FAILED

    provider.refuses = False
    assert an_order(wired, provider, ann, order_id=order_id).status is PaymentStatus.FAILED
    assert provider.reports == {}


def test_the_provider_is_asked_at_most_every_few_seconds(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    payment = an_order(wired, provider, ann)
    set_all(database, created_at=text("now() - interval '4 seconds'"))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: find_payment(wired.unit_of_work(), provider, ann, payment.id), range(16)))

    assert provider.questions == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_webhooks_repeated_reordered_and_lost_lead_to_the_providers_state(
    wired: Wiring, database: Database, provider: FakeProvider, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    ann = a_member(wired)
    orders = [an_order(wired, provider, ann) for _ in range(8)]
    outcomes = [
        chance.choice([PaymentStatus.COMPLETED, PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.PENDING])
        for _ in orders
    ]
    for order, outcome in zip(orders, outcomes, strict=True):
        provider.change(str(order.provider_id), status=outcome)
    webhooks = [str(order.provider_id) for order in orders for _ in range(10) if chance.random() > 0.1]
    chance.shuffle(webhooks)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda provider_id: handle_webhook(wired.unit_of_work(), provider, provider_id), webhooks))
    settle_overdue_payments(wired.unit_of_work, provider)

    with wired.unit_of_work() as uow:
        assert [uow.payments.get(order.id).status for order in orders] == outcomes
    assert balance(wired, ann) == (6 + 20 * outcomes.count(PaymentStatus.COMPLETED), 3)
    assert nothing_is_off(wired)
