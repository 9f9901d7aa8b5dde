"""Receipts and reversals come from billing's events, once and in any order."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import permutations
from typing import Any
from uuid import UUID

import psycopg
import pytest
from google.protobuf.message import Message
from lander.audit import main as audit
from lander.domain.money import RevenueDay
from lander.storage.data_inventory import DATA_INVENTORY
from lander.tests.consuming import consume
from lander.tests.purchases import NOW, Buyer, comes_again, goes_back
from lander.usecases.check_revenue import check_revenue_nightly, compare_revenue
from lander.usecases.update_metrics import update_metrics
from lander.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentCompleted, PaymentReversed
from pairwise.identity.v1.events_pb2 import MemberErased
from prometheus_client import REGISTRY
from shared.kit.core import Unavailable
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.privacy.export import export

MONEY = "SELECT sum(minor)::int, sum(vat_minor)::int, sum(discount_minor)::int FROM receipts"
BACK = "SELECT reason, minor::int, vat_minor::int FROM reversals ORDER BY minor"
LAST_YEAR, TOMORROW = NOW.date() - timedelta(days=365), NOW.date() + timedelta(days=1)


def ask(database: Database, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(query.encode()).fetchall()


def days(wired: Wiring) -> Sequence[RevenueDay]:
    with wired.unit_of_work() as uow:
        return uow.money.days(LAST_YEAR, TOMORROW)


class Billing:
    """Billing's answer, which the test decides."""

    def __init__(self, *days: RevenueDay, is_down: bool = False) -> None:
        self._days, self._is_down = days, is_down

    def days(self, first: date, after: date) -> Sequence[RevenueDay]:
        if self._is_down:
            raise Unavailable()
        return [day for day in self._days if first <= day.day < after]


@pytest.mark.parametrize("order", list(permutations(range(5))), ids=str)
def test_events_in_any_order_and_twice_end_the_same(wired: Wiring, database: Database, order: tuple[int, ...]) -> None:
    ann = Buyer(network="northwind")
    paid = ann.pays(999, 173)
    back = goes_back(paid, 999, 173, "chargeback")
    events: list[Message] = [ann.signs_up(), ann.confirms(), paid, back, comes_again(back)]

    consume(wired, *(events[index] for index in (*order, *order)))

    assert ask(database, MONEY) == [(999, 173, 100)]
    assert ask(database, BACK) == [("restored", -999, -173), ("chargeback", 999, 173)]
    assert ask(database, "SELECT count(*), count(confirmed_at) FROM leads JOIN receipts ON lead_id = leads.id") == [
        (1, 1)
    ]
    [day] = days(wired)
    assert (day.payments, day.gross, day.returned, day.returned_vat) == (1, 999, 0, 0)


def test_the_first_purchase_is_the_earliest(wired: Wiring, database: Database) -> None:
    ann = Buyer()
    consume(
        wired, ann.pays(500, after_days=9), ann.pays(500, after_days=2), ann.pays(500, after_days=5), ann.signs_up()
    )

    [(days_after,)] = ask(database, "SELECT extract(day FROM first_paid_at - signed_up_at)::int FROM leads")
    assert days_after == 2


def test_purchases_consumed_at_once_make_one_lead(wired: Wiring, database: Database) -> None:
    ann = Buyer()
    events = [ann.pays(500), ann.pays(700), ann.pays(900), ann.signs_up()]

    at_once(*[lambda event=event: consume(wired, event) for event in events])

    assert ask(database, "SELECT count(*) FROM leads") == [(1,)]
    assert ask(database, MONEY)[0][0] == 2100


def test_events_of_the_release_before_are_understood(wired: Wiring, database: Database) -> None:
    ann = Buyer()
    paid = ann.pays(999)
    for name in ("completed_at", "discount", "site"):
        paid.ClearField(name)
    back = PaymentReversed(payment_id=paid.payment_id, member_id=ann.member_id, amount="9.99", reason="refund")

    consume(wired, paid, back, back)

    assert ask(database, MONEY) == [(999, 0, 0)]
    assert ask(database, BACK) == [("refund", 999, 0)]


def test_an_erasure_leaves_figures_to_the_day(wired: Wiring, database: Database) -> None:
    ann = Buyer(age_days=40.3)
    paid = ann.pays(999, 173)
    consume(wired, ann.signs_up(sub1="click-1"), paid, goes_back(paid, 100, 17))
    before = days(wired)

    consume(wired, MemberErased(member_id=ann.member_id), ann.pays(555, after_days=3))

    assert days(wired)[:1] == before
    assert ask(database, "SELECT count(*) FROM leads WHERE member_id IS NOT NULL OR sub1 <> ''") == [(0,)]
    assert ask(database, "SELECT lead_id IS NULL FROM receipts WHERE minor = 555") == [(True,)]
    times = "SELECT completed_at::time::text FROM receipts WHERE minor = 999 UNION SELECT reversed_at::time::text "
    assert ask(database, f"{times} FROM reversals") == [("00:00:00",)]
    everything = str([ask(database, f"SELECT * FROM {table}") for table in ("leads", "receipts", "reversals")])  # noqa: S608
    assert ann.member_id not in everything


