from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import LanguageChanged, MemberDeleted, SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.privacy.retain import forget_old_rows
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session as DatabaseSession

from identity.storage.data_inventory import DATA_INVENTORY
from identity.storage.tables import SessionRow
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

PASSWORD = "three blue herons"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    """A member, logged in nowhere."""
    member_id = UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])
    browser.get("/api/logout.php")
    return member_id


def log_in(browser: Browser, password: str = PASSWORD, email: str = "ann@example.org") -> tuple[int, str]:
    answer = browser.post("/api/user.php", {"email": email, "password": password})
    return answer.status_code, answer.json.get("error", {}).get("message", "")


def test_a_member_logs_in_and_out(browser: Browser, ann: UUID, database: Database) -> None:
    assert log_in(browser) == (200, "")
    assert browser.get("/api/user.php").json["user"]["id"] == str(ann)

    revoked_before = len(announced(database, SessionRevoked))
    assert browser.get("/api/logout.php").status_code == 200

    assert len(announced(database, SessionRevoked)) == revoked_before + 1
    assert browser.get("/api/user.php").json["error"]["code"] == "authentication_required"


def test_a_possible_visitor_gets_null_instead_of_a_refusal(browser: Browser, ann: UUID) -> None:
    assert browser.get("/api/user.php", visitor="1").json == {"user": None}
    assert browser.get("/api/user.php").status_code == 403
    log_in(browser)
    assert browser.get("/api/user.php", visitor="1").json["user"]["id"] == str(ann)


def test_an_account_of_one_site_is_none_of_the_other(app: Flask, keys: KeyPair, ann: UUID) -> None:
    browser = Browser(app, keys)
    assert log_in(browser)[0] == 200

    browser.at("iskra.localhost")

    assert browser.get("/api/user.php").json["error"]["code"] == "authentication_required"
    assert log_in(browser)[0] == 422
    assert browser.post("/api/signup.php", sign_up_form()).status_code == 201


def test_five_wrong_passwords_block_the_account_for_a_while(browser: Browser, ann: UUID) -> None:
    for _ in range(4):
        assert log_in(browser, "wrong") == (422, "Login failed, please try again")
    assert log_in(browser, "wrong") == (429, "Too many incorrect attempts, account blocked for 15 min")
    assert log_in(browser) == (429, "Too many incorrect attempts, account blocked for 15 min")


def test_the_right_password_starts_the_count_anew(browser: Browser, ann: UUID) -> None:
    log_in(browser, "wrong")
    log_in(browser, "wrong")
    assert log_in(browser)[0] == 200
    assert log_in(browser, "wrong")[0] == 422
    assert log_in(browser, "wrong")[0] == 422


def test_an_unknown_address_gets_the_same_words(browser: Browser, ann: UUID) -> None:
    assert log_in(browser, email="nobody@example.org") == log_in(browser, "wrong")


def test_logging_out_needs_our_own_page(app: Flask, keys: KeyPair) -> None:
    client = app.test_client()

    assert client.get("/api/logout.php").json["error"]["code"] == "foreign_request"
    foreign = {"X-Request-Type": "app", "Sec-Fetch-Site": "cross-site"}
    assert client.get("/api/logout.php", headers=foreign).status_code == 403


def test_the_language_is_stored_and_announced(browser: Browser, ann: UUID, database: Database) -> None:
    browser.as_member(ann)

    assert browser.put("/api/user.php", {"language": "nl"}).json["user"]["language"] == "nl"
    assert browser.put("/api/user.php", {"language": "nl"}).status_code == 200
    assert browser.put("/api/user.php", {"language": "xx"}).status_code == 422
    assert [event.locale for event in announced(database, LanguageChanged)] == ["nl"]


def test_a_site_takes_no_language_that_it_does_not_offer(browser: Browser, ann: UUID, database: Database) -> None:
    browser.at("iskra.localhost").as_member(ann)

    refused = browser.put("/api/user.php", {"language": "fi"})

    assert (refused.status_code, refused.json["error"]["field"]) == (422, "language")
    assert announced(database, LanguageChanged) == []


def test_a_deleted_member_is_out_at_once(browser: Browser, ann: UUID, database: Database) -> None:
    log_in(browser)
    browser.as_member(ann)

    assert browser.delete("/api/user.php", {"password": "wrong"}).json["error"]["code"] == "password_wrong"
    assert browser.delete("/api/user.php", {"password": PASSWORD}).status_code == 200

    assert browser.get("/api/user.php").json["error"]["code"] == "authentication_required"
    assert (
        browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD}).json["error"]["code"]
        == "account_deleted"
    )
    assert [event.member_id for event in announced(database, MemberDeleted)] == [str(ann)]


@pytest.mark.parametrize(("days", "status"), [(13, 200), (14, 403)])
def test_a_session_that_is_not_used_for_two_weeks_ends(
    browser: Browser, database: Database, wired: Wiring, days: int, status: int
) -> None:
    browser.post("/api/signup.php", sign_up_form())
    with DatabaseSession(database.engine) as session:
        session.execute(update(SessionRow).values(used_on=func.current_date() - days))
        session.commit()

    assert browser.get("/api/user.php").status_code == status
    forget_old_rows(wired.unit_of_work, DATA_INVENTORY)
    with DatabaseSession(database.engine) as session:
        assert len(session.scalars(select(SessionRow.id)).all()) == (1 if status == 200 else 0)


def test_use_keeps_a_session_alive(browser: Browser, database: Database) -> None:
    browser.post("/api/signup.php", sign_up_form())
    for _ in range(2):
        with DatabaseSession(database.engine) as session:
            session.execute(update(SessionRow).values(used_on=SessionRow.used_on - 10))
            session.commit()
        assert browser.get("/api/user.php").status_code == 200


@pytest.mark.parametrize(
    "leave",
    [
        lambda browser: browser.get("/api/logout.php"),
        lambda browser: browser.delete("/api/user.php", {"password": PASSWORD}),
        lambda browser: browser.delete("/api/sessions.php", {"id": own_session(browser)}),
    ],
    ids=["logging out", "deleting the account", "ending this session"],
)
def test_logging_out_clears_the_sites_data_but_not_the_device(
    browser: Browser, ann: UUID, leave: Callable[[Browser], Any]
) -> None:
    assert log_in(browser) == (200, "")
    browser.logged_in()

    answer = leave(browser)

    assert answer.status_code == 200
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    changed = {cookie.partition("=")[0] for cookie in answer.headers.getlist("Set-Cookie")}
    assert changed == {"session", "token"}


def own_session(browser: Browser) -> str:
    sessions = browser.get("/api/sessions.php").json["sessions"]
    return str(next(each["id"] for each in sessions if each["current"]))
