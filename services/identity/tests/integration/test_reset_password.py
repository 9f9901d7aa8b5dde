"""A new password by mail, and its consequences for sessions, tokens and deleted accounts."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.storage.tables import TokenRow
from identity.tests.factories import handle_deferred_requests, last_mail, sign_up_form
from identity.wiring import Wiring

OLD, NEW = "three blue herons", "four green frogs"
ANN = "ann@example.org"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    """The browser in which Ann is logged in."""
    browser.post("/api/signup.php", sign_up_form())
    return browser.logged_in()


@pytest.fixture
def stranger(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


def ask(browser: Browser, email: str = ANN) -> tuple[int, str]:
    answer = browser.post("/api/reset-password.php", {"email": email})
    return answer.status_code, answer.json.get("error", {}).get("message", "")


def reset(browser: Browser, token: str, password: str = NEW) -> tuple[int, str]:
    answer = browser.put("/api/reset-password.php", {"token": token, "password": password})
    return answer.status_code, answer.json.get("error", {}).get("code", "")


def log_in(browser: Browser, password: str) -> int:
    return browser.post("/api/user.php", {"email": ANN, "password": password}).status_code


@pytest.fixture
def token(ann: Browser, stranger: Browser, database: Database, wired: Wiring) -> str:
    assert ask(stranger) == (200, "")
    handle_deferred_requests(database, wired)
    return last_mail(database, wired, "password_reset")["token"]


def test_the_mailed_link_gives_a_new_password_once(
    ann: Browser, stranger: Browser, token: str, database: Database, wired: Wiring
) -> None:
    assert reset(stranger, token) == (200, "")

    assert ann.get("/api/user.php").status_code == 403
    assert len(announced(database, SessionRevoked)) == 1
    assert log_in(stranger, OLD) == 422
    assert log_in(stranger, NEW) == 200
    assert last_mail(database, wired, "password_changed")["to"] == ANN
    assert reset(stranger, token) == (422, "link_invalid")


def test_a_reset_confirms_the_address(stranger: Browser, token: str, database: Database) -> None:
    reset(stranger, token)

    assert len(announced(database, MemberConfirmed)) == 1


def test_parallel_use_of_one_link_counts_once(app: Flask, keys: KeyPair, token: str, database: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(lambda _: reset(Browser(app, keys), token)[0], range(4)))

    assert statuses == [200, 422, 422, 422]
    assert [mail.template for mail in announced(database, MailRequested)].count("password_changed") == 1


def test_only_the_newest_link_counts(stranger: Browser, token: str, database: Database, wired: Wiring) -> None:
    ask(stranger)
    handle_deferred_requests(database, wired)
    newer = last_mail(database, wired, "password_reset")["token"]

    assert reset(stranger, token) == (422, "link_invalid")
    assert reset(stranger, newer) == (200, "")


def test_a_link_ends_after_an_hour(stranger: Browser, token: str, database: Database) -> None:
    with Session(database.engine) as session:
        session.execute(update(TokenRow).values(expires_at=TokenRow.expires_at - timedelta(hours=1)))
        session.commit()

    assert reset(stranger, token) == (422, "link_invalid")


@pytest.mark.parametrize(
    ("password", "code"),
    [("short", "password_too_short"), ("password1", "password_too_common"), ("x" * 129, "password_too_long")],
)
def test_a_password_that_will_not_do_leaves_the_link_usable(
    stranger: Browser, token: str, password: str, code: str
) -> None:
    assert reset(stranger, token, password) == (422, code)
    assert reset(stranger, token) == (200, "")


@pytest.mark.parametrize("token", ["", "x", "x" * 43])
def test_a_made_up_link_is_refused(stranger: Browser, database: Database, token: str) -> None:
    assert reset(stranger, token) == (422, "link_invalid")


def test_a_link_for_one_thing_does_nothing_else(
    ann: Browser, stranger: Browser, token: str, database: Database, wired: Wiring
) -> None:
    assert stranger.post("/api/activate.php", {"token": token}).status_code == 422
    assert stranger.put("/api/mail-change.php", {"token": token}).status_code == 422
    assert reset(stranger, last_mail(database, wired, "activation")["token"]) == (422, "link_invalid")


def test_unknown_and_malformed_addresses_are_refused(stranger: Browser, database: Database) -> None:
    assert ask(stranger, "nobody@example.org") == (422, "E-mail address not found")
    assert ask(stranger, "no address") == (422, "Invalid email")


def test_mails_of_a_day_are_few(ann: Browser, stranger: Browser) -> None:
    assert [ask(stranger)[0] for _ in range(5)] == [200] * 5

    assert ask(stranger) == (429, "Too many password reset e-mails sent, please try again tomorrow")


def test_parallel_requests_keep_to_the_limit(ann: Browser, app: Flask, keys: KeyPair) -> None:
    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(lambda _: ask(Browser(app, keys))[0], range(8)))

    assert statuses == [200] * 5 + [429] * 3


def test_a_block_does_not_keep_the_owner_of_the_new_password_waiting(stranger: Browser, token: str) -> None:
    assert [log_in(stranger, "wrong") for _ in range(5)] == [422, 422, 422, 422, 429]

    reset(stranger, token)

    assert log_in(stranger, NEW) == 200


def change(browser: Browser, old: str, new: str) -> tuple[int, str]:
    answer = browser.put("/api/password.php", {"old_password": old, "password": new})
    return answer.status_code, answer.json.get("error", {}).get("message", "")


def test_changing_the_password_logs_out_everywhere_else(ann: Browser, stranger: Browser, database: Database) -> None:
    log_in(stranger, OLD)
    before = ann.cookie("session")

    assert change(ann, OLD, NEW) == (200, "")

    assert ann.cookie("session") != before
    assert ann.get("/api/user.php").status_code == 200
    assert stranger.get("/api/user.php").status_code == 403
    assert len(announced(database, SessionRevoked)) == 2


def test_changing_the_password_asks_the_old_one(ann: Browser) -> None:
    assert change(ann, "wrong", NEW) == (422, "Please check your old password")
    assert change(ann, OLD, "short") == (422, "Use at least 8 characters")
    assert [change(ann, "wrong", NEW)[0] for _ in range(6)] == [422, 422, 422, 422, 429, 429]


def test_a_change_makes_an_older_link_void(ann: Browser, stranger: Browser, token: str) -> None:
    change(ann, OLD, "five red foxes")

    assert reset(stranger, token) == (422, "link_invalid")


def test_parallel_changes_leave_one_password(ann: Browser, app: Flask) -> None:
    def one(number: int) -> int:
        return change(ann, OLD, f"{NEW} {number}")[0]

    with ThreadPoolExecutor(3) as pool:
        statuses = sorted(pool.map(one, range(3)))

    assert statuses[0] == 200
    assert 200 not in statuses[1:]
