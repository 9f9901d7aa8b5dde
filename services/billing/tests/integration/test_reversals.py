from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from billing.domain.payment import Payment, ReversalReason
from billing.errors import CreditsOwed
from billing.storage.tables import PaymentRow
from billing.tests.makers import (
    FakeProvider,
    FakeSends,
    a_charge,
    a_member,
    a_purchase,
    balance,
    debt,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.reverse_purchase import reverse_purchase
from billing.usecases.settle_charge import refund_charge, settle_overdue_charges
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentReversed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from sqlalchemy import update

pytestmark = pytest.mark.usefixtures("database")


def claw_back(wired: Wiring, payment: Payment, credits: int = 20, fact: str = "re_1") -> bool:
    with wired.unit_of_work() as uow:
        if is_first := reverse_purchase(uow, payment, credits, payment.amount, ReversalReason.CHARGEBACK, fact):
            uow.session.execute(
                update(PaymentRow)
                .where(PaymentRow.id == payment.id)
                .values(returned_credits=PaymentRow.returned_credits + credits)
            )
        uow.commit()
    return is_first


def test_unspent_credits_go_back(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)

    assert claw_back(wired, payment)

    assert (balance(wired, ann), debt(wired, ann)) == ((6, 3), 0)
    [event] = announced(database, PaymentReversed)
    assert (event.payment_id, event.member_id, event.credits) == (str(payment.id), str(ann), 20)
    assert nothing_is_off(wired)


def test_spent_credits_become_debt_that_stops_sending_and_nothing_else(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 11):
        a_charge(wired, ann)
    claw_back(wired, payment)

    assert (balance(wired, ann), debt(wired, ann)) == ((0, 0), 16)
    with pytest.raises(CreditsOwed):
        a_charge(wired, ann)
    with wired.unit_of_work() as uow:
        assert uow.wallets.get(ann).is_premium
    a_purchase(wired, provider, ann)
    assert (balance(wired, ann), debt(wired, ann)) == ((4, 0), 0)
    assert a_charge(wired, ann) == 2
    assert nothing_is_off(wired)


def test_free_messages_do_not_go_round_a_debt(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment, lost = a_purchase(wired, provider, ann), uuid4()
    a_charge(wired, ann, lost)
    for _ in range(2 + 4):
        a_charge(wired, ann)
    make_overdue(wired.database)
    with wired.unit_of_work() as uow:
        refund_charge(uow, lost)
        uow.commit()
    claw_back(wired, payment)

    assert (balance(wired, ann), debt(wired, ann)) == ((0, 1), 2)
    with pytest.raises(CreditsOwed):
        a_charge(wired, ann)


def test_the_refund_of_a_message_pays_debt_first(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 4):
        a_charge(wired, ann)
    claw_back(wired, payment)
    assert debt(wired, ann) == 2
    make_overdue(database)

    settle_overdue_charges(wired.unit_of_work, FakeSends())

    assert (balance(wired, ann), debt(wired, ann)) == ((6, 3), 0)
    assert nothing_is_off(wired)


def test_the_same_report_in_parallel_takes_back_once(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(lambda _: claw_back(wired, payment), range(6))) == 1
    assert claw_back(wired, payment, 0, "re_2") is False
    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)


def test_parts_go_back_one_by_one(wired: Wiring, provider: FakeProvider) -> None:
    ann, facts = a_member(wired), [str(uuid4()) for _ in range(4)]
    payment = a_purchase(wired, provider, ann)

    for fact in facts:
        claw_back(wired, payment, 5, fact)
    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)
