"""A process may die at any point. Afterwards, once the jobs have run, ledger, chat and provider agree."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import PaymentStatus
from billing.errors import ChargeWithdrawn
from billing.storage.tables import PaymentRow
from billing.tests.makers import (
    FakeProvider,
    FakeSends,
    a_charge,
    a_member,
    an_order,
    balance,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.find_payment import find_payment
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.settle_charge import settle_overdue_charges
from billing.usecases.settle_payment import settle_overdue_payments
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted
from shared.kit.core import faults
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from sqlalchemy import func, update
from sqlalchemy.orm import Session

CHARGE_POINTS = [
    "billing.charge.committed",
    "billing.settle.asked",
    "billing.settle.before_commit",
    "billing.settle.committed",
]
PAYMENT_POINTS = [
    "billing.order.committed",
    "billing.order.made",
    "billing.payment.before_commit",
    "billing.payment.committed",
]


class House:
    """Billing, chat and the provider, used while processes die."""

    def __init__(self, wired: Wiring, database: Database) -> None:
        self.wired, self.database = wired, database
        self.chat, self.provider = FakeSends(), FakeProvider()

    def send(self, member_id: UUID, message_id: UUID) -> None:
        """Charge, then post, as chat does; a failed charge posts nothing."""
        a_charge(self.wired, member_id, message_id)
        self.chat.post(message_id)

    def settle_charges(self) -> None:
        make_overdue(self.database)
        settle_overdue_charges(self.wired.unit_of_work, self.chat)

    def settle_payments(self) -> None:
        self._all(update(PaymentRow).values(ask_after=func.now()))
        settle_overdue_payments(self.wired.unit_of_work, self.provider)

    def _all(self, change: object) -> None:
        with Session(self.database.engine) as session:
            session.execute(change)  # type: ignore[call-overload]
            session.commit()


@pytest.fixture
def house(wired: Wiring, database: Database) -> House:
    return House(wired, database)


def dying(step: Callable[[], object]) -> bool:
    try:
        step()
    except faults.Fault:
        return True
    return False


def test_these_are_all_points(house: House) -> None:
    ann, kept, lost = a_member(house.wired), uuid4(), uuid4()
    with faults.recording() as names:
        house.send(ann, kept)
        a_charge(house.wired, ann, lost)
        house.settle_charges()
        payment = an_order(house.wired, house.provider, ann)
        house.provider.pay(str(payment.provider_id))
        house.settle_payments()

    assert set(names) == {*CHARGE_POINTS, *PAYMENT_POINTS}


@pytest.mark.parametrize("name", CHARGE_POINTS)
@pytest.mark.parametrize("is_retried", [False, True], ids=["given up", "retried"])
@pytest.mark.parametrize("chat_dies", [False, True], ids=["posted", "never posted"])
def test_charge_and_message_stand_or_fall_together(house: House, name: str, is_retried: bool, chat_dies: bool) -> None:
    ann, message_id = a_member(house.wired), uuid4()
    for _ in range(3):
        house.send(ann, uuid4())
    house.settle_charges()
    assert balance(house.wired, ann) == (6, 0)

    with faults.raising(name):
        if chat_dies:
            dying(lambda: a_charge(house.wired, ann, message_id))
        else:
            dying(lambda: house.send(ann, message_id))
        dying(house.settle_charges)
    if is_retried:
        try:
            house.send(ann, message_id)
        except ChargeWithdrawn:
            assert message_id in house.chat.refused
    house.settle_charges()

    assert balance(house.wired, ann) == ((4, 0) if message_id in house.chat.posted else (6, 0))
    assert not (house.chat.posted & house.chat.refused)
    assert nothing_is_off(house.wired)


@pytest.mark.parametrize("name", PAYMENT_POINTS)
def test_a_payment_gives_its_credits_once(house: House, name: str) -> None:
    ann, order_id = a_member(house.wired), uuid4()

    with faults.raising(name):
        dying(lambda: an_order(house.wired, house.provider, ann, order_id=order_id))
        payment = an_order(house.wired, house.provider, ann, order_id=order_id)
        provider_id = str(payment.provider_id)
        house.provider.pay(provider_id)
        dying(lambda: handle_webhook(house.wired.unit_of_work(), house.provider, provider_id))
    house.settle_payments()

    assert len(house.provider.reports) == 1
    assert balance(house.wired, ann) == (26, 3)
    found = find_payment(house.wired.unit_of_work(), house.provider, ann, order_id)
    assert found.status is PaymentStatus.COMPLETED
    assert len(announced(house.database, PaymentCompleted)) == len(announced(house.database, BecamePremium)) == 1
    assert nothing_is_off(house.wired)
