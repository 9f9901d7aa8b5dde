"""The auditor detects every manipulation of the ledger, and freezes what it concerns until that is acknowledged."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from billing import audit as command
from billing.domain.payment import PaymentReport, PaymentStatus
from billing.domain.transfer import PostedMessage
from billing.errors import PurchasesStopped, WalletFrozen
from billing.storage import auditor
from billing.storage.audit import audit, discrepancies
from billing.storage.audit_queries import LEDGER_WIDE
from billing.storage.restored import mend
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase, an_order, eur, make_overdue
from billing.usecases.audit_ledger import acknowledge_findings, audit_ledger, frozen, stopped
from billing.usecases.get_wallet import get_wallet
from billing.usecases.reconcile import reconcile
from billing.usecases.settle_charge import confirm_charges
from billing.usecases.update_metrics import charges_overdue, differences, refunds_owed, update_metrics
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import CreditsChanged
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser

REPLICA = "SET session_replication_role = replica;"
LATEST = "(SELECT id FROM transfers WHERE member_id = %(member)s ORDER BY version DESC LIMIT 1)"
# The chain of the member's transfers as if they had been written as they are now.
RECHAIN = (
    "DO $$ DECLARE each transfers@end previous bytea@end BEGIN"
    " FOR each IN SELECT * FROM transfers ORDER BY member_id, version LOOP"
    " SELECT hash INTO previous FROM transfers WHERE member_id = each.member_id AND version = each.version - 1@end"
    " UPDATE transfers SET hash = transfer_hash(previous, each) WHERE id = each.id@end END LOOP@end END $$"
)
# As if all charges until now had been looked at.
ALL_NOTED = "DELETE FROM settlement_progress; INSERT INTO settlement_progress VALUES (1, now())"
FAULTS = {
    "a credit from nowhere": ("UPDATE wallets SET balance = balance + 1 WHERE member_id = %(member)s", "balances_off"),
    "a forgotten debt": ("UPDATE transfers SET debt = 3 WHERE id = @latest", "wallets_off"),
    "a transfer from another balance": (
        "UPDATE transfers SET balance_after = balance_after + 1 WHERE id = @latest",
        "histories_off",
    ),
    "a transfer without a cause": (
        "DELETE FROM transfer_causes WHERE transfer_id IN (SELECT id FROM transfers WHERE member_id = %(member)s)",
        "causes_off",
    ),
    "another item than was paid": ("UPDATE settled_messages SET purpose = 'photo'", "items_off"),
    "a refund of no message": (
        "UPDATE transfers SET kind = 'refund' WHERE id = @latest; "
        "DELETE FROM settled_messages WHERE message_id = @latest",
        "given_back_off",
    ),
    "a free message more": (
        "UPDATE wallets SET free_messages_left = 9 WHERE member_id = %(member)s",
        "wallets_off",
    ),
    "an entry changed": ("UPDATE entries SET amount = 7 WHERE transfer_id = @latest AND amount < 0", "transfers_off"),
    "an entry gone": ("DELETE FROM entries WHERE transfer_id = @latest AND amount > 0", "transfers_off"),
    "an entry of another account": (
        "UPDATE entries SET account = 'house:gifts' WHERE transfer_id = @latest AND amount > 0",
        "transfers_off",
    ),
    "words changed in a transfer": (
        "UPDATE transfers SET partner_id = gen_random_uuid() WHERE id = @latest",
        "chains_off",
    ),
    "a transfer gone": (
        "DELETE FROM unsettled_charges WHERE charge_id = @latest; DELETE FROM settled_messages; "
        "DELETE FROM entries WHERE transfer_id = @latest; DELETE FROM transfers WHERE id = @latest",
        "balances_off",
    ),
    "a hash rewritten": ("UPDATE transfers SET hash = sha256('x') WHERE id = @latest", "chains_off"),
    "a message nobody heard of": ("DELETE FROM settled_messages; @all_noted", "messages_off"),
    "a message nobody paid": (
        "INSERT INTO settled_messages (message_id, member_id) VALUES (gen_random_uuid(), %(member)s)",
        "unpaid_off",
    ),
    "a payment that gave nothing": (
        "UPDATE payments SET status = 'completed', decided_at = now() WHERE status = 'open'",
        "payments_off",
    ),
    "credits not taken back with their money": (
        "UPDATE payments SET returned_credits = 5 WHERE status = 'completed'",
        "payments_off",
    ),
    "a payment undone": ("UPDATE payments SET status = 'failed' WHERE status = 'completed'", "purchases_off"),
    "credits given twice": (
        "SET session_replication_role = origin; "
        "WITH paid AS (UPDATE wallets SET balance = balance + 20, version = version + 1 WHERE member_id = %(member)s"
        " RETURNING *), again AS (INSERT INTO transfers"
        " (id, kind, member_id, credits, balance_after, version, payment_id)"
        " SELECT gen_random_uuid(), 'purchase', member_id, 20, balance, version,"
        " (SELECT id FROM payments WHERE status = 'completed') FROM paid RETURNING id, member_id)"
        " INSERT INTO entries SELECT id, 'member:' || member_id, 20 FROM again"
        " UNION ALL SELECT id, 'house:sales', -20 FROM again",
        "purchases_off",
    ),
    "a payment of other credits": ("UPDATE payments SET credits = 21 WHERE status = 'completed'", "purchases_off"),
}


@pytest.fixture
def member(wired: Wiring, database: Database, provider: FakeProvider) -> UUID:
    """A member with a purchase, an open order and sent messages."""
    member_id = a_member(wired)
    a_purchase(wired, provider, member_id)
    an_order(wired, provider, member_id)
    assert audit_ledger(wired.unit_of_work) == {}
    for _ in range(4):
        message_id = uuid4()
        a_charge(wired, member_id, message_id)
        with wired.unit_of_work() as uow:
            confirm_charges(uow, [PostedMessage(message_id, member_id)])
            uow.commit()
    assert audit_ledger(wired.unit_of_work) == {}
    return member_id


def test_messages_whose_charges_a_restored_backup_lacks_are_free(
    wired: Wiring, database: Database, member: UUID
) -> None:
    now = datetime.now(UTC)
    lost, later = uuid4(), uuid4()
    with psycopg.connect(superuser_of(database), dbname=database.engine.url.database) as owner:
        assert [type(state) for state in mend(owner)] == [CreditsChanged]
    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(lost, member, None, now - timedelta(seconds=1))])
        uow.commit()
    assert audit_ledger(wired.unit_of_work) == {}
    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(later, member, None, now + timedelta(minutes=5))])
        uow.commit()
    assert audit_ledger(wired.unit_of_work) == {"unpaid_off": 1}


@pytest.fixture(autouse=True)
def nothing_is_stopped() -> Iterator[None]:
    yield
    stopped.set(0)


def by_hand(database: Database, change: str, member_id: UUID) -> None:
    """As a superuser would, past every trigger."""
    with psycopg.connect(superuser_of(database)) as connection:
        connection.execute(REPLICA)
        for statement in change.replace("@all_noted", ALL_NOTED).split("; "):
            connection.execute(statement.replace("@latest", LATEST).replace("@end", ";"), {"member": member_id})


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("age", ["new", "old"])
def test_every_kind_of_fault_is_caught(wired: Wiring, database: Database, member: UUID, fault: str, age: str) -> None:
    change, figure = FAULTS[fault]
    if age == "old" and fault != "a message nobody paid":
        # Older than the new transfers of a run; checked with its part of the old ones.
        by_hand(database, "UPDATE audit_progress SET since = now() + interval '1 hour'", member)
    by_hand(database, change, member)

    assert figure in audit_ledger(wired.unit_of_work)
    assert figure in discrepancies(audit(database))


@pytest.fixture
def stranger(wired: Wiring) -> UUID:
    """A member of another site, with credits."""
    stranger = uuid4()
    get_wallet(wired.unit_of_work(), stranger, wired.sites.get("iskra"))
    return stranger


@pytest.mark.parametrize("fault", [name for name, (_, figure) in FAULTS.items() if figure not in LEDGER_WIDE])
def test_a_finding_stops_the_wallet_it_concerns_and_nobody_else(
    wired: Wiring, database: Database, provider: FakeProvider, member: UUID, stranger: UUID, fault: str
) -> None:
    change, figure = FAULTS[fault]
    by_hand(database, change.replace("@latest", LATEST), member)
    # Hashes are over the columns that were changed; here only the other figures matter.
    by_hand(database, RECHAIN, member)
    audit_ledger(wired.unit_of_work)

    with pytest.raises(WalletFrozen):
        a_charge(wired, member)
    with pytest.raises(WalletFrozen):
        an_order(wired, provider, member)
    assert a_charge(wired, stranger) == 0
    a_purchase(wired, provider, stranger)
    assert (stopped._value.get(), frozen._value.get()) == (0, 1)

    with wired.unit_of_work() as uow:
        open_before = uow.audits.open_findings()
    assert {member} == {finding.member_id for finding in open_before}
    assert figure in {finding.figure for finding in open_before}
    for finding in open_before:
        with pytest.raises(WalletFrozen):
            a_charge(wired, member)
        assert acknowledge_findings(wired.unit_of_work(), "the operator on duty", "looked", [finding.id]) == 1
    assert audit_ledger(wired.unit_of_work) == {}, "the same rows are not found again"
    assert frozen._value.get() == 0
    assert a_charge(wired, stranger) == 0
    assert not isinstance(outcome_of(lambda: a_charge(wired, member)), WalletFrozen)


def test_a_broken_chain_stops_purchases_of_all_until_an_operator_clears_it(
    wired: Wiring,
    database: Database,
    provider: FakeProvider,
    member: UUID,
    stranger: UUID,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Any,
) -> None:
    by_hand(database, FAULTS["a hash rewritten"][0], member)
    audit_ledger(wired.unit_of_work)
    audit_ledger(wired.unit_of_work)
    assert stopped._value.get() == 1

    with pytest.raises(PurchasesStopped):
        an_order(wired, provider, stranger)
    form = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    answer = browser.as_member(uuid4()).post("/api/order.php", form)
    assert (answer.status_code, answer.json["error"]["code"], answer.headers["Retry-After"]) == (
        503,
        "purchases_stopped",
        "300",
    )
    assert a_charge(wired, stranger) == 0, "sending goes on"

    monkeypatch.setenv("DATABASE_URL", database.dsn)
    assert command.main(["findings"]) == 0
    [finding] = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line[0] == "{"]
    assert (finding["figure"], finding["member_id"], finding["stops_sales"]) == ("chains_off", str(member), True)
    assert command.main(["acknowledge", "the operator on duty", "looked into it", str(finding["id"])]) == 0
    assert audit_ledger(wired.unit_of_work) == {}, "it is as it was when it was acknowledged"
    assert stopped._value.get() == 0
    assert browser.post("/api/order.php", form).status_code == 201

    by_hand(database, "UPDATE transfers SET hash = sha256('y') WHERE id = @latest", member)
    assert audit_ledger(wired.unit_of_work) == {"chains_off": 1}, "it is another state of the row"
    assert command.main(["acknowledge", "the operator on duty", "all of them"]) == 0
    assert command.main(["acknowledge", "again", "nothing"]) == 0
    assert "0 findings" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        command.main(["what"])
    an_order(wired, provider, stranger)


def test_a_payment_whose_member_has_no_wallet_stops_purchases(
    wired: Wiring, database: Database, member: UUID, stranger: UUID
) -> None:
    by_hand(
        database,
        "UPDATE payments SET member_id = gen_random_uuid(), returned_credits = 1 WHERE status = 'completed'",
        member,
    )
    audit_ledger(wired.unit_of_work)

    assert stopped._value.get() == 1


def outcome_of(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Refusal as refusal:
        return refusal


def test_the_very_first_message_counts(wired: Wiring, database: Database) -> None:
    member_id = a_member(wired)
    assert audit_ledger(wired.unit_of_work) == {}
    a_charge(wired, member_id)
    assert audit_ledger(wired.unit_of_work) == {}, "it waits for its message"
    make_overdue(database)
    by_hand(database, "@all_noted", member_id)
    assert audit_ledger(wired.unit_of_work) == {}, "chat is to be asked about it"
    by_hand(database, "DELETE FROM unsettled_charges", member_id)

    assert audit_ledger(wired.unit_of_work).keys() == {"messages_off"}


def test_rows_the_previous_release_omitted_stop_no_purchases(wired: Wiring, database: Database) -> None:
    member_id = a_member(wired)
    a_charge(wired, member_id)
    make_overdue(database)
    by_hand(database, "DELETE FROM unsettled_charges; @all_noted", member_id)

    assert audit_ledger(wired.unit_of_work) == {}


def test_the_backlog_is_measured(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    member_id = a_member(wired)
    a_charge(wired, member_id)
    make_overdue(database)
    by_hand(database, "UPDATE unsettled_charges SET ask_after = now() - interval '1 hour'", member_id)
    provider.reports["tr_theirs"] = PaymentReport("tr_theirs", "?", PaymentStatus.COMPLETED, eur(999), eur(0))
    reconcile(wired.unit_of_work, provider)

    update_metrics(wired.unit_of_work())

    assert 3600 <= charges_overdue._value.get() < 3700
    assert (refunds_owed._value.get(), differences._value.get()) == (0, 1)


def test_everything_old_comes_by_part_by_part(
    wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auditor, "PART", 2)
    members = sorted(a_member(wired) for _ in range(9))
    audit_ledger(wired.unit_of_work)
    by_hand(database, "UPDATE wallets SET free_messages_left = 8 WHERE member_id = %(member)s", members[-1])

    found = [bool(audit_ledger(wired.unit_of_work)) for _ in range(10)]

    assert any(found)
    assert not all(found), "not everything comes by every time"


def test_two_auditors_do_not_wait_for_each_other(wired: Wiring, database: Database) -> None:
    a_member(wired)
    audit_ledger(wired.unit_of_work)
    with wired.unit_of_work() as uow:
        assert uow.audits.check_part() == set()
        assert audit_ledger(wired.unit_of_work) == {}
