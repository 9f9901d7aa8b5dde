"""The list of a member's devices, and the mail about a login on a new one."""

from datetime import timedelta

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.storage.tables import SessionRow
from identity.tests.factories import last_mail, sign_up_form
from identity.wiring import Wiring

PASSWORD = "three blue herons"
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"}


@pytest.fixture
def home(browser: Browser, database: Database, wired: Wiring) -> Browser:
    """The browser in which Ann signed up and confirmed her address."""
    browser.post("/api/signup.php", sign_up_form())
    browser.post("/api/activate.php", {"token": last_mail(database, wired)["token"]})
    return browser.logged_in()


@pytest.fixture
def phone(app: Flask, keys: KeyPair, home: Browser) -> Browser:
    """A second browser, in which Ann has just logged in."""
    return log_in(Browser(app, keys))


def log_in(browser: Browser) -> Browser:
    credentials = {"email": "ann@example.org", "password": PASSWORD}
    assert browser.send("POST", "/api/user.php", credentials, FIREFOX).status_code == 200
    return browser.logged_in()


def test_sessions_are_shown_coarsely(home: Browser, phone: Browser, database: Database) -> None:
    [newer, older] = home.get("/api/sessions.php").json["sessions"]

    assert (newer["browser"], newer["system"], newer["current"], newer["used"]) == ("Firefox", "Linux", False, "today")
    assert older["current"]
    assert set(newer) == {"id", "current", "browser", "system", "used", "used_on", "since", "second_factor"}


@pytest.mark.parametrize(("days", "used"), [(0, "today"), (1, "week"), (6, "week"), (7, "earlier")])
def test_last_use_comes_in_bands(home: Browser, database: Database, days: int, used: str) -> None:
    with Session(database.engine) as session:
        session.execute(update(SessionRow).values(used_on=SessionRow.used_on - timedelta(days=days)))
        session.commit()

    assert home.get("/api/sessions.php").json["sessions"][0]["used"] == used
    home.get("/api/user.php")
    assert home.get("/api/sessions.php").json["sessions"][0]["used"] == "today"


def test_one_device_is_logged_out(home: Browser, phone: Browser, database: Database) -> None:
    [theirs] = [each for each in home.get("/api/sessions.php").json["sessions"] if not each["current"]]

    assert home.delete("/api/sessions.php", {"id": theirs["id"]}).json == {"ended": 1}

    assert phone.get("/api/user.php").json["error"]["code"] == "authentication_required"
    assert home.get("/api/user.php").status_code == 200
    assert announced(database, SessionRevoked)[-1].session_id == theirs["id"]


def test_all_other_devices_are_logged_out(home: Browser, phone: Browser) -> None:
    assert home.delete("/api/sessions.php", {"others": True}).json == {"ended": 1}
    assert phone.get("/api/user.php").status_code == 403
    assert home.get("/api/user.php").status_code == 200


def test_nobody_ends_the_session_of_another(home: Browser, app: Flask, keys: KeyPair) -> None:
    bo = Browser(app, keys)
    bo.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))
    [theirs] = home.get("/api/sessions.php").json["sessions"]

    assert bo.logged_in().delete("/api/sessions.php", {"id": theirs["id"]}).status_code == 404
    assert home.get("/api/user.php").status_code == 200


@pytest.mark.parametrize("body", [{}, {"id": "0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10", "others": True}, {"id": "x"}])
def test_it_must_be_clear_which_sessions_end(home: Browser, body: dict[str, object]) -> None:
    assert home.delete("/api/sessions.php", body).status_code == 422
    assert len(home.get("/api/sessions.php").json["sessions"]) == 1


def test_logging_in_again_ends_the_session_the_browser_had(home: Browser, database: Database) -> None:
    before = home.cookie("session")

    log_in(home)

    assert home.cookie("session") != before
    assert len(home.get("/api/sessions.php").json["sessions"]) == 1
    assert len(announced(database, SessionRevoked)) == 1


def test_a_new_device_is_mailed_once(
    home: Browser, phone: Browser, app: Flask, database: Database, wired: Wiring
) -> None:
    letter = last_mail(database, wired, "new_device")
    assert (letter["to"], letter["device"]) == ("ann@example.org", "Firefox, Linux")

    log_in(phone)
    log_in(home)
    assert [mail.template for mail in announced(database, MailRequested)] == ["activation", "new_device"]


def test_an_unconfirmed_address_gets_no_mail(app: Flask, keys: KeyPair, browser: Browser, database: Database) -> None:
    browser.post("/api/signup.php", sign_up_form())

    log_in(Browser(app, keys))

    assert [mail.template for mail in announced(database, MailRequested)] == ["activation"]


def test_a_session_is_another_one_in_every_browser(home: Browser, phone: Browser) -> None:
    assert len({home.cookie("session"), phone.cookie("session")}) == 2
    assert len({home.cookie("device"), phone.cookie("device")}) == 2