def test_the_copy_of_a_member_has_their_receipts(wired: Wiring, database: Database) -> None:
    ann, bo = Buyer(), Buyer()
    paid = ann.pays(999, 173)
    consume(wired, ann.signs_up(), paid, bo.pays(100))

    with wired.unit_of_work() as uow:
        [receipt] = export(uow.session, DATA_INVENTORY, UUID(ann.member_id))["receipts"]
    assert receipt.items() >= {"payment_id": paid.payment_id, "minor": 999, "vat_minor": 173, "currency": "EUR"}.items()


def test_a_difference_from_billing_is_named(wired: Wiring, database: Database) -> None:
    consume(wired, Buyer(age_days=50).pays(1), Buyer(age_days=40).pays(999, 173), Buyer(age_days=30).pays(500))
    ours = [day for day in days(wired) if day.gross > 1]
    lost = RevenueDay("iskra", NOW.date() - timedelta(days=20), "PLN", 1, 700, 0, 0, 0, 0)

    assert compare_revenue(wired.unit_of_work(), Billing(*ours)) == []
    [one, other] = compare_revenue(wired.unit_of_work(), Billing(ours[0], lost))
    assert {one.described()["site"], other.described()["site"]} == {"iskra", "pairwise"}
    assert next(each for each in (one, other) if each.lander is None).described()["gross"] == 700
    assert next(each for each in (one, other) if each.billing is None).described()["gross"] == -500


def test_without_receipts_there_is_nothing_to_compare(wired: Wiring, database: Database) -> None:
    assert compare_revenue(wired.unit_of_work(), Billing(is_down=True)) == []


def test_the_nightly_check_is_stored_and_repeated_while_sums_differ(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lander.usecases.check_revenue.FROM_HOUR", 0)
    consume(wired, Buyer(age_days=50).pays(1), Buyer(age_days=40).pays(999, 173))
    stored = "SELECT differences::int FROM revenue_checks"

    check_revenue_nightly(wired.unit_of_work, Billing(is_down=True))
    assert ask(database, stored) == []
    check_revenue_nightly(wired.unit_of_work, Billing())
    assert ask(database, stored) == [(1,)]
    assert metrics_of(wired)["lander_revenue_differences"] == 1
    check_revenue_nightly(wired.unit_of_work, Billing(*days(wired)))
    check_revenue_nightly(wired.unit_of_work, Billing(is_down=True))
    assert ask(database, stored) == [(0,)]
    assert metrics_of(wired)["lander_revenue_differences"] == 0
    assert metrics_of(wired)["lander_revenue_checked_timestamp_seconds"] > NOW.timestamp() - 86_400


@pytest.mark.parametrize("age_days", [0, 1])
def test_nothing_is_said_about_the_ledger_before_the_first_whole_day(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch, age_days: int
) -> None:
    monkeypatch.setattr("lander.usecases.check_revenue.FROM_HOUR", 0)
    consume(wired, Buyer(age_days=age_days).pays(999, 173))

    check_revenue_nightly(wired.unit_of_work, Billing())
    assert ask(database, "SELECT count(*)::int FROM revenue_checks") == [(0,)]


def metrics_of(wired: Wiring) -> dict[str, float]:
    """What the alerts RevenueDiffers and RevenueCheckMissed read."""
    update_metrics(wired.unit_of_work())
    return {sample.name: sample.value for family in REGISTRY.collect() for sample in family.samples}


def test_the_audit_exits_with_one_when_a_day_differs(
    wired: Wiring, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    consume(wired, Buyer(age_days=50).pays(1), Buyer(age_days=40).pays(999, 173))

    assert audit([], wired, Billing(*days(wired))) == 0
    assert capsys.readouterr().out == '{"differences": 0, "days": []}\n'
    assert audit([], wired, Billing()) == 1
    with pytest.raises(SystemExit, match="2"):
        audit(["yesterday"], wired, Billing())


def test_a_payment_without_a_sum_is_refused(wired: Wiring, database: Database) -> None:
    with pytest.raises(ValueError, match="badly formed"):
        consume(wired, PaymentCompleted(payment_id="no id", member_id="none", amount="1.00"))
