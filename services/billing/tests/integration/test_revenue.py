"""Events of payments add up to the sums billing reports by day, to the cent and in any series of returns."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from unittest.mock import MagicMock
from uuid import uuid4

import pytest
from billing.domain.payment import Payment
from billing.errors import NothingToWithdraw
from billing.rpc.revenue import RevenueServicer
from billing.storage.revenue import RevenueRepository
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase, eur, nothing_is_off
from billing.usecases.record_report import record_report
from billing.usecases.restore_purchase import NothingToRestore, restore_purchase
from billing.usecases.withdraw import withdraw
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentCompleted, PaymentReversed, PurchaseRestored
from pairwise.billing.v1.revenue_pb2 import ListDaysRequest
from shared.kit.core import Malformed
from shared.kit.db import Database
from shared.kit.testing.announced import announced

PURCHASES = 25


def minor(text: str) -> int:
    return int(Decimal(text) * 100)


def change_money(wired: Wiring, provider: FakeProvider, payment: Payment, random: Random) -> None:
    """Return a part, return the rest, withdraw, or win a chargeback back, as the dice say."""
    provider_id = str(payment.provider_id)
    returned = provider.reports[provider_id].returned
    match random.choice(["part", "all", "withdraw", "restore", "cent"]):
        case "part" | "cent" as how:
            more = eur(1) if how == "cent" else eur(random.randint(1, payment.amount.minor))
            provider.change(provider_id, returned=min(payment.amount, returned + more))
        case "all":
            provider.give_back(provider_id, is_charged_back=random.random() < 0.5)
        case "withdraw":
            try:
                withdraw(wired.unit_of_work(), wired.sites.get(payment.site), payment.member_id, uuid4(), payment.id)
            except NothingToWithdraw:
                return
        case "restore":
            provider.change(provider_id, returned=eur(0), is_charged_back=False)
            try:
                restore_purchase(wired.unit_of_work(), provider, payment.id, by="Ann", why="won")
            except NothingToRestore:
                return
    record_report(wired.unit_of_work(), payment, provider.report(provider_id))


@pytest.mark.parametrize("seed", range(3))
def test_events_add_up_to_the_days(wired: Wiring, database: Database, provider: FakeProvider, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a series that can be repeated
    for _ in range(PURCHASES):
        payment = a_purchase(wired, provider, a_member(wired), random.choice(["p0", "p1"]))
        for _ in range(random.randint(0, 4)):
            change_money(wired, provider, payment, random)

    with wired.unit_of_work() as uow:
        [day] = uow.revenue.days(date.today() - timedelta(days=1), date.today() + timedelta(days=2))
    completed, reversed_ = announced(database, PaymentCompleted), announced(database, PaymentReversed)
    restored = announced(database, PurchaseRestored)
    assert reversed_
    assert restored
    assert day.payments == len(completed) == PURCHASES
    assert day.gross == sum(minor(event.amount) for event in completed)
    assert day.vat == sum(minor(event.vat) for event in completed)
    assert day.discount == sum(minor(event.discount) for event in completed)
    assert day.returned == sum(minor(one.amount) for one in reversed_) - sum(minor(one.amount) for one in restored)
    assert day.returned_vat == sum(minor(one.vat) for one in reversed_) - sum(minor(one.vat) for one in restored)
    assert len({one.reversal_id for one in reversed_}) == len(reversed_)
    sites = [[one.site for one in completed], [one.site for one in reversed_], [one.site for one in restored]]
    assert {site for each in sites for site in each} == {"pairwise"}
    assert all(one.reversed_at.ToDatetime(UTC) <= datetime.now(UTC) for one in reversed_)
    assert nothing_is_off(wired)


def test_a_return_of_less_than_a_credit_is_announced(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    a_charge(wired, ann)

    for returned in (1, 1, 2):
        provider.change(str(payment.provider_id), returned=eur(returned))
        record_report(wired.unit_of_work(), payment, provider.report(str(payment.provider_id)))

    assert [(one.credits, one.amount) for one in announced(database, PaymentReversed)] == [(0, "0.01"), (0, "0.01")]
    assert nothing_is_off(wired)


@pytest.mark.parametrize(
    ("first", "after"),
    [("", ""), ("2026-01-01", "2026-01-01"), ("2026-01-02", "2026-01-01"), ("2024-01-01", "2026-01-01")],
)
def test_days_that_are_none_are_refused(wired: Wiring, database: Database, first: str, after: str) -> None:
    with pytest.raises(Malformed):
        RevenueServicer(wired).ListDays(ListDaysRequest(first=first, after=after), MagicMock())


def test_a_day_without_payments_is_left_out(wired: Wiring, database: Database) -> None:
    with wired.unit_of_work() as uow:
        assert RevenueRepository(uow.session).days(date(2020, 1, 1), date(2020, 2, 1)) == []
