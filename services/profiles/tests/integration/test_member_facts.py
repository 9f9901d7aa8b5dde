"""Facts of a member at the desk: sign-up and devices, as identity has them, and numbers of reports and sanctions."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser
from shared.sites import Money

from profiles.domain.account_facts import AccountFacts, DeviceFacts
from profiles.domain.payment_facts import MethodFact, PaymentFact, PaymentFacts
from profiles.tests.fakes import FakeAccounts, FakePayments
from profiles.tests.makers import Town
from profiles.wiring import Wiring

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
def ann(town: Town) -> UUID:
    return town.woman(name="Ann")


@pytest.fixture
def mo(town: Town) -> UUID:
    return town.woman(name="Mo")


@pytest.fixture
def desk(browser: Browser, mo: UUID) -> Browser:
    return browser.as_member(mo, staff=True)


@pytest.fixture
def accounts(wired: Wiring, ann: UUID, monkeypatch: pytest.MonkeyPatch) -> FakeAccounts:
    fake = FakeAccounts(known={ann: FACTS})
    monkeypatch.setitem(wired.__dict__, "accounts", fake)
    return fake


def open_member(desk: Browser, member: UUID) -> None:
    body = {"id": str(uuid4()), "member_id": str(member), "reason": "The police asked, case 7"}
    assert desk.post("/api/staff-access.php", body).status_code == 201


def looks(town: Town) -> list[tuple[Any, ...]]:
    return town.rows("SELECT actor_id, member_id, reason FROM staff_actions WHERE action = 'staff.view_facts'")


def test_an_opened_member_has_facts_and_the_look_is_recorded(
    desk: Browser, town: Town, accounts: FakeAccounts, mo: UUID, ann: UUID
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
    assert looks(town) == [(mo, ann, "The police asked, case 7")]


def test_facts_need_a_case_or_a_reason(desk: Browser, town: Town, accounts: FakeAccounts, ann: UUID) -> None:
    answer = desk.get("/api/staff-facts.php", id=ann)

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "case_required")
    assert looks(town) == []


def test_without_identity_the_numbers_are_shown(desk: Browser, accounts: FakeAccounts, ann: UUID) -> None:
    open_member(desk, ann)
    accounts.is_down = True

    answer = desk.get("/api/staff-facts.php", id=ann).json

    assert answer["account"] is None
    assert answer["context"]["warnings"] == 0


def test_the_account_of_an_erased_member_has_no_facts(desk: Browser, accounts: FakeAccounts, ann: UUID) -> None:
    open_member(desk, ann)
    accounts.known.clear()

    assert desk.get("/api/staff-facts.php", id=ann).json["account"] is None


@pytest.mark.parametrize("query", [{}, {"id": "nobody"}, {"id": ""}])
def test_facts_of_an_id_that_is_none_are_refused(desk: Browser, query: dict[str, str]) -> None:
    assert desk.get("/api/staff-facts.php", **query).status_code in (400, 422)


def test_members_have_no_desk(browser: Browser, ann: UUID) -> None:
    assert browser.as_member(ann).get("/api/staff-facts.php", id=ann).status_code == 403


@pytest.fixture
def payments(wired: Wiring, ann: UUID, monkeypatch: pytest.MonkeyPatch) -> FakePayments:
    refunded = PaymentFact(uuid4(), SIGNED_UP, "visa", "completed", Money(1999, "EUR"), Money(999, "EUR"))
    paid = PaymentFact(uuid4(), SIGNED_UP, "ideal", "completed", Money(5000, "EUR"), Money(0, "EUR"))
    card = MethodFact("card", "visa", "4242", SIGNED_UP, is_removed=True)
    fake = FakePayments(known={ann: PaymentFacts((refunded, paid), (card,))})
    monkeypatch.setitem(wired.__dict__, "payments", fake)
    return fake


def test_payments_of_an_opened_member_are_shown_and_the_look_is_recorded(
    desk: Browser, town: Town, payments: FakePayments, mo: UUID, ann: UUID
) -> None:
    open_member(desk, ann)

    answer = desk.get("/api/staff-payments.php", id=ann).json

    assert [(each["method"], each["amount"]["value"], each["returned"]) for each in answer["payments"]] == [
        ("visa", "19.99", {"value": "9.99", "currency": "EUR"}),
        ("ideal", "50.00", None),
    ]
    assert [(each["brand"], each["last4"], each["removed"]) for each in answer["methods"]] == [("visa", "4242", True)]
    seen = "SELECT actor_id, member_id, reason FROM staff_actions WHERE action = 'staff.view_payments'"
    assert town.rows(seen) == [(mo, ann, "The police asked, case 7")]


def test_payments_need_a_case_or_a_reason_and_billing(
    desk: Browser, town: Town, payments: FakePayments, ann: UUID
) -> None:
    refused = desk.get("/api/staff-payments.php", id=ann)
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "case_required")

    open_member(desk, ann)
    payments.is_down = True
    assert desk.get("/api/staff-payments.php", id=ann).status_code == 503


@pytest.mark.parametrize("path", ["staff-payments", "staff-conversations"])
def test_members_see_no_payments_or_conversations_of_others(browser: Browser, ann: UUID, path: str) -> None:
    assert browser.as_member(ann).get(f"/api/{path}.php", id=ann).status_code == 403
