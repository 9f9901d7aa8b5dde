"""The support desk: a member is opened for a reason, each act is recorded once, resets of factors take two people."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.profiles.v1.profiles_pb2 import (
    RecordSupportThreadRequest,
    RecordSupportThreadResponse,
    RecordSupportViewRequest,
    RecordSupportViewResponse,
)
from shared.kit.core import Conflict, Forbidden, Malformed, SigningKeys
from shared.kit.db import Database
from shared.kit.grpc import Client
from shared.kit.http import RateLimiter
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.registry import load_limits

from profiles.tests.desk import REASON, complaint
from profiles.tests.fakes import FakeAccounts, FakePayments, FakeSupportedAccounts
from profiles.tests.makers import Town


@pytest.fixture
def sue(town: Town) -> UUID:
    return town.woman(name="Sue")


@pytest.fixture
def support(app: Flask, keys: KeyPair, sue: UUID) -> Browser:
    return Browser(app, keys).as_member(sue, support=True)


@pytest.fixture
def colleague(app: Flask, keys: KeyPair, town: Town) -> Browser:
    return Browser(app, keys).as_member(town.woman(name="Kit"), support=True)


def opened(support: Browser, member: UUID) -> int:
    body = {"id": str(uuid4()), "member_id": str(member), "reason": REASON}
    return support.post("/api/support-member.php", body).status_code


def act(support: Browser, member: UUID, name: str, key: UUID | None = None, **details: Any) -> tuple[int, str]:
    body = {"id": str(key or uuid4()), "member_id": str(member), "act": name, "reason": REASON, **details}
    answer = support.post("/api/support-act.php", body)
    return answer.status_code, "" if answer.status_code == 201 else answer.json["error"]["code"]


def recorded(town: Town, action: str) -> list[tuple[Any, ...]]:
    query = "SELECT actor_id, member_id, reason FROM staff_actions WHERE action = %(action)s ORDER BY id"
    return town.rows(query, action=f"support.{action}")


def test_a_member_is_shown_only_once_opened_and_each_view_is_recorded(
    support: Browser, town: Town, sue: UUID, ann: UUID, supported: FakeSupportedAccounts, payments: FakePayments
) -> None:
    assert support.get("/api/support-member.php", id=ann).json == {"member": None}
    assert recorded(town, "view_member") == []

    assert opened(support, ann) == 201
    story = support.get("/api/support-member.php", id=ann).json["member"]
    assert (story["name"], story["fictional"]) == ("Ann", False)
    assert (story["account"]["email"], story["ledger"]["balance"]) == ("ann@example.org", 12)
    assert recorded(town, "open_member") == recorded(town, "view_member") == [(sue, ann, REASON)]
    # It does not open the member at the moderation desk, and makes no colleague there look through it.
    assert town.rows("SELECT FROM staff_actions WHERE action = 'staff.open_member'") == []


def test_a_story_is_shown_while_billing_is_down(
    support: Browser, ann: UUID, supported: FakeSupportedAccounts, payments: FakePayments
) -> None:
    payments.is_down = True
    opened(support, ann)

    story = support.get("/api/support-member.php", id=ann).json["member"]
    assert (story["payments"], story["ledger"]) == (None, None)
    assert act(support, ann, "give_credits", credits=5) == (503, "unavailable")


def test_a_search_is_recorded_without_its_text(
    support: Browser, town: Town, sue: UUID, ann: UUID, accounts: FakeAccounts
) -> None:
    body = {"by": "name", "text": "Ann", "reason": REASON}
    assert [each["id"] for each in support.post("/api/support-find.php", body).json["found"]] == [str(ann)]
    assert recorded(town, "find_member") == [(sue, ann, REASON)]


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("send_confirmation", {}),
    ("send_password_link", {}),
    ("correct_address", {"email": "anna@example.org"}),
    ("close_account", {}),
    ("refund", {"payment_id": str(uuid4()), "minor": 500}),
    ("give_credits", {"credits": 20}),
    ("ask_factor_reset", {}),
]


@pytest.mark.parametrize(("name", "details"), ACTS)
def test_every_act_needs_an_opened_member_and_is_recorded_once(
    support: Browser,
    town: Town,
    ann: UUID,
    supported: FakeSupportedAccounts,
    payments: FakePayments,
    name: str,
    details: dict[str, Any],
) -> None:
    assert act(support, ann, name, **details) == (403, "case_required")
    opened(support, ann)
    key = uuid4()

    assert at_once(*[lambda: act(support, ann, name, key, **details)] * 2) == [(201, "")] * 2
    [(_, member, reason)] = recorded(town, name)
    assert member == ann
    assert reason.startswith(REASON)
    assert "@" not in reason
    assert act(support, ann, name, key, **details, reason="Another reason here") == (422, "idempotency_key_reused")
    done = len(supported.acts) + len(payments.acts)
    assert done == (0 if name == "ask_factor_reset" else 1 if payments.acts else 2)


@pytest.mark.parametrize(("name", "details"), [each for each in ACTS if each[0] in ("refund", "give_credits")])
def test_money_moves_for_each_of_two_people_with_the_same_key(
    support: Browser, colleague: Browser, ann: UUID, payments: FakePayments, name: str, details: dict[str, Any]
) -> None:
    key = uuid4()
    for person in (support, support, colleague):
        opened(person, ann)
        assert act(person, ann, name, key, **details) == (201, "")
    # By the ids that billing knows them by.
    assert len(payments.acts) == 2


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("become_owner", {}),
        ("correct_address", {}),
        ("refund", {"payment_id": str(uuid4())}),
        ("refund", {"payment_id": str(uuid4()), "minor": 0}),
        ("give_credits", {"credits": 101}),
        ("give_credits", {"credits": True}),
        ("close_account", {"credits": 5}),
        ("close_account", {"reason": "x"}),
    ],
)
def test_bad_input_is_refused_and_not_recorded(
    support: Browser, town: Town, ann: UUID, supported: FakeSupportedAccounts, name: str, details: dict[str, Any]
) -> None:
    opened(support, ann)
    assert act(support, ann, name, **details)[0] == 422
    assert supported.acts == []


def test_nobody_acts_on_themselves_on_an_opponent_or_in_another_pool(
    support: Browser, town: Town, sue: UUID, ann: UUID
) -> None:
    complaint(town, sue, reporter=ann)
    assert opened(support, sue) == opened(support, ann) == 409
    assert opened(support, uuid4()) == 404


def test_credits_of_a_day_are_limited_for_one_person(
    app: Flask,
    support: Browser,
    database: Database,
    ann: UUID,
    payments: FakePayments,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limiter = RateLimiter(load_limits(), database, "redis://127.0.0.1:1", SigningKeys.read("a" * 64))
    monkeypatch.setitem(app.extensions, "rate_limiter", limiter)
    opened(support, ann)
    answers = [act(support, ann, "give_credits", credits=1)[0] for _ in range(11)]
    assert answers == [201] * 10 + [429]
    assert len(payments.acts) == 10


def test_a_reset_of_factors_takes_two_people(
    support: Browser, colleague: Browser, town: Town, ann: UUID, supported: FakeSupportedAccounts
) -> None:
    opened(support, ann)
    opened(colleague, ann)
    assert act(colleague, ann, "confirm_factor_reset") == (409, "no_reset_asked")
    assert act(support, ann, "ask_factor_reset") == (201, "")
    assert act(support, ann, "confirm_factor_reset") == (409, "own_reset")
    assert supported.acts == []
    [waiting] = colleague.get("/api/support-resets.php").json["resets"]
    assert (waiting["member_id"], waiting["by_you"]) == (str(ann), False)

    key = uuid4()
    assert [act(colleague, ann, "confirm_factor_reset", key) for _ in range(2)] == [(201, "")] * 2
    assert len(recorded(town, "confirm_factor_reset")) == 1
    assert {each[0] for each in supported.acts} == {"reset"}
    assert act(colleague, ann, "confirm_factor_reset") == (409, "no_reset_asked")
    assert colleague.get("/api/support-resets.php").json["resets"] == []


def test_mails_are_shown_of_an_opened_member_only(
    support: Browser, town: Town, sue: UUID, ann: UUID, profiles: Client
) -> None:
    request = RecordSupportViewRequest(actor_id=str(sue), member_id=str(ann), pool=1)
    with pytest.raises(Forbidden):
        profiles.ask("RecordSupportView", request, RecordSupportViewResponse)
    opened(support, ann)
    profiles.ask("RecordSupportView", request, RecordSupportViewResponse)
    assert recorded(town, "view_mails") == [(sue, ann, REASON)]


def test_what_support_does_at_the_inbox_is_recorded(town: Town, sue: UUID, ann: UUID, profiles: Client) -> None:
    def said(member: str, action: str) -> None:
        request = RecordSupportThreadRequest(
            actor_id=str(sue), thread_id=str(thread), member_id=member, pool=1, act=action
        )
        profiles.ask("RecordSupportThread", request, RecordSupportThreadResponse)

    thread = uuid4()
    for action in ("view", "view", "answer", "answer", "note", "change"):
        said(str(ann), action)
    query = "SELECT action, actor_id, member_id, case_id FROM staff_actions ORDER BY id"
    acts = ("view_thread", "answer_thread", "answer_thread", "note_thread", "change_thread")
    assert town.rows(query) == [(f"support.{each}", sue, ann, thread) for each in acts]

    said("", "answer")
    with pytest.raises(Conflict, match="own_case"):
        said(str(sue), "view")
    with pytest.raises(Malformed):
        said(str(ann), "erase")
    assert len(town.rows(query)) == len(acts) + 1
