"""Charges of a batch: one statement, and each as if it were made alone."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from billing.tests.makers import FakeSends, a_charge, a_member, balance, make_overdue, nothing_is_off
from billing.usecases.charge import MessageToPay, charge_many
from billing.usecases.settle_charge import settle_overdue_charges
from billing.wiring import Wiring
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.kit.core import Refusal
from shared.kit.core.faults import Fault, raising
from shared.kit.db import Database
from shared.kit.testing.database import empty
from shared.kit.testing.ids import IDS, Ids
from shared.sites import MESSAGE, PHOTO, BillableItem, Purpose
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")

NO_SUCH_GIFT = BillableItem(Purpose.GIFT, "no_such_gift")


def together(wired: Wiring, *messages: MessageToPay) -> list[int | str]:
    """Charge for them; returns the cost of each, or the code of its refusal."""
    outcomes = charge_many(wired.unit_of_work(), wired.sites, wired.default_site, messages)
    return [each.code if isinstance(each, Refusal) else each[0] for each in outcomes]


def a_message(member_id: UUID, item: BillableItem = MESSAGE) -> MessageToPay:
    return MessageToPay(uuid4(), member_id, uuid4(), item)


def test_charges_made_together_are_those_made_alone(wired: Wiring) -> None:
    ann, bo = a_member(wired), a_member(wired)
    for _ in range(3):
        a_charge(wired, bo)

    messages = [a_message(ann), a_message(bo), a_message(ann, PHOTO)]
    assert together(wired, *messages) == [0, 2, 4]

    assert (balance(wired, ann), balance(wired, bo)) == ((2, 2), (4, 0))
    # A retry of each gets the same answer.
    assert [a_charge(wired, each.member_id, each.id, each.partner_id, each.item) for each in messages] == [0, 2, 4]
    assert nothing_is_off(wired)


def test_one_that_cannot_be_paid_leaves_the_others_charged(wired: Wiring) -> None:
    ann, poor = a_member(wired), a_member(wired)
    for _ in range(6):
        a_charge(wired, poor)

    assert together(wired, a_message(poor), a_message(ann), a_message(uuid4()), a_message(ann, NO_SUCH_GIFT)) == [
        "not_enough_credits",
        0,
        0,  # its wallet is opened by the charge
        "not_offered",
    ]

    assert balance(wired, ann) == (6, 2)
    assert nothing_is_off(wired)


def test_one_made_before_is_answered_as_before_and_the_others_are_charged(wired: Wiring) -> None:
    ann, bo = a_member(wired), a_member(wired)
    made, new = a_message(ann), a_message(bo)
    assert together(wired, made) == [0]

    assert together(wired, new, made, new) == [0, 0, 0]

    assert (balance(wired, ann), balance(wired, bo)) == ((6, 2), (6, 2))
    assert nothing_is_off(wired)


def test_a_wallet_that_another_transaction_holds_is_charged_after_its_neighbours(
    wired: Wiring, database: Database
) -> None:
    ann, bo = sorted(a_member(wired) for _ in range(2))
    with ThreadPoolExecutor(1) as thread, database.engine.begin() as stuck:
        stuck.execute(text("SELECT FROM wallets WHERE member_id = :id FOR UPDATE"), {"id": bo})
        answers = thread.submit(together, wired, a_message(ann), a_message(bo))
        while balance(wired, ann) != (6, 2):
            assert not answers.done()
        stuck.rollback()

        assert answers.result() == [0, 0]
    assert nothing_is_off(wired)


def test_a_withdrawn_one_stays_withdrawn(wired: Wiring, database: Database) -> None:
    ann, bo = a_member(wired), a_member(wired)
    lost = a_message(ann)
    together(wired, lost)
    make_overdue(database)
    settle_overdue_charges(wired.unit_of_work, FakeSends())

    assert together(wired, lost, a_message(bo)) == ["charge_withdrawn", 0]
    assert nothing_is_off(wired)


def test_a_crash_after_the_commit_leaves_charges_that_a_retry_finds(wired: Wiring) -> None:
    messages = [a_message(a_member(wired)) for _ in range(3)]
    with raising("billing.charge.committed"), pytest.raises(Fault):
        together(wired, *messages)

    assert [a_charge(wired, each.member_id, each.id, each.partner_id) for each in messages] == [0, 0, 0]
    assert [balance(wired, each.member_id) for each in messages] == [(6, 2)] * 3
    assert nothing_is_off(wired)


Plan = list[list[tuple[int, int]]]
groups = st.lists(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=4), max_size=8)


@given(plan=groups, ids=IDS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_groups_at_once_charge_each_message_once(wired: Wiring, database: Database, plan: Plan, ids: Ids) -> None:
    """Three wallets, ten messages each, in batches that overlap and meet in any order."""
    empty(database)
    members = [a_member(wired, ids()) for _ in range(3)]
    partner = ids()
    messages = {(n, m): MessageToPay(ids(), members[n], partner) for n in range(3) for m in range(10)}

    def charged(group: list[tuple[int, int]]) -> list[int | str]:
        return together(wired, *(messages[each] for each in group))

    with ThreadPoolExecutor(4) as threads:
        costs = {
            each: cost
            for group, answers in zip(plan, threads.map(charged, plan), strict=True)
            for each, cost in zip(group, answers, strict=True)
        }

    for n, member in enumerate(members):
        of_member = [cost for each, cost in costs.items() if each[0] == n]
        paid = [cost for cost in of_member if isinstance(cost, int)]
        # Three are free, three are paid, and then the wallet is empty.
        assert sorted(paid) == [0, 0, 0, 2, 2, 2][: len(of_member)]
        assert {cost for cost in of_member if isinstance(cost, str)} <= {"not_enough_credits"}
        assert balance(wired, member) == (6 - sum(paid), max(0, 3 - len(of_member)))
    assert nothing_is_off(wired)
