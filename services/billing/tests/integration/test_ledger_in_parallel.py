"""Parallel operations in any order leave the ledger where arithmetic says."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from uuid import UUID

import pytest
from billing.domain.payment import PaymentStatus
from billing.errors import CreditsOwed, NotEnoughCredits
from billing.tests.makers import (
    FakeProvider,
    FakeSends,
    a_charge,
    a_member,
    a_purchase,
    an_order,
    balance,
    debt,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.settle_charge import settle_overdue_charges
from billing.usecases.settle_payment import settle_overdue_payments
from billing.wiring import Wiring
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.kit.db import Database
from shared.kit.testing.ids import IDS, Ids
from shared.sites import MESSAGE, PHOTO, VOICE, BillableItem, Purpose
from sqlalchemy import text

ROSE, SONG = BillableItem(Purpose.GIFT, "rose"), BillableItem(Purpose.ICEBREAKER, "song")
AT_ONCE = 8


@dataclass(frozen=True)
class Spend:
    """Asked for `copies` times under one id; chat posts it or never will."""

    billable_item: BillableItem
    copies: int
    is_posted: bool


@dataclass(frozen=True)
class Buy:
    package: str
    copies: int
    ends: str  # paid, failed or charged back


spends = st.builds(Spend, st.sampled_from([MESSAGE, PHOTO, VOICE, ROSE, SONG]), st.integers(1, 3), st.booleans())
buys = st.builds(Buy, st.sampled_from(["p0", "p1"]), st.integers(1, 4), st.sampled_from(["paid", "failed", "back"]))


def bought(package: str) -> int:
    return {"p0": 20, "p1": 50}[package]


class Storm:
    """One member as the target of all operations at once."""

    def __init__(self, wired: Wiring, plan: list[Spend | Buy], chance: Random, ids: Ids) -> None:
        self._wired, self._chance, self._ids = wired, chance, ids
        self.member_id, self.provider, self.chat = a_member(wired, ids()), FakeProvider(), FakeSends()
        self.buys = [each for each in plan if isinstance(each, Buy)]
        self.spends = {ids(): each for each in plan if isinstance(each, Spend)}
        # The cost returned to each caller; None where it was refused.
        self.quoted: dict[UUID, list[int | None]] = {spend_id: [] for spend_id in self.spends}

    def blow(self) -> None:
        tasks = [*self._spending(), *self._hearing()]
        self._chance.shuffle(tasks)
        with ThreadPoolExecutor(AT_ONCE) as threads:
            for done in [threads.submit(task) for task in tasks]:
                done.result()
        self.chat.posted |= {spend_id for spend_id, spend in self.spends.items() if spend.is_posted}
        make_overdue(self._wired.database)
        with self._wired.database.engine.begin() as connection:
            connection.execute(text("UPDATE payments SET ask_after = now() WHERE ask_after < 'infinity'"))
        with ThreadPoolExecutor(AT_ONCE) as threads:
            for _ in range(3):
                threads.submit(settle_overdue_charges, self._wired.unit_of_work, self.chat)
                threads.submit(settle_overdue_payments, self._wired.unit_of_work, self.provider)

    def _spending(self) -> list[Callable[[], None]]:
        def ask(spend_id: UUID, billable_item: BillableItem) -> None:
            try:
                self.quoted[spend_id].append(
                    a_charge(self._wired, self.member_id, spend_id, billable_item=billable_item)
                )
            except (NotEnoughCredits, CreditsOwed):
                self.quoted[spend_id].append(None)

        return [
            lambda spend_id=spend_id, billable_item=spend.billable_item: ask(spend_id, billable_item)  # type: ignore[misc]
            for spend_id, spend in self.spends.items()
            for _ in range(spend.copies)
        ]

    def _hearing(self) -> list[Callable[[], None]]:
        tasks: list[Callable[[], None]] = []
        for buy in self.buys:
            provider_id = self._order(buy)
            if buy.ends == "failed":
                self.provider.change(provider_id, status=PaymentStatus.FAILED)
            else:
                self.provider.pay(provider_id)
            if buy.ends == "back":
                self.provider.give_back(provider_id, is_charged_back=True)
            tasks += [
                lambda provider_id=provider_id: handle_webhook(self._wired.unit_of_work(), self.provider, provider_id)  # type: ignore[misc]
            ] * buy.copies
        return tasks

    def _order(self, buy: Buy) -> str:
        order = an_order(self._wired, self.provider, self.member_id, buy.package, self._ids())
        return str(order.provider_id)

    def paid(self) -> dict[UUID, int]:
        with self._wired.unit_of_work() as uow:
            found = {spend_id: uow.ledger.find(spend_id) for spend_id in self.spends}
        return {spend_id: -transfer.credits for spend_id, transfer in found.items() if transfer is not None}


@given(
    plan=st.lists(st.one_of(spends, buys), min_size=3, max_size=14),
    chance=st.randoms(use_true_random=False),
    ids=IDS,
)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_storm_ends_where_arithmetic_says(
    wired: Wiring, database: Database, plan: list[Spend | Buy], chance: Random, ids: Ids
) -> None:
    storm = Storm(wired, plan, chance, ids)
    storm.blow()

    paid = storm.paid()
    kept = {spend_id: cost for spend_id, cost in paid.items() if storm.spends[spend_id].is_posted}
    gained = 6 + sum(bought(buy.package) for buy in storm.buys if buy.ends == "paid")
    assert balance(wired, storm.member_id)[0] - debt(wired, storm.member_id) == gained - sum(kept.values())
    free_ones = [spend_id for spend_id, cost in kept.items() if cost == 0]
    assert balance(wired, storm.member_id)[1] == 3 - len(free_ones)
    for spend_id, answers in storm.quoted.items():
        prices = {answer for answer in answers if answer is not None}
        assert prices <= {paid.get(spend_id)}, "all callers of one charge got the same answer"
        assert (spend_id in paid) == bool(prices), "no charge without an answer"
    assert nothing_is_off(wired)
    assert audit_ledger(wired.unit_of_work) == {}


@pytest.mark.usefixtures("database")
def test_fifty_spends_at_once_on_ten_credits_are_exactly_ten(wired: Wiring) -> None:
    ann = a_member(wired)
    a_purchase(wired, FakeProvider(), ann)
    for _ in range(4):
        a_charge(wired, ann, billable_item=PHOTO)
    assert balance(wired, ann) == (10, 3)

    def spend(_: int) -> int:
        try:
            return a_charge(wired, ann, billable_item=SONG)
        except NotEnoughCredits:
            return 0

    with ThreadPoolExecutor(50) as threads:
        spent = sorted(threads.map(spend, range(50)))

    assert spent == [0] * 40 + [1] * 10
    assert balance(wired, ann) == (0, 3)
    assert nothing_is_off(wired)
