"""Buy, send, lose messages, take money back, crash, in any order: the ledger equals a model of a few numbers."""

from contextlib import suppress
from uuid import UUID

import pytest
from billing.domain.payment import ReversalReason
from billing.errors import ChargeWithdrawn, CreditsOwed, NotEnoughCredits
from billing.storage.tables import PaymentRow
from billing.tests.makers import (
    FakeProvider,
    FakeSends,
    a_charge,
    a_member,
    an_order,
    balance,
    debt,
    eur,
    make_overdue,
    nothing_is_off,
)
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.reverse_purchase import reverse_purchase
from billing.usecases.settle_charge import settle_overdue_charges
from billing.wiring import Wiring
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from shared.kit.core import faults
from shared.kit.db import Database
from shared.kit.testing.ids import IDS, Ids
from sqlalchemy import update

POINTS = ["billing.charge.committed", "billing.settle.before_commit"]


class LedgerMachine(RuleBasedStateMachine):
    wired: Wiring
    charges = Bundle("charges")
    orders = Bundle("orders")

    @initialize(ids=IDS)
    def sign_up(self, ids: Ids) -> None:
        self.ids = ids
        self.chat, self.provider = FakeSends(), FakeProvider()
        self.member_id = a_member(self.wired, ids())
        self.credits, self.free = 6, 3
        self.paid_for: dict[UUID, int] = {}
        self.completed: set[str] = set()
        self.debt = 0
        self.reversed: set[str] = set()

    @rule(target=charges)
    def charge(self) -> UUID:
        charge_id = self.ids()
        price = 0 if self.free else 2
        if self.debt:
            with pytest.raises(CreditsOwed):
                a_charge(self.wired, self.member_id, charge_id)
        elif price > self.credits:
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
        elif not self.debt and (self.free or self.credits >= 2):
            a_charge(self.wired, self.member_id, charge_id)
            self._pay(charge_id)

    @rule(charge_id=charges)
    def post(self, charge_id: UUID) -> None:
        if charge_id in self.paid_for:
            self.chat.post(charge_id)

    @rule()
    def settle(self) -> None:
        make_overdue(self.wired.database)
        settle_overdue_charges(self.wired.unit_of_work, self.chat)
        for charge_id in self.chat.refused & self.paid_for.keys():
            cost = self.paid_for.pop(charge_id)
            self._get(cost)
            self.free += cost == 0

    @rule(target=orders, package_id=st.sampled_from(["p0", "p1"]))
    def order(self, package_id: str) -> str:
        return str(an_order(self.wired, self.provider, self.member_id, package_id, self.ids()).provider_id)

    @rule(provider_id=orders, times=st.integers(1, 3))
    def pay(self, provider_id: str, times: int) -> None:
        self.provider.pay(provider_id)
        for _ in range(times):
            handle_webhook(self.wired.unit_of_work(), self.provider, provider_id)
        if provider_id not in self.completed:
            self.completed.add(provider_id)
            self._get(self._bought(provider_id))

    @rule(provider_id=orders, times=st.integers(1, 2))
    def reverse(self, provider_id: str, times: int) -> None:
        """Money of a completed payment goes back; the webhook of it comes as often as it likes."""
        if provider_id not in self.completed:
            return
        for _ in range(times):
            with self.wired.unit_of_work() as uow:
                payment = uow.payments.find_by_provider("mollie", provider_id)
                assert payment is not None
                reverse_purchase(uow, payment, payment.credits, payment.amount, ReversalReason.CHARGEBACK, "chargeback")
                uow.session.execute(
                    update(PaymentRow).where(PaymentRow.id == payment.id).values(returned_credits=payment.credits)
                )
                uow.commit()
        if provider_id not in self.reversed:
            self.reversed.add(provider_id)
            credits = self._bought(provider_id)
            taken = min(credits, self.credits)
            self.credits, self.debt = self.credits - taken, self.debt + credits - taken

    @rule(name=st.sampled_from(POINTS), charge_id=charges)
    def crash(self, name: str, charge_id: UUID) -> None:
        """A process dies in the middle; its operation is retried with the same result."""
        with faults.raising(name), suppress(faults.Fault, NotEnoughCredits, CreditsOwed, ChargeWithdrawn):
            a_charge(self.wired, self.member_id, charge_id)
        self.charge_again(charge_id)

    @invariant()
    def the_wallet_is_what_it_should_be(self) -> None:
        if hasattr(self, "member_id"):
            assert balance(self.wired, self.member_id) == (self.credits, self.free)
            assert debt(self.wired, self.member_id) == self.debt

    def teardown(self) -> None:
        assert nothing_is_off(self.wired)
        assert audit_ledger(self.wired.unit_of_work) == {}

    def _get(self, credits: int) -> None:
        settled = min(credits, self.debt)
        self.debt, self.credits = self.debt - settled, self.credits + credits - settled

    def _bought(self, provider_id: str) -> int:
        return 20 if self.provider.reports[provider_id].amount < eur(1000) else 50

    def _pay(self, charge_id: UUID) -> None:
        self.paid_for[charge_id] = 0 if self.free else 2
        self.credits, self.free = self.credits - self.paid_for[charge_id], max(0, self.free - 1)


def test_the_ledger_equals_the_model(wired: Wiring, database: Database) -> None:
    LedgerMachine.wired = wired

    run_state_machine_as_test(
        LedgerMachine,
        settings=settings(
            max_examples=15, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
