"""On a site with neutral disclosure, known and unknown addresses get the same answer for the same work."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, MemberSignedUp, RequestTaken
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import event

from identity.tests.factories import handle_deferred_requests, last_mail, sign_up_form
from identity.wiring import Wiring

KNOWN, UNKNOWN = "ann@example.org", "nobody@example.org"
PASSWORD = "three blue herons"


@pytest.fixture
def neutral(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    site = wired.sites.get("pairwise").model_copy(update={"account_disclosure": "neutral"})
    monkeypatch.setitem(wired.sites._by_key, "pairwise", site)


@pytest.fixture
def ann(browser: Browser, neutral: None, database: Database, wired: Wiring) -> Browser:
    """Ann's browser; she is known and logged in."""
    browser.post("/api/signup.php", sign_up_form())
    handle_deferred_requests(database, wired)
    browser.post("/api/user.php", {"email": KNOWN, "password": PASSWORD})
    return browser.logged_in()


class Work:
    """The cost of an answer: statements by their text, and password hashes."""

    def __init__(self) -> None:
        self.done: list[str] = []


@pytest.fixture
def work(database: Database, wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    counted = Work()

    def note(*arguments: Any) -> None:
        if "revoked_sessions" not in arguments[2]:  # looked up by the clock, not by the request
            counted.done.append(arguments[2])

    def counting(name: str) -> Callable[..., Any]:
        real = getattr(wired.passwords, name)

        def call(*given: Any) -> Any:
            counted.done.append(name)
            return real(*given)

        return call

    for name in ("hash", "verify"):
        monkeypatch.setattr(wired.passwords, name, counting(name))
    event.listen(database.engine, "before_cursor_execute", note)
    yield counted
    event.remove(database.engine, "before_cursor_execute", note)


Ask = Callable[[Browser, str], Any]


def fill_in(browser: Browser, email: str) -> Any:
    return browser.post("/api/signup.php", sign_up_form(email=email))


def log_in(browser: Browser, email: str) -> Any:
    return browser.post("/api/user.php", {"email": email, "password": "not this one"})


def ask_reset(browser: Browser, email: str) -> Any:
    return browser.post("/api/reset-password.php", {"email": email})


def ask_way_back(browser: Browser, email: str) -> Any:
    return browser.put("/api/reactivate.php", {"email": email})


def disclosed(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    """All that an answer says, but for the seconds to wait: one may have passed between two answers."""
    headers = dict(answer.headers)
    if "Retry-After" in headers:
        headers["Retry-After"] = "some time"
    return answer.status_code, answer.data, headers


@pytest.mark.parametrize("ask", [fill_in, log_in, ask_reset, ask_way_back])
def test_strangers_learn_nothing(ann: Browser, app: Flask, keys: KeyPair, work: Work, ask: Ask) -> None:
    for _ in range(7):  # the refusals after too many tries are the same, too
        work.done.clear()
        known = ask(Browser(app, keys), KNOWN)
        work_for_known = list(work.done)
        work.done.clear()
        unknown = ask(Browser(app, keys), UNKNOWN)

        assert disclosed(known) == disclosed(unknown)
        assert work_for_known == work.done


def test_members_learn_nothing_by_changing_their_address(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring, work: Work
) -> None:
    bo = Browser(app, keys)
    bo.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))
    handle_deferred_requests(database, wired)
    bo.post("/api/user.php", {"email": "bo@example.org", "password": PASSWORD})
    bo.logged_in()

    answers, done = [], []
    for email in (KNOWN, UNKNOWN):
        work.done.clear()
        answers.append(bo.post("/api/mail-change.php", {"email": email, "password": PASSWORD}))
        done.append(list(work.done))

    assert (answers[0].status_code, answers[0].data) == (answers[1].status_code, answers[1].data) == (200, b"{}")
    assert dict(answers[0].headers) == dict(answers[1].headers)
    assert done[0] == done[1]
    handle_deferred_requests(database, wired)
    assert last_mail(database, wired, "sign_up_tried")["to"] == KNOWN
    assert last_mail(database, wired, "mail_change")["to"] == UNKNOWN


def test_the_owner_of_the_mailbox_gets_the_result(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring
) -> None:
    for _ in range(3):
        assert fill_in(Browser(app, keys), KNOWN).json == {"user": None}
    handle_deferred_requests(database, wired)

    templates = [mail.template for mail in announced(database, MailRequested)]
    assert templates.count("sign_up_tried") == 1
    assert len(announced(database, MemberSignedUp)) == 1


def test_a_deleted_account_gets_the_reactivation_mail(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring
) -> None:
    ann.delete("/api/user.php", {"password": PASSWORD})
    first = last_mail(database, wired, "reactivation")["token"]
    assert fill_in(Browser(app, keys), KNOWN).json == {"user": None}
    handle_deferred_requests(database, wired)
    second = last_mail(database, wired, "reactivation")["token"]
    assert ask_reset(Browser(app, keys), KNOWN).status_code == 200
    handle_deferred_requests(database, wired)
    third = last_mail(database, wired, "reactivation")["token"]

    assert len({first, second, third}) == 3
    assert not [
        mail for mail in announced(database, MailRequested) if mail.template in ("sign_up_tried", "password_reset")
    ]


def test_a_new_member_confirms_and_logs_in(neutral: None, browser: Browser, database: Database, wired: Wiring) -> None:
    answer = fill_in(browser, UNKNOWN)
    assert (answer.status_code, answer.json, browser.cookie("session")) == (201, {"user": None}, None)

    handle_deferred_requests(database, wired)
    token = last_mail(database, wired, "activation")["token"]

    assert browser.post("/api/activate.php", {"token": token}).status_code == 200
    assert browser.post("/api/user.php", {"email": UNKNOWN, "password": PASSWORD}).json["user"]["status"] == "active"


def test_a_request_delivered_twice_creates_one_account(
    neutral: None, browser: Browser, database: Database, wired: Wiring
) -> None:
    fill_in(browser, UNKNOWN)
    handle_deferred_requests(database, wired)
    handle_deferred_requests(database, wired, again=True)

    assert len(announced(database, MemberSignedUp)) == 1
    assert [mail.template for mail in announced(database, MailRequested)] == ["activation"]


def test_a_retry_is_answered_alike_and_asked_for_once(
    neutral: None, browser: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring
) -> None:
    form = sign_up_form(email=UNKNOWN)
    answers = [each.post("/api/signup.php", form) for each in (browser, browser, Browser(app, keys))]

    assert [(each.status_code, each.json) for each in answers] == [(201, {"user": None})] * 3
    assert len(announced(database, RequestTaken)) == 1
    handle_deferred_requests(database, wired)
    [event] = announced(database, MemberSignedUp)
    assert event.member_id != form["id"]
    assert browser.cookie("session") is None


def test_another_body_under_the_same_key_is_refused_for_known_and_unknown_alike(
    ann: Browser, app: Flask, keys: KeyPair
) -> None:
    for email in (KNOWN, UNKNOWN):
        form, stranger = sign_up_form(email=email), Browser(app, keys)
        stranger.post("/api/signup.php", form)
        answer = stranger.post("/api/signup.php", {**form, "name": "Anna"})
        assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")
