"""Photos, gifts and opening lines: paid with credits alone, at the price of the member's site."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from billing.domain.transfer import Filter, Posted, Transfer, refund_id
from billing.errors import KeyReused, NotEnoughCredits, NotOffered
from billing.storage.audit import audit, what_is_off
from billing.storage.tables import UnsettledChargeRow
from billing.tests.makers import FakeSends, a_charge, a_member, balance, nothing_is_off
from billing.usecases.get_wallet import get_wallet
from billing.usecases.settle_charge import keep_charges, settle_overdue_charges
from billing.wiring import Wiring
from servicekit.storage import Database
from sites import MESSAGE, PHOTO, Purpose, Ware
from sqlalchemy import func, update
from sqlalchemy.orm import Session

pytestmark = pytest.mark.usefixtures("database")

ROSE, STAR, SONG = Ware(Purpose.GIFT, "rose"), Ware(Purpose.GIFT, "star"), Ware(Purpose.ICEBREAKER, "song")


def transfers(wired: Wiring, member_id: UUID, wanted: Filter | None = None) -> list[Transfer]:
    with wired.unit_of_work() as uow:
        return list(uow.ledger.page(member_id, None, 25, wanted))


def looked(wired: Wiring) -> dict[str, int]:
    with wired.unit_of_work() as uow:
        found = uow.audits.look()
        uow.commit()
    assert found is not None
    return {name: many for name, many in found.items() if many}


def test_free_messages_are_for_words_alone(wired: Wiring) -> None:
    ann = a_member(wired)

    assert a_charge(wired, ann, ware=ROSE) == 5
    assert balance(wired, ann) == (1, 3)
    with pytest.raises(NotEnoughCredits):
        a_charge(wired, ann, ware=PHOTO)
    assert a_charge(wired, ann, ware=SONG) == 1
    assert a_charge(wired, ann) == 0
    assert balance(wired, ann) == (0, 2)
    assert nothing_is_off(wired)
    assert looked(wired) == {}


def test_each_costs_what_the_members_own_site_says(wired: Wiring) -> None:
    iskra = wired.sites.get("iskra")
    for ware in (PHOTO, ROSE, SONG):
        bo = uuid4()
        get_wallet(wired.unit_of_work(), bo, "iskra", iskra)
        assert a_charge(wired, bo, ware=ware) == iskra.credits_for(ware)
    assert iskra.credits_for(ROSE) == 6


def test_what_the_site_does_not_sell_is_refused(wired: Wiring) -> None:
    with pytest.raises(NotOffered):
        a_charge(wired, a_member(wired), ware=Ware(Purpose.GIFT, "yacht"))


def test_twenty_times_the_same_gift_at_once_is_paid_once(wired: Wiring) -> None:
    ann, bo, charge_id = a_member(wired), uuid4(), uuid4()

    with ThreadPoolExecutor(20) as threads:
        costs = set(threads.map(lambda _: a_charge(wired, ann, charge_id, bo, ROSE), range(20)))

    assert costs == {5}
    assert balance(wired, ann) == (1, 3)
    assert [each.ware for each in transfers(wired, ann)] == [ROSE, MESSAGE]
    assert nothing_is_off(wired)


def test_an_id_that_paid_for_a_rose_pays_for_nothing_else(wired: Wiring) -> None:
    ann, charge_id = a_member(wired), uuid4()
    a_charge(wired, ann, charge_id, ware=ROSE)

    for other in (MESSAGE, PHOTO, STAR):
        with pytest.raises(KeyReused):
            a_charge(wired, ann, charge_id, ware=other)
    assert balance(wired, ann) == (1, 3)


def test_a_gift_that_never_came_is_given_back_as_what_it_was(wired: Wiring, database: Database) -> None:
    ann, charge_id = a_member(wired), uuid4()
    a_charge(wired, ann, charge_id, ware=ROSE)
    with Session(database.engine) as session:
        session.execute(update(UnsettledChargeRow).values(ask_after=func.now()))
        session.commit()

    settle_overdue_charges(wired.unit_of_work, FakeSends())

    refund = transfers(wired, ann)[0]
    assert (refund.id, refund.credits, refund.ware) == (refund_id(charge_id), 5, ROSE)
    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)
    assert looked(wired) == {}


def test_the_auditor_compares_what_was_paid_with_what_was_posted(wired: Wiring) -> None:
    ann, honest, cheap = a_member(wired), uuid4(), uuid4()
    a_charge(wired, ann, honest, ware=ROSE)
    a_charge(wired, ann, cheap)
    with wired.unit_of_work() as uow:
        keep_charges(uow, [Posted(honest, ann, ROSE)])
        uow.commit()
    assert looked(wired) == {}

    with wired.unit_of_work() as uow:
        keep_charges(uow, [Posted(cheap, ann, STAR)])
        uow.commit()

    assert what_is_off(audit(wired.database)) == {"wares_off": 1}
    assert looked(wired).keys() == {"wares_off"}


def test_one_finds_ones_gifts(wired: Wiring) -> None:
    ann = a_member(wired)
    a_charge(wired, ann)
    a_charge(wired, ann, ware=ROSE)

    assert [each.ware for each in transfers(wired, ann, Filter(purpose=Purpose.GIFT))] == [ROSE]
    assert [each.ware for each in transfers(wired, ann, Filter(purpose=Purpose.MESSAGE))] == [MESSAGE]
