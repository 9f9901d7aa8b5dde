"""A posted message whose recipient left before reading it is refunded once."""

from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from uuid import UUID, uuid4

import pytest
from billing.domain.transfer import PostedMessage
from billing.tests.makers import a_charge, a_member, balance, make_overdue, nothing_is_off
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.settle_charge import confirm_charges, refund_undelivered, settle_overdue_charges
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import CreditsChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

pytestmark = pytest.mark.usefixtures("database")


def a_message(wired: Wiring, member: UUID, partner: UUID | None = None) -> UUID:
    charge_id = uuid4()
    a_charge(wired, member, charge_id, partner)
    return charge_id


def consume_sent(wired: Wiring, member: UUID, charge_id: UUID) -> None:
    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(charge_id, member)])
        uow.commit()


def consume_undelivered(wired: Wiring, charge_id: UUID) -> None:
    with wired.unit_of_work() as uow:
        refund_undelivered(uow, charge_id)
        uow.commit()


def paying(wired: Wiring) -> UUID:
    """A member whose free messages are gone."""
    ann = a_member(wired)
    for _ in range(3):
        consume_sent(wired, ann, a_message(wired, ann))
    return ann


@pytest.mark.parametrize("order", [*permutations(["sent", "undelivered"]), ("undelivered", "sent", "undelivered")])
def test_a_message_is_refunded_once_in_any_order_of_events(
    wired: Wiring, database: Database, order: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    ann = paying(wired)
    charge_id = a_message(wired, ann)
    assert balance(wired, ann) == (4, 0)

    for heard in order:
        consume_sent(wired, ann, charge_id) if heard == "sent" else consume_undelivered(wired, charge_id)

    assert balance(wired, ann) == (6, 0)
    assert announced(database, CreditsChanged)[-1].balance == 6
    assert "message_posted_after_its_refund" not in caplog.text
    assert nothing_is_off(wired)
    audit_ledger(wired.unit_of_work)
    with wired.unit_of_work() as uow:
        assert not uow.audits.purchases_are_stopped()


def test_a_free_message_comes_back_as_one(wired: Wiring) -> None:
    ann = a_member(wired)
    charge_id = a_message(wired, ann)

    consume_undelivered(wired, charge_id)

    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)


def test_ten_consumers_at_once_refund_once(wired: Wiring) -> None:
    ann = paying(wired)
    charge_id = a_message(wired, ann)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: consume_undelivered(wired, charge_id), range(10)))

    assert balance(wired, ann) == (6, 0)
    assert nothing_is_off(wired)


def test_refunded_money_is_not_refunded_again(wired: Wiring, database: Database) -> None:
    ann = paying(wired)
    charge_id = a_message(wired, ann)
    make_overdue(database)

    class NeverPosted:
        def was_posted(self, message_id: UUID) -> bool:
            return False

    settle_overdue_charges(wired.unit_of_work, NeverPosted())
    consume_undelivered(wired, charge_id)

    assert balance(wired, ann) == (6, 0)
    assert nothing_is_off(wired)


def test_a_message_nobody_paid_for_gives_nothing_back(wired: Wiring) -> None:
    ann = a_member(wired)

    consume_undelivered(wired, uuid4())

    assert balance(wired, ann) == (6, 3)


def test_the_transaction_names_the_item(wired: Wiring, browser: Browser) -> None:
    ann, bo = paying(wired), uuid4()
    consume_undelivered(wired, a_message(wired, ann, bo))
    browser.as_member(ann)

    [newest, *_] = browser.get("/api/transactions.php").json["transactions"]

    assert (newest["kind"], newest["credits"], newest["profile_id"]) == ("undelivered", 2, str(bo))
    [found] = browser.get("/api/transactions.php", kind="undelivered").json["transactions"]
    assert found == newest
    assert browser.get("/api/spent.php", profile_id=str(bo)).json["credits"] == 0
    assert "Message not delivered" in browser.get("/api/transactions-file.php").get_data(as_text=True)
