"""Photos, gifts and opening lines: paid with credits alone, at the price of the member's site."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from billing.domain.transfer import PostedMessage, Transfer, TransferFilter, TransferKind
from billing.errors import KeyReused, NotEnoughCredits, NotOffered
from billing.storage.audit import audit, discrepancies
from billing.tests.makers import FakeSends, a_charge, a_member, balance, make_overdue, nothing_is_off
from billing.usecases.get_wallet import get_wallet
from billing.usecases.settle_charge import confirm_charges, settle_overdue_charges
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.sites import MESSAGE, OPENER, PHOTO, VOICE, BillableItem, Purpose

pytestmark = pytest.mark.usefixtures("database")

ROSE, STAR, SONG = (
    BillableItem(Purpose.GIFT, "rose"),
    BillableItem(Purpose.GIFT, "star"),
    BillableItem(Purpose.ICEBREAKER, "song"),
)


def transfers(wired: Wiring, member_id: UUID, wanted: TransferFilter | None = None) -> list[Transfer]:
    with wired.unit_of_work() as uow:
        return list(uow.ledger.page(member_id, None, 25, wanted))


def failed_checks(wired: Wiring) -> dict[str, int]:
    with wired.unit_of_work() as uow:
        found = uow.audits.check_part()
        uow.commit()
    assert found is not None
    return dict(Counter(violation.figure for violation in found))


def test_free_messages_are_for_words_alone(wired: Wiring) -> None:
    ann = a_member(wired)

    assert a_charge(wired, ann, billable_item=ROSE) == 5
    assert balance(wired, ann) == (1, 3)
    for paid in (PHOTO, VOICE):
        with pytest.raises(NotEnoughCredits):
            a_charge(wired, ann, billable_item=paid)
    assert a_charge(wired, ann, billable_item=SONG) == 1
    assert a_charge(wired, ann) == 0
    assert balance(wired, ann) == (0, 2)
    assert nothing_is_off(wired)
    assert failed_checks(wired) == {}


def test_each_item_has_the_price_of_the_members_own_site(wired: Wiring) -> None:
    iskra = wired.sites.get("iskra")
    for billable_item in (PHOTO, VOICE, OPENER, ROSE, SONG):
        bo = uuid4()
        get_wallet(wired.unit_of_work(), bo, iskra)
        assert a_charge(wired, bo, billable_item=billable_item) == iskra.credits_for(billable_item)
    assert iskra.credits_for(ROSE) == 6


def test_an_item_the_site_does_not_sell_is_refused(wired: Wiring) -> None:
    with pytest.raises(NotOffered):
        a_charge(wired, a_member(wired), billable_item=BillableItem(Purpose.GIFT, "yacht"))


def test_twenty_times_the_same_gift_at_once_is_paid_once(wired: Wiring) -> None:
    ann, bo, charge_id = a_member(wired), uuid4(), uuid4()

    with ThreadPoolExecutor(20) as threads:
        costs = set(threads.map(lambda _: a_charge(wired, ann, charge_id, bo, ROSE), range(20)))

    assert costs == {5}
    assert balance(wired, ann) == (1, 3)
    assert [each.billable_item for each in transfers(wired, ann)] == [ROSE, MESSAGE]
    assert nothing_is_off(wired)


def test_an_id_that_paid_for_a_rose_pays_for_nothing_else(wired: Wiring) -> None:
    ann, charge_id = a_member(wired), uuid4()
    a_charge(wired, ann, charge_id, billable_item=ROSE)

    for other in (MESSAGE, OPENER, PHOTO, VOICE, STAR):
        with pytest.raises(KeyReused):
            a_charge(wired, ann, charge_id, billable_item=other)
    assert balance(wired, ann) == (1, 3)


def test_the_refund_of_a_refused_gift_names_the_gift(wired: Wiring, database: Database) -> None:
    ann, charge_id = a_member(wired), uuid4()
    a_charge(wired, ann, charge_id, billable_item=ROSE)
    make_overdue(database)

    settle_overdue_charges(wired.unit_of_work, FakeSends())

    refund = transfers(wired, ann)[0]
    assert (refund.kind, refund.credits, refund.billable_item) == (TransferKind.REFUND, 5, ROSE)
    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)
    assert failed_checks(wired) == {}


def test_the_auditor_compares_paid_items_with_posted_ones(wired: Wiring) -> None:
    ann, honest, cheap = a_member(wired), uuid4(), uuid4()
    a_charge(wired, ann, honest, billable_item=ROSE)
    a_charge(wired, ann, cheap)
    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(honest, ann, ROSE)])
        uow.commit()
    assert failed_checks(wired) == {}

    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(cheap, ann, STAR)])
        uow.commit()

    assert discrepancies(audit(wired.database)) == {"items_off": 1}
    assert failed_checks(wired).keys() == {"items_off"}


def test_one_finds_ones_gifts(wired: Wiring) -> None:
    ann = a_member(wired)
    a_charge(wired, ann)
    a_charge(wired, ann, billable_item=ROSE)

    assert [each.billable_item for each in transfers(wired, ann, TransferFilter(purpose=Purpose.GIFT))] == [ROSE]
    assert [each.billable_item for each in transfers(wired, ann, TransferFilter(purpose=Purpose.MESSAGE))] == [MESSAGE]
