"""Facts of a member at the desk: sign-up and devices, as identity has them, and numbers of reports and sanctions."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.sites import Money

from profiles.moderation.domain.account_facts import AccountFacts, DeviceFacts
from profiles.moderation.domain.payment_facts import MethodFact, PaymentFact, PaymentFacts
from profiles.tests.desk import REASON, looks, open_member
from profiles.tests.fakes import FakeAccounts, FakePayments
from profiles.tests.makers import Town

SIGNED_UP = datetime(2026, 5, 1, 12, tzinfo=UTC)
FACTS = AccountFacts(
    site="pairwise",
    signed_up_at=SIGNED_UP,
    is_confirmed=True,
    devices=(
        DeviceFacts("Firefox", "Linux", SIGNED_UP, date(2026, 6, 1)),
        DeviceFacts(None, None, SIGNED_UP, date(2026, 5, 2)),
    ),
)


@pytest.fixture
def known(accounts: FakeAccounts, ann: UUID) -> FakeAccounts:
    accounts.known[ann] = FACTS
    return accounts


def test_an_opened_member_has_facts_and_the_look_is_recorded(
    desk: Browser, town: Town, known: FakeAccounts, mo: UUID, ann: UUID
) -> None:
    open_member(desk, ann)

    answer = desk.get("/api/staff-facts.php", id=ann).json

    account = answer["account"]
    assert (account["site"], account["is_confirmed"]) == ("pairwise", True)
    assert datetime.fromisoformat(account["signed_up_at"]) == SIGNED_UP
    assert [(each["browser"], each["system"], each["used_on"]) for each in account["devices"]] == [
        ("Firefox", "Linux", "2026-06-01"),
        (None, None, "2026-05-02"),
    ]
    assert (answer["context"]["warnings"], answer["context"]["reports_by"]) == (0, 0)
    assert looks(town, "view_facts") == [(mo, ann, None, REASON)]


def test_facts_need_a_case_or_a_reason(desk: Browser, town: Town, known: FakeAccounts, ann: UUID) -> None:
    answer = desk.get("/api/staff-facts.php", id=ann)

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "case_required")
    assert looks(town, "view_facts") == []


def test_without_identity_the_numbers_are_shown(desk: Browser, known: FakeAccounts, ann: UUID) -> None:
    open_member(desk, ann)
    known.is_down = True

    answer = desk.get("/api/staff-facts.php", id=ann).json

    assert answer["account"] is None
    assert answer["context"]["warnings"] == 0


def test_the_account_of_an_erased_member_has_no_facts(desk: Browser, known: FakeAccounts, ann: UUID) -> None:
    open_member(desk, ann)
    known.known.clear()

    assert desk.get("/api/staff-facts.php", id=ann).json["account"] is None


@pytest.mark.parametrize("query", [{}, {"id": "nobody"}, {"id": ""}])
def test_facts_of_an_id_that_is_none_are_refused(desk: Browser, query: dict[str, str]) -> None:
    assert desk.get("/api/staff-facts.php", **query).status_code in (400, 422)


def test_members_have_no_desk(browser: Browser, ann: UUID) -> None:
    assert browser.as_member(ann).get("/api/staff-facts.php", id=ann).status_code == 403


@pytest.fixture
def paid(payments: FakePayments, ann: UUID) -> FakePayments:
    refunded = PaymentFact(uuid4(), SIGNED_UP, "visa", "completed", Money(1999, "EUR"), Money(999, "EUR"))
    kept = PaymentFact(uuid4(), SIGNED_UP, "ideal", "completed", Money(5000, "EUR"), Money(0, "EUR"))
    card = MethodFact("card", "visa", "4242", SIGNED_UP, is_removed=True)
    payments.known[ann] = PaymentFacts((refunded, kept), (card,))
    return payments


def test_payments_of_an_opened_member_are_shown_and_the_look_is_recorded(
    desk: Browser, town: Town, paid: FakePayments, mo: UUID, ann: UUID
) -> None:
    open_member(desk, ann)

    answer = desk.get("/api/staff-payments.php", id=ann).json

    assert [(each["method"], each["amount"]["value"], each["returned"]) for each in answer["payments"]] == [
        ("visa", "19.99", {"value": "9.99", "currency": "EUR"}),
        ("ideal", "50.00", None),
    ]
    assert [(each["brand"], each["last4"], each["removed"]) for each in answer["methods"]] == [("visa", "4242", True)]
    assert looks(town, "view_payments") == [(mo, ann, None, REASON)]


def test_payments_need_a_case_or_a_reason_and_billing(desk: Browser, paid: FakePayments, ann: UUID) -> None:
    refused = desk.get("/api/staff-payments.php", id=ann)
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "case_required")

    open_member(desk, ann)
    paid.is_down = True
    assert desk.get("/api/staff-payments.php", id=ann).status_code == 503


@pytest.mark.parametrize("path", ["staff-payments", "staff-conversations"])
def test_members_see_no_payments_or_conversations_of_others(browser: Browser, ann: UUID, path: str) -> None:
    assert browser.as_member(ann).get(f"/api/{path}.php", id=ann).status_code == 403
