"""Deleting an account and coming back within fourteen days."""

from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID

import fsspec
import pytest
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, MemberDeleted, MemberReactivated
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from identity.tests.factories import handle_deferred_requests, last_mail, sign_up_form, signed_up
from identity.tests.leaving import PASSWORD, at_once, let_days_pass
from identity.usecases.reactivate import reactivate
from identity.wiring import Wiring


@pytest.fixture(autouse=True)
def _empty_store() -> Iterator[None]:
    yield
    files = fsspec.filesystem("memory")
    if files.exists("/identity-tests"):
        files.rm("/identity-tests", recursive=True)


@pytest.fixture
def ann(browser: Browser) -> UUID:
    """A member whose account is deleted and can come back."""
    answer = signed_up(browser)
    browser.delete("/api/user.php", {"password": PASSWORD})
    return UUID(answer.json["user"]["id"])


def test_a_deletion_is_announced_and_gets_a_reactivation_mail(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    [event] = announced(database, MemberDeleted)
    mail = last_mail(database, wired, "reactivation")

    assert event.member_id == str(ann)
    assert mail["until"] == event.reactivate_until.ToDatetime().date().isoformat()
    refused = browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})
    assert refused.json["error"]["code"] == "account_deleted"


def test_only_the_newest_reactivation_link_works(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    first, [deleted] = last_mail(database, wired, "reactivation"), announced(database, MemberDeleted)
    let_days_pass(database, 3)

    assert browser.put("/api/reactivate.php", {"email": "Ann@example.org"}).json == {}
    handle_deferred_requests(database, wired)
    second = last_mail(database, wired, "reactivation")

    days_left = deleted.reactivate_until.ToDatetime().date() - date.fromisoformat(second["until"])
    assert (second["to"], days_left.days) == ("ann@example.org", 3)
    assert browser.post("/api/reactivate.php", {"token": first["token"]}).status_code == 422
    assert browser.post("/api/reactivate.php", {"token": second["token"]}).status_code == 200


def test_a_reactivation_request_discloses_no_account(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    signed_up(browser, email="bo@example.org")
    before = len(announced(database, MailRequested))
    answers = [browser.put("/api/reactivate.php", {"email": email}) for email in ("bo@example.org", "no@example.org")]
    handle_deferred_requests(database, wired)

    assert {(answer.status_code, answer.data) for answer in answers} == {(200, b"{}")}
    assert len(announced(database, MailRequested)) == before


def test_reactivation_is_mailed_five_times_a_day(browser: Browser, ann: UUID) -> None:
    tries = [browser.put("/api/reactivate.php", {"email": "ann@example.org"}) for _ in range(6)]

    assert [each.status_code for each in tries] == [200] * 5 + [429]
    assert tries[-1].json["error"]["code"] == "too_many_reactivation_mails"
    assert browser.put("/api/reactivate.php", {"email": "nobody"}).json["error"]["code"] == "email_invalid"


def test_a_password_is_not_guessed_by_deleting(browser: Browser, database: Database) -> None:
    signed_up(browser)
    tries = [browser.delete("/api/user.php", {"password": "wrong"}).json["error"]["code"] for _ in range(6)]

    assert (tries[0], tries[-1]) == ("password_wrong", "login_blocked")
    assert browser.delete("/api/user.php", {"password": PASSWORD}).status_code == 429


def test_nobody_signs_up_on_the_address_meanwhile(browser: Browser, ann: UUID) -> None:
    refused = browser.post("/api/signup.php", sign_up_form())

    assert (refused.status_code, refused.json["error"]["code"]) == (422, "account_deleted")


def test_a_wrong_password_deletes_nothing(browser: Browser, database: Database) -> None:
    signed_up(browser)

    refused = browser.delete("/api/user.php", {"password": "something else"})

    assert refused.json["error"]["code"] == "password_wrong"
    assert announced(database, MemberDeleted) == []


def test_the_mailed_link_brings_the_account_back_once_and_may_be_pressed_again(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]

    assert browser.post("/api/reactivate.php", {"token": token}).json == {"reactivated": True}
    again = browser.post("/api/reactivate.php", {"token": token})

    assert again.json == {"reactivated": True}
    assert [event.member_id for event in announced(database, MemberReactivated)] == [str(ann)]
    # The link came by mail, so it proves the address, too.
    assert len(announced(database, MemberConfirmed)) == 1
    assert browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD}).status_code == 200


def test_a_used_reactivation_link_brings_nothing_back_after_another_deletion(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]
    browser.post("/api/reactivate.php", {"token": token})
    browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})
    browser.logged_in().delete("/api/user.php", {"password": PASSWORD})

    assert browser.post("/api/reactivate.php", {"token": token}).json["error"]["code"] == "reactivation_failed"


@pytest.mark.parametrize("token", ["", "x", "a" * 200])
def test_another_token_brings_nothing_back(browser: Browser, ann: UUID, token: str) -> None:
    assert browser.post("/api/reactivate.php", {"token": token}).json["error"]["code"] == "reactivation_failed"


@pytest.mark.parametrize("body", [{}, {"token": 7}, {"token": "x", "more": 1}, {"token": "a" * 201}])
def test_a_malformed_request_brings_nothing_back(browser: Browser, body: dict[str, Any]) -> None:
    assert browser.post("/api/reactivate.php", body).status_code == 422


def test_after_fourteen_days_nothing_comes_back(browser: Browser, database: Database, wired: Wiring, ann: UUID) -> None:
    token = last_mail(database, wired, "reactivation")["token"]
    let_days_pass(database, 14)

    assert browser.post("/api/reactivate.php", {"token": token}).status_code == 422


def test_a_link_pressed_many_times_at_once_counts_once(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]

    results = at_once(*(partial(reactivate, wired.unit_of_work(), "pairwise", token) for _ in range(6)))

    assert not any(isinstance(result, Refusal) for result in results)
    assert len(announced(database, MemberReactivated)) == 1
