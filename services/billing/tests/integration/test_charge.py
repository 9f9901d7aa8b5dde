from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from billing.errors import ChargeWithdrawn, KeyReused, NotEnoughCredits
from billing.tests.makers import (
    FakeProvider,
    FakeSends,
    a_charge,
    a_member,
    a_purchase,
    balance,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.charge import MessageToPay, charge_many
from billing.usecases.settle_charge import settle_overdue_charges
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import CreditsChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.sites import CALL

pytestmark = pytest.mark.usefixtures("database")


def test_free_messages_go_first_then_credits_then_none(wired: Wiring, database: Database) -> None:
    ann = a_member(wired)

    assert [a_charge(wired, ann) for _ in range(6)] == [0, 0, 0, 2, 2, 2]
    with pytest.raises(NotEnoughCredits):
        a_charge(wired, ann)

    assert balance(wired, ann) == (0, 0)
    assert [event.version for event in announced(database, CreditsChanged)] == [1], "a message announces its balance"
    assert nothing_is_off(wired)


def test_a_call_announces_what_it_left_because_no_message_does(wired: Wiring, database: Database) -> None:
    ann, bo = a_member(wired), a_member(wired)
    before = len(announced(database, CreditsChanged))

    a_charge(wired, ann, billable_item=CALL)
    charge_many(
        wired.unit_of_work(),
        wired.sites,
        wired.default_site,
        [MessageToPay(uuid4(), ann, bo, CALL), MessageToPay(uuid4(), bo, ann)],
    )

    told = announced(database, CreditsChanged)[before:]
    assert [(event.member_id, event.version) for event in told] == [(str(ann), 2), (str(ann), 3)]
    assert nothing_is_off(wired)


def test_a_call_costs_what_was_agreed(wired: Wiring) -> None:
    """The site's price changed between the ring and the answer."""
    ann, bo, call_id = a_member(wired), a_member(wired), uuid4()
    call = MessageToPay(call_id, ann, bo, CALL, agreed_credits=4)

    for _ in range(2):
        [paid] = charge_many(wired.unit_of_work(), wired.sites, wired.default_site, [call])
        assert isinstance(paid, tuple)
        assert paid[0] == 4
    assert balance(wired, ann)[0] == 2

    [refused] = charge_many(
        wired.unit_of_work(), wired.sites, wired.default_site, [MessageToPay(uuid4(), ann, bo, CALL, agreed_credits=3)]
    )
    assert isinstance(refused, NotEnoughCredits)
    assert nothing_is_off(wired)


def test_a_member_who_sends_before_the_sign_up_event_has_the_gift(wired: Wiring) -> None:
    ann = uuid4()

    assert a_charge(wired, ann) == 0
    assert balance(wired, ann) == (6, 2)
    assert nothing_is_off(wired)


def test_a_retry_pays_once_even_with_nothing_left(wired: Wiring) -> None:
    ann, last = a_member(wired), uuid4()
    for _ in range(5):
        a_charge(wired, ann)

    assert [a_charge(wired, ann, last) for _ in range(3)] == [2, 2, 2]
    assert balance(wired, ann) == (0, 0)


def test_the_same_id_for_someone_else_is_refused(wired: Wiring) -> None:
    ann, bo, charge_id = a_member(wired), a_member(wired), uuid4()
    a_charge(wired, ann, charge_id)

    with pytest.raises(KeyReused):
        a_charge(wired, bo, charge_id)
    with pytest.raises(KeyReused):
        a_charge(wired, ann, charge_id, partner_id=bo)
    assert balance(wired, bo) == (6, 3)


def test_fifty_charges_at_once_spend_the_balance_exactly(wired: Wiring) -> None:
    ann = a_member(wired)
    for _ in range(3):
        a_charge(wired, ann)
    a_purchase(wired, FakeProvider(), ann)
    for _ in range(8):
        a_charge(wired, ann)
    assert balance(wired, ann) == (10, 0)

    def try_one(_: int) -> bool:
        try:
            return a_charge(wired, ann) == 2
        except NotEnoughCredits:
            return False

    with ThreadPoolExecutor(50) as threads:
        assert sum(threads.map(try_one, range(50))) == 5
    assert balance(wired, ann) == (0, 0)
    assert nothing_is_off(wired)


def test_twins_at_once_pay_once(wired: Wiring) -> None:
    ann, charge_id = a_member(wired), uuid4()

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(lambda _: a_charge(wired, ann, charge_id), range(8))) == {0}
    assert balance(wired, ann) == (6, 2)
    assert nothing_is_off(wired)


def test_first_calls_at_once_open_one_wallet(wired: Wiring) -> None:
    ann = uuid4()

    with ThreadPoolExecutor(8) as threads:
        costs = sorted(threads.map(lambda _: a_charge(wired, ann), range(6)))
    assert costs == [0, 0, 0, 2, 2, 2]
    assert nothing_is_off(wired)


def test_a_charge_without_message_is_given_back_once_and_for_ever(wired: Wiring, database: Database) -> None:
    ann, charge_id = a_member(wired), uuid4()
    for _ in range(3):
        a_charge(wired, ann)
    a_charge(wired, ann, charge_id)
    chat = FakeSends()
    make_overdue(database)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: settle_overdue_charges(wired.unit_of_work, chat), range(4)))

    assert balance(wired, ann) == (6, 3)
    with pytest.raises(ChargeWithdrawn):
        a_charge(wired, ann, charge_id)
    make_overdue(database)
    assert settle_overdue_charges(wired.unit_of_work, chat) == 0
    assert nothing_is_off(wired)


def test_a_posted_message_keeps_its_charge(wired: Wiring, database: Database) -> None:
    ann, charge_id, chat = a_member(wired), uuid4(), FakeSends()
    a_charge(wired, ann, charge_id)
    chat.post(charge_id)
    make_overdue(database)

    assert settle_overdue_charges(wired.unit_of_work, chat) == 1
    assert balance(wired, ann) == (6, 2)
    assert a_charge(wired, ann, charge_id) == 0


def test_while_chat_is_down_charges_wait(wired: Wiring, database: Database) -> None:
    ann, chat = a_member(wired), FakeSends()
    a_charge(wired, ann)
    make_overdue(database)
    chat.is_down = True

    assert settle_overdue_charges(wired.unit_of_work, chat) == 0

    chat.is_down = False
    assert settle_overdue_charges(wired.unit_of_work, chat) == 0, "not before half a minute has passed"
    make_overdue(database)
    assert settle_overdue_charges(wired.unit_of_work, chat) == 1
    assert balance(wired, ann) == (6, 3)


def test_a_young_charge_is_left_alone(wired: Wiring) -> None:
    ann: UUID = a_member(wired)
    a_charge(wired, ann)

    assert settle_overdue_charges(wired.unit_of_work, FakeSends()) == 0
    assert balance(wired, ann) == (6, 2)
