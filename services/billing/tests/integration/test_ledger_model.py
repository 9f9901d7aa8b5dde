"""Buy, send, lose and find messages in any order: the ledger is always what a few numbers say it should be."""

from uuid import UUID, uuid4

import pytest
from billing.errors import ChargeWithdrawn, NotEnoughCredits
from billing.storage.tables import UnsettledChargeRow
from billing.tests.makers import FakeProvider, FakeSends, a_charge, a_member, an_order, balance, nothing_is_off
from billing.usecases.hear_webhook import hear_webhook
from billing.usecases.settle_charge import settle_overdue_charges
from billing.wiring import Wiring
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from servicekit.storage import Database
from sqlalchemy import func, update
from sqlalchemy.orm import Session


class LedgerMachine(RuleBasedStateMachine):
    wired: Wiring
    charges = Bundle("charges")
    orders = Bundle("orders")

    @initialize()
    def sign_up(self) -> None:
        self.chat, self.provider = FakeSends(), FakeProvider()
        self.member_id = a_member(self.wired)
        self.credits, self.free = 6, 3
        self.paid_for: dict[UUID, int] = {}
        self.completed: set[str] = set()

    @rule(target=charges)
    def charge(self) -> UUID:
        charge_id = uuid4()
        price = 0 if self.free else 2
        if price > self.credits:
            with pytest.raises(NotEnoughCredits):
                a_charge(self.wired, self.member_id, charge_id)
        else:
            assert a_charge(self.wired, self.member_id, charge_id) == price
            self._pay(charge_id)
        return charge_id

    @rule(charge_id=charges)
    def charge_again(self, charge_id: UUID) -> None:
        if charge_id in self.chat.refused:
            with pytest.raises(ChargeWithdrawn):
                a_charge(self.wired, self.member_id, charge_id)
        elif charge_id in self.paid_for:
            assert a_charge(self.wired, self.member_id, charge_id) == self.paid_for[charge_id]
        elif self.free or self.credits >= 2:
            a_charge(self.wired, self.member_id, charge_id)
            self._pay(charge_id)

    @rule(charge_id=charges)
    def post(self, charge_id: UUID) -> None:
        if charge_id in self.paid_for:
            self.chat.post(charge_id)

    @rule()
    def settle(self) -> None:
        with Session(self.wired.database.engine) as session:
            session.execute(update(UnsettledChargeRow).values(ask_after=func.now()))
            session.commit()
        settle_overdue_charges(self.wired.unit_of_work, self.chat)
        for charge_id in self.chat.refused & self.paid_for.keys():
            cost = self.paid_for.pop(charge_id)
            self.credits, self.free = self.credits + cost, self.free + (cost == 0)

    @rule(target=orders, package_id=st.sampled_from(["p0", "p1"]))
    def order(self, package_id: str) -> str:
        return str(an_order(self.wired, self.provider, self.member_id, package_id).provider_id)

    @rule(provider_id=orders, times=st.integers(1, 3))
    def pay(self, provider_id: str, times: int) -> None:
        self.provider.pay(provider_id)
        for _ in range(times):
            hear_webhook(self.wired.unit_of_work(), self.provider, provider_id)
        if provider_id not in self.completed:
            self.completed.add(provider_id)
            self.credits += 20 if self.provider.reports[provider_id].amount < 10 else 50

    @invariant()
    def the_wallet_is_what_it_should_be(self) -> None:
        if hasattr(self, "member_id"):
            assert balance(self.wired, self.member_id) == (self.credits, self.free)

    def teardown(self) -> None:
        assert nothing_is_off(self.wired)

    def _pay(self, charge_id: UUID) -> None:
        self.paid_for[charge_id] = 0 if self.free else 2
        self.credits, self.free = self.credits - self.paid_for[charge_id], max(0, self.free - 1)


def test_the_ledger_is_what_a_few_numbers_say(wired: Wiring, database: Database) -> None:
    LedgerMachine.wired = wired

    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
