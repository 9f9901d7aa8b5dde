"""Changing the email address, by a link mailed to the new one."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, RequestTaken, SessionRevoked
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity.tests.factories import all_mails, handle_deferred_requests, last_mail, sign_up_form
from identity.wiring import Wiring

PASSWORD = "three blue herons"
OLD, NEW = "ann@example.org", "anna@example.org"


@pytest.fixture
def ann(browser: Browser, database: Database, wired: Wiring) -> Browser:
    """The browser in which Ann is logged in, her address confirmed."""
    browser.post("/api/signup.php", sign_up_form())
    browser.post("/api/activate.php", {"token": last_mail(database, wired)["token"]})
    return browser.logged_in()


@pytest.fixture
def bo(app: Flask, keys: KeyPair) -> Browser:
    browser = Browser(app, keys)
    browser.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))
    return browser.logged_in()


def ask(browser: Browser, email: str = NEW, password: str = PASSWORD) -> tuple[int, str]:
    answer = browser.post("/api/mail-change.php", {"email": email, "password": password})
    return answer.status_code, answer.json.get("error", {}).get("message", "")


def link(database: Database, wired: Wiring) -> str:
    handle_deferred_requests(database, wired)
    return last_mail(database, wired, "mail_change")["token"]


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
    assert last_mail(database, wired, "mail_change")["to"] == NEW
    assert ann.get("/api/user.php").json["user"]["email"] == OLD

    assert take(ann, token) == (200, "")

    assert ann.get("/api/user.php").json["user"]["email"] == NEW
    assert elsewhere.get("/api/user.php").status_code == 403
    reported = [mail for mail in announced(database, MailRequested) if mail.template == "address_changed"]
    assert len(reported) == 2
    assert len(announced(database, SessionRevoked)) == 1
    # Pressed again it says the same, and nothing more happens.
    assert take(ann, token) == (200, "")
    assert len(announced(database, SessionRevoked)) == 1


def test_a_used_link_never_brings_an_address_back(ann: Browser, database: Database, wired: Wiring) -> None:
    ask(ann)
    token = link(database, wired)
    take(ann, token)
    ask(ann, "third@example.org")
    take(ann, link(database, wired))

    assert take(ann, token) == (422, "link_invalid")
    assert ann.get("/api/user.php").json["user"]["email"] == "third@example.org"


def test_the_old_address_gets_a_mail(ann: Browser, database: Database, wired: Wiring) -> None:
    ask(ann)
    take(ann, link(database, wired))

    first = next(mail for mail in announced(database, MailRequested) if mail.template == "address_changed")
    assert wired.mail_sealer.unseal(first.sealed)["to"] == OLD


@pytest.mark.parametrize(
    ("email", "message"),
    [
        ("no address", "New email address is invalid"),
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


def test_of_two_concurrent_changes_to_one_address_one_succeeds(
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


def stop(browser: Browser, token: str) -> tuple[int, str]:
    answer = browser.post("/api/mail-change-stop.php", {"token": token})
    return answer.status_code, answer.json.get("error", {}).get("code", "")


@pytest.fixture
def stopping(ann: Browser, database: Database, wired: Wiring) -> str:
    """The token mailed to the old address; the change has been asked for, and the link to the new one is out."""
    ask(ann)
    asked = last_mail(database, wired, "address_change_asked")
    assert asked["to"] == OLD
    return asked["token"]


def test_the_old_address_can_stop_the_change(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring, stopping: str
) -> None:
    changing, mailbox = link(database, wired), Browser(app, keys)

    assert stop(mailbox, stopping) == (200, "")

    assert take(mailbox, changing) == (422, "link_invalid")
    assert ann.get("/api/user.php").status_code == 403
    assert len(announced(database, SessionRevoked)) == 1
    assert stop(mailbox, stopping) == (422, "link_invalid")


def test_stopping_before_the_new_link_is_made_lets_none_be_made(
    ann: Browser, database: Database, wired: Wiring, stopping: str
) -> None:
    assert stop(ann, stopping) == (200, "")

    handle_deferred_requests(database, wired)

    assert all_mails(database, wired, "mail_change") == []
    assert ann.get("/api/user.php").status_code == 200  # the browser that stopped it stays logged in


def test_a_completed_change_cannot_be_stopped(ann: Browser, database: Database, wired: Wiring, stopping: str) -> None:
    assert take(ann, link(database, wired)) == (200, "")

    assert stop(ann, stopping) == (422, "link_invalid")


@pytest.mark.parametrize("token", ["", "x", "x" * 43])
def test_a_made_up_token_stops_nothing(ann: Browser, token: str) -> None:
    assert stop(ann, token) == (422, "link_invalid")


def test_stopping_and_changing_at_once_leave_one_of_the_two(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring, stopping: str
) -> None:
    changing = link(database, wired)

    answers = at_once(lambda: stop(Browser(app, keys), stopping)[0], lambda: take(Browser(app, keys), changing)[0])

    assert sorted(answers) == [200, 422]
    with wired.unit_of_work() as uow:
        assert (uow.accounts.find("pairwise", NEW) is None) is (answers[0] == 200)


def test_an_unconfirmed_address_gets_no_mail(bo: Browser, database: Database, wired: Wiring) -> None:
    assert ask(bo) == (200, "")
    assert all_mails(database, wired, "address_change_asked") == []


@pytest.mark.parametrize("is_answered", [True, False])
def test_a_new_password_ends_a_change_that_is_under_way(
    ann: Browser, database: Database, wired: Wiring, stopping: str, is_answered: bool
) -> None:
    changing = link(database, wired) if is_answered else ""
    changed = ann.put("/api/password.php", {"old_password": PASSWORD, "password": "four green frogs"})
    assert changed.status_code == 200

    handle_deferred_requests(database, wired)

    assert take(ann, changing) == (422, "link_invalid")
    assert stop(ann, stopping) == (422, "link_invalid")
    assert len(all_mails(database, wired, "mail_change")) == int(is_answered)


def test_a_change_asked_for_while_the_password_changes_comes_to_nothing_or_first(
    ann: Browser, database: Database, wired: Wiring
) -> None:
    new = {"old_password": PASSWORD, "password": "four green frogs"}

    at_once(lambda: ask(ann), lambda: ann.put("/api/password.php", new).status_code)
    handle_deferred_requests(database, wired)

    assert all_mails(database, wired, "mail_change") == []
