"""Another e-mail address, for who reads its mailbox."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, RequestTaken, SessionRevoked
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser

from identity.tests.makers import a_form, answer_requests, mailed
from identity.wiring import Wiring

PASSWORD = "three blue herons"
OLD, NEW = "ann@example.org", "anna@example.org"


@pytest.fixture
def ann(browser: Browser, database: Database, wired: Wiring) -> Browser:
    """The browser in which Ann is logged in, her address confirmed."""
    browser.post("/api/signup.php", a_form())
    browser.post("/api/activate.php", {"token": mailed(database, wired)["token"]})
    return browser.logged_in()


@pytest.fixture
def bo(app: Flask, keys: KeyPair) -> Browser:
    browser = Browser(app, keys)
    browser.post("/api/signup.php", a_form(email="bo@example.org", name="Bo"))
    return browser.logged_in()


def ask(browser: Browser, email: str = NEW, password: str = PASSWORD) -> tuple[int, str]:
    answer = browser.post("/api/mail-change.php", {"email": email, "password": password})
    return answer.status_code, answer.json.get("error", {}).get("message", "")


def link(database: Database, wired: Wiring) -> str:
    answer_requests(database, wired)
    return mailed(database, wired, "mail_change")["token"]


def take(browser: Browser, token: str) -> tuple[int, str]:
    answer = browser.put("/api/mail-change.php", {"token": token})
    return answer.status_code, answer.json.get("error", {}).get("code", "")


def test_a_throwaway_mailbox_is_no_address(ann: Browser, database: Database) -> None:
    answer = ann.post("/api/mail-change.php", {"email": "ann@box.mailinator.com", "password": PASSWORD})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "email_disposable")
    assert not announced(database, RequestTaken)


def test_the_link_in_the_new_mailbox_changes_the_address(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring
) -> None:
    elsewhere = Browser(app, keys)
    elsewhere.post("/api/user.php", {"email": OLD, "password": PASSWORD})
    assert ask(ann) == (200, "")
    token = link(database, wired)
    assert mailed(database, wired, "mail_change")["to"] == NEW
    assert ann.get("/api/user.php").json["user"]["email"] == OLD

    assert take(ann, token) == (200, "")

    assert ann.get("/api/user.php").json["user"]["email"] == NEW
    assert elsewhere.get("/api/user.php").status_code == 403
    told = [mail for mail in announced(database, MailRequested) if mail.template == "address_changed"]
    assert len(told) == 2
    assert len(announced(database, SessionRevoked)) == 1
    assert take(ann, token) == (422, "link_invalid")


def test_the_old_address_is_told(ann: Browser, database: Database, wired: Wiring) -> None:
    ask(ann)
    take(ann, link(database, wired))

    first = next(mail for mail in announced(database, MailRequested) if mail.template == "address_changed")
    assert wired.seal.open(first.sealed)["to"] == OLD


@pytest.mark.parametrize(
    ("email", "message"),
    [
        ("no address", "New email adress is invalid"),
        (OLD, "This email address already owns an account on this website"),
        ("BO@example.org", "This email address already owns an account on this website"),
    ],
)
def test_addresses_that_will_not_do(ann: Browser, bo: Browser, email: str, message: str) -> None:
    assert ask(ann, email)[1] == message


def test_the_password_is_asked(ann: Browser, database: Database) -> None:
    assert ask(ann, NEW, "wrong") == (422, "Please check your password")


def test_an_address_taken_meanwhile_is_refused(ann: Browser, bo: Browser, database: Database, wired: Wiring) -> None:
    ask(ann)
    token = link(database, wired)
    ask(bo)
    assert take(bo, link(database, wired)) == (200, "")

    assert take(ann, token) == (409, "email_owned")
    assert ann.get("/api/user.php").json["user"]["email"] == OLD


def test_of_two_who_want_one_address_at_once_one_gets_it(
    ann: Browser, bo: Browser, database: Database, wired: Wiring
) -> None:
    ask(ann)
    anns = link(database, wired)
    ask(bo)
    bos = link(database, wired)

    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda one: take(*one)[0], [(ann, anns), (bo, bos)])

    assert sorted(answers) == [200, 409]


def test_mails_of_a_day_are_few(ann: Browser) -> None:
    assert [ask(ann)[0] for _ in range(6)] == [200] * 5 + [429]
