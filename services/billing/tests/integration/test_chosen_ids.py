"""No id that a client can choose decides about money, also one that was taken before clients' ids had to be random.

Each movement is made once as nobody interferes, and once with every id that its parties can compute taken by a message.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest
from billing.domain.payment import Payment, ReversalReason
from billing.domain.transfer import Transfer, TransferKind
from billing.storage.audit import audit, discrepancies
from billing.storage.tables import TransferCauseRow
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
)
from billing.tests.rewards import FakeAccounts, bought, pay
from billing.usecases.derive_transfer import differences
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.restore_purchase import NothingToRestore, restore_purchase
from billing.usecases.return_purchase import return_purchase
from billing.usecases.reverse_purchase import reverse_purchase
from billing.usecases.settle_charge import refund_undelivered, settle_overdue_charges
from billing.usecases.withdraw import pay_refunds, withdraw
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import InvitationRewardPaid, PaymentReversed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

pytestmark = pytest.mark.usefixtures("database")
Act = Callable[[], None]


@dataclass
class Scene:
    """Ann, whose money moves, and a stranger with credits; `taken` are the ids of messages sent to interfere."""

    wired: Wiring
    provider: FakeProvider
    database: Database
    ann: UUID = field(default_factory=uuid4)
    taken: set[UUID] = field(default_factory=set)

    def chat(self) -> FakeSends:
        """Chat, which has posted the messages that were sent to interfere, and no other."""
        return FakeSends(posted=self.taken)

    def webhook(self, payment: Payment) -> None:
        handle_webhook(self.wired.unit_of_work(), self.provider, payment.provider_id or "")


def withdrawal(scene: Scene) -> tuple[list[UUID], Act]:
    payment, refund_id = a_purchase(scene.wired, scene.provider, scene.ann), uuid4()
    site = scene.wired.sites.get("pairwise")

    def act() -> None:
        withdraw(scene.wired.unit_of_work(), site, scene.ann, refund_id, payment.id)
        pay_refunds(scene.wired.unit_of_work, scene.provider)
        scene.webhook(payment)

    return [uuid5(payment.id, f"reversal withdrawal {refund_id}"), uuid5(payment.id, "reversal returned 999")], act


def chargeback(scene: Scene) -> tuple[list[UUID], Act]:
    payment = a_purchase(scene.wired, scene.provider, scene.ann)

    def act() -> None:
        scene.provider.give_back(payment.provider_id or "", is_charged_back=True)
        scene.webhook(payment)

    return [uuid5(payment.id, "reversal returned 999")], act


def restoration(scene: Scene) -> tuple[list[UUID], Act]:
    payment = a_purchase(scene.wired, scene.provider, scene.ann)
    scene.provider.give_back(payment.provider_id or "", is_charged_back=True)
    scene.webhook(payment)

    def act() -> None:
        scene.provider.change(payment.provider_id or "", returned=payment.amount - payment.amount)
        with suppress(NothingToRestore):
            restore_purchase(scene.wired.unit_of_work(), scene.provider, payment.id, by="ann", why="won")

    return [uuid5(payment.id, "restored 0")], act


def purchase(scene: Scene) -> tuple[list[UUID], Act]:
    payment = an_order(scene.wired, scene.provider, scene.ann)

    def act() -> None:
        scene.provider.pay(payment.provider_id or "")
        scene.webhook(payment)

    return [uuid5(payment.id, "purchase"), uuid5(payment.id, "saved method")], act


def returned_purchase(scene: Scene) -> tuple[list[UUID], Act]:
    payment = a_purchase(scene.wired, scene.provider, scene.ann)

    def act() -> None:
        with scene.wired.unit_of_work() as uow:
            if not uow.refunds.of_payments([payment.id]):
                return_purchase(uow, uow.payments.get(payment.id), ReversalReason.DISCOUNT_USED)
                uow.commit()
        pay_refunds(scene.wired.unit_of_work, scene.provider)

    return [uuid5(payment.id, "discount was used"), uuid5(payment.id, "reversal discount was used")], act


def refused_message(scene: Scene) -> tuple[list[UUID], Act]:
    charge_id = uuid4()
    a_charge(scene.wired, scene.ann, charge_id)

    def act() -> None:
        make_overdue(scene.database)
        settle_overdue_charges(scene.wired.unit_of_work, scene.chat())

    return [uuid5(charge_id, "refund")], act


def undelivered_message(scene: Scene) -> tuple[list[UUID], Act]:
    charge_id = uuid4()
    a_charge(scene.wired, scene.ann, charge_id)

    def act() -> None:
        with scene.wired.unit_of_work() as uow:
            refund_undelivered(uow, charge_id)
            uow.commit()

    return [uuid5(charge_id, "refund")], act


def reward(scene: Scene) -> tuple[list[UUID], Act]:
    friend, _ = bought(scene.wired, scene.provider, scene.ann)

    def act() -> None:
        pay(scene.wired, FakeAccounts())

    return [uuid5(friend, "invitation reward")], act


MOVEMENTS = (
    withdrawal,
    chargeback,
    restoration,
    purchase,
    returned_purchase,
    refused_message,
    undelivered_message,
    reward,
)


@pytest.fixture
def scenes(wired: Wiring, provider: FakeProvider, database: Database) -> Callable[[], Scene]:
    return lambda: Scene(wired, provider, database)


def outcome(scene: Scene) -> tuple[object, ...]:
    told = [
        *((event.member_id, event.credits) for event in announced(scene.database, PaymentReversed)),
        *((event.member_id, event.credits) for event in announced(scene.database, InvitationRewardPaid)),
    ]
    theirs = sorted(credits for member_id, credits in told if member_id == str(scene.ann))
    with scene.wired.unit_of_work() as uow:
        movements = sorted(
            (each.kind, each.credits, each.debt)
            for each in uow.ledger.page(scene.ann, None, 99)
            if each.id not in scene.taken
        )
    credits, free = balance(scene.wired, scene.ann)
    free += len(scene.taken & set(_charges(scene)))
    return credits, free, debt(scene.wired, scene.ann), theirs, movements, _sent_back(scene)


def _charges(scene: Scene) -> list[UUID]:
    with scene.wired.unit_of_work() as uow:
        return [each.id for each in uow.ledger.page(scene.ann, None, 99) if each.kind is TransferKind.MESSAGE]


def _sent_back(scene: Scene) -> list[str]:
    """What the provider has paid back to Ann."""
    with scene.wired.unit_of_work() as uow:
        theirs = set(
            uow.session.scalars(text("SELECT provider_id FROM payments WHERE member_id = :ann"), {"ann": scene.ann})
        )
    return [amount.text for provider_id, amount in scene.provider.refunds.values() if provider_id in theirs]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("who", ["herself", "a stranger"])
@pytest.mark.parametrize("movement", MOVEMENTS, ids=lambda each: each.__name__)
def test_money_moves_as_if_nobody_had_taken_an_id(
    scenes: Callable[[], Scene], movement: Callable[[Scene], tuple[list[UUID], Act]], who: str, when: str
) -> None:
    control, scene = scenes(), scenes()
    for each in (control, scene):
        a_member(each.wired, each.ann)
    _, act = movement(control)
    act()
    act()
    expected = outcome(control)

    known, act = movement(scene)
    if when == "after":
        act()
    by = scene.ann if who == "herself" else a_member(scene.wired)
    for message_id in known:
        a_charge(scene.wired, by, message_id)
        scene.taken.add(message_id)
    act()
    act()

    assert outcome(scene) == expected
    assert discrepancies(audit(scene.database)) == {}


def test_a_member_whose_gift_is_taken_gets_it(wired: Wiring, database: Database) -> None:
    for is_first_request in (True, False):
        stranger, ann = a_member(wired), uuid4()
        a_charge(wired, stranger, uuid5(ann, "signup gift"))
        if is_first_request:
            a_member(wired, ann)
        else:
            a_charge(wired, ann)
        assert balance(wired, ann) == (6, 3 if is_first_request else 2)


def test_a_difference_is_an_alarm(wired: Wiring, provider: FakeProvider) -> None:
    ann, before = a_member(wired), differences._value.get()
    payment = a_purchase(wired, provider, ann)
    a_charge(wired, a_member(wired), uuid5(payment.id, "reversal re_1"))

    assert claw_back(wired, payment)
    assert differences._value.get() == before + 1
    assert not claw_back(wired, payment), "the right one is found the next time"


def claw_back(wired: Wiring, payment: Payment) -> bool:
    with wired.unit_of_work() as uow:
        is_first = reverse_purchase(uow, payment, 20, payment.amount, ReversalReason.CHARGEBACK, "re_1")
        uow.commit()
    return is_first


BACKFILL = import_module("billing.migrations.0017_earlier_causes").BACKFILL


def as_the_previous_release_wrote_it(database: Database, made: Transfer, earlier_id: UUID) -> None:
    with psycopg.connect(superuser_of(database)) as owner:
        owner.execute("SET session_replication_role = replica")
        for table, column in (("transfers", "id"), ("entries", "transfer_id")):
            owner.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [earlier_id, made.id])  # noqa: S608
        owner.execute("DELETE FROM transfer_causes WHERE transfer_id = %s", [made.id])
        owner.execute(
            "UPDATE transfers AS transfer SET hash = transfer_hash(before.hash, transfer) FROM transfers AS before"
            " WHERE transfer.id = %s AND before.member_id = transfer.member_id"
            " AND before.version = transfer.version - 1",
            [earlier_id],
        )


@pytest.mark.parametrize("has_cause", [True, False])
def test_a_transfer_of_the_previous_release_counts(
    wired: Wiring, provider: FakeProvider, database: Database, *, has_cause: bool
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    assert claw_back(wired, payment)
    with wired.unit_of_work() as uow:
        made = uow.ledger.page(ann, None, 1)[0]
    as_the_previous_release_wrote_it(database, made, uuid5(payment.id, "reversal re_1"))
    if has_cause:
        with psycopg.connect(superuser_of(database)) as owner:
            owner.execute(BACKFILL)

    assert not claw_back(wired, payment)
    assert balance(wired, ann) == (6, 3)
    assert audit(database)["causes_off"] == (0 if has_cause else 1)


def test_two_releases_do_not_make_one_transfer_twice(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    earlier = text(
        "INSERT INTO transfers (id, kind, member_id, credits, balance_after, version)"
        " SELECT :id, 'reversal', member_id, 0, balance, version + 1 FROM wallets WHERE member_id = :ann"
    )
    with wired.unit_of_work() as uow:
        uow.session.execute(earlier, {"id": uuid5(payment.id, "reversal re_1"), "ann": ann})
        kept = select(TransferCauseRow.kind).where(TransferCauseRow.cause == uuid5(payment.id, "reversal re_1"))
        assert uow.session.scalar(kept) == "reversal"

    assert claw_back(wired, payment)
    with wired.unit_of_work() as uow, pytest.raises(IntegrityError):
        uow.session.execute(earlier, {"id": uuid5(payment.id, "reversal re_1"), "ann": ann})
