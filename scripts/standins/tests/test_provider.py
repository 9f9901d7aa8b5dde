from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from standins.payments.behaviour import Behaviour
from standins.payments.model import Payment
from standins.payments.provider import Provider
from standins.payments.requests import NewPayment
from standins.payments.storage import Storage
from standins.payments.webhooks import TRIES, seconds_before_retry

ASKED = {
    "amount": {"currency": "EUR", "value": "9.99"},
    "description": "20 credits",
    "method": "ideal",
    "redirectUrl": "http://shop.example/back",
    "webhookUrl": "http://shop.example/hook",
}


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    storage = Storage(tmp_path / "payments.sqlite3")
    yield storage
    storage.close()


def test_an_open_payment_expires_in_its_time_and_says_so(storage: Storage) -> None:
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    provider = Provider(storage, clock=lambda: now)
    payment = provider.create_payment(NewPayment.model_validate(ASKED))

    now += timedelta(minutes=14)
    assert provider.expire_overdue() == []
    now += timedelta(minutes=1)
    [expired] = provider.expire_overdue()

    assert (expired.id, expired.status) == (payment.id, "expired")
    assert [each.payment_id for each in storage.next_webhooks(9)] == [payment.id]
    assert provider.expire_overdue() == []


def test_webhooks_can_overtake_each_other(storage: Storage) -> None:
    storage.behave(Behaviour(reorder=True))
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    provider = Provider(storage, clock=lambda: now)
    made = [provider.create_payment(NewPayment.model_validate(ASKED)) for _ in range(12)]
    for payment in made:
        provider.settle(payment, "paid")

    reported = [each.payment_id for each in storage.next_webhooks(99)]

    assert sorted(reported) == sorted(payment.id for payment in made)
    # By chance they might not: once in 479,001,600 times.
    assert reported != [payment.id for payment in made]


def test_a_transaction_left_by_an_error_changed_nothing(storage: Storage) -> None:
    provider = Provider(storage)
    asked = {"amount": {"currency": "EUR", "value": "1.00"}, "description": "x", "redirectUrl": "http://shop.example"}

    def create_and_fail() -> None:
        with storage.transaction():
            provider.create_payment(NewPayment.model_validate(asked))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        create_and_fail()

    assert storage.newest(Payment, 9) == []


def test_retries_begin_soon_and_give_up_after_minutes() -> None:
    waits = [seconds_before_retry(tries) for tries in range(1, TRIES)]

    assert waits[0] == 0.5
    assert waits == sorted(waits)
    assert 60 < sum(waits) < 600
