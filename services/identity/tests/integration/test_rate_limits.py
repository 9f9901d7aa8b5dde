"""Budgets of strangers: guesses over all accounts, sign-ups, answers that disclose accounts, mails to others."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, MemberSignedUp
from shared.kit.db import Database
from shared.kit.http import RateLimiter
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

from identity.errors import TooManyGuesses
from identity.tests.factories import handle_deferred_requests, last_mail, sign_up_form
from identity.wiring import Wiring

PASSWORD, ANN = "three blue herons", "ann@example.org"
Open = Callable[..., Browser]


@pytest.fixture
def stranger(app: Flask, keys: KeyPair) -> Open:
    """Makes browsers that nobody has used before."""

    def make(address: str = "198.51.100.1") -> Browser:
        return Browser(app, keys).from_address(address)

    return make


@pytest.fixture
def home(browser: Browser) -> Browser:
    """The browser in which Ann signed up, logged out by now."""
    browser.from_address("203.0.113.1").post("/api/signup.php", sign_up_form())
    browser.get("/api/logout.php")
    return browser


def guess(browser: Browser, number: int) -> str:
    answer = browser.post("/api/user.php", {"email": f"member{number}@example.org", "password": "not this one"})
    return str(answer.json["error"]["code"]) if answer.json and "error" in answer.json else "let in"


def code_of(answer: Any) -> str:
    return str(answer.json["error"]["code"]) if "error" in answer.json else "fine"


def test_one_network_guesses_fifty_times_a_day_over_all_accounts(home: Browser, stranger: Open, keys: KeyPair) -> None:
    codes = [guess(stranger().as_member(uuid4()), number) for number in range(55)]

    assert codes == ["login_failed"] * 50 + ["too_many_guesses"] * 5
    answer = stranger().post("/api/user.php", {"email": ANN, "password": PASSWORD})
    assert answer.status_code == 429
    assert 1 <= answer.json["error"]["hours"] <= 26
    assert "this network" in answer.json["error"]["message"]
    assert int(answer.headers["Retry-After"]) > 3600
    assert guess(stranger("198.51.100.2"), 1) == "login_failed"


def test_the_addresses_of_one_ipv6_customer_are_one_network(stranger: Open) -> None:
    codes = [guess(stranger(f"2001:db8:7:7::{number:x}"), number) for number in range(51)]

    assert codes == ["login_failed"] * 50 + ["too_many_guesses"]
    assert guess(stranger("2001:db8:7:8::1"), 1) == "login_failed"


def test_many_guesses_at_once_are_no_more_than_the_budget(stranger: Open) -> None:
    def attempt(number: int) -> Callable[[], str]:
        return lambda: guess(stranger(), number)

    codes = at_once(*(attempt(number) for number in range(70)))

    assert sorted(codes) == ["login_failed"] * 50 + ["too_many_guesses"] * 20


def test_a_network_that_used_up_its_budget_locks_nobody_out_of_a_device_they_know(
    home: Browser, stranger: Open
) -> None:
    for number in range(51):
        guess(stranger("203.0.113.1"), number)

    assert home.post("/api/user.php", {"email": ANN, "password": PASSWORD}).status_code == 200
    # A device that somebody else knows is a stranger's.
    other = stranger("203.0.113.9")
    other.post("/api/signup.php", sign_up_form(email="bo@example.org"))
    answer = other.from_address("203.0.113.1").post("/api/user.php", {"email": ANN, "password": PASSWORD})
    assert code_of(answer) == "too_many_guesses"


def test_right_passwords_and_refusals_while_blocked_use_up_nothing(home: Browser, stranger: Open) -> None:
    for _ in range(3):
        assert stranger().post("/api/user.php", {"email": ANN, "password": PASSWORD}).status_code == 200
    codes = [guess(stranger(), 1) for _ in range(60)]

    assert codes == ["login_failed"] * 4 + ["login_blocked"] * 56
    assert guess(stranger(), 2) == "login_failed"


# Fields that hold a secret the member knows; a new password that is chosen is none.
SAMPLES = {
    "password": PASSWORD, "old_password": PASSWORD, "code": "123456", "email": ANN, "id": str(uuid4()),
    "name": "Key", "credential": {}, "token": "x",
}  # fmt: skip
# Nothing is guessed: the password is one that its member chooses, and the code of an invitation has 72 random bits,
# opens nothing, and is bounded at the gateway with the tokens of links.
CHOSEN = {
    ("/api/signup.php", "POST"),
    ("/api/signup-check.php", "POST"),
    ("/api/reset-password.php", "PUT"),
    ("/api/invitation.php", "POST"),
}


def views_with_secrets(app: Flask) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for rule in app.url_map.iter_rules():
        body = getattr(getattr(app.view_functions[rule.endpoint], "contract", None), "body", None)
        if body and {"password", "old_password", "code"} & body.model_fields.keys():
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield rule.rule, method, {name: SAMPLES[name] for name in body.model_fields if name in SAMPLES}


def test_every_view_that_takes_a_password_or_code_counts_guesses(
    app: Flask, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter: RateLimiter = app.extensions["rate_limiter"]
    take = limiter.take

    def refuse_guesses(name: str, *given: Any, **named: Any) -> None:
        if name == "password_guess":
            raise TooManyGuesses(retry_after_seconds=60)
        take(name, *given, **named)

    monkeypatch.setattr(limiter, "take", refuse_guesses)
    browser, found = Browser(app, keys).as_member(uuid4()), 0
    for path, method, body in views_with_secrets(app):
        if (path, method) not in CHOSEN:
            answer = browser.send(method, path, body)
            assert (answer.status_code, code_of(answer)) == (429, "too_many_guesses"), (path, method)
            found += 1

    assert found >= 10


def test_one_network_makes_twenty_accounts_an_hour(stranger: Open, database: Database) -> None:
    forms = [sign_up_form(email=f"member{number}@example.org") for number in range(22)]

    assert code_of(stranger().post("/api/signup.php", {**forms[0], "password": "short"})) == "password_too_short"
    statuses = [stranger().post("/api/signup.php", form).status_code for form in forms]

    assert statuses == [201] * 20 + [429] * 2
    assert len(announced(database, MemberSignedUp)) == 20
    assert stranger("198.51.100.2").post("/api/signup.php", forms[21]).status_code == 201


def test_a_retried_sign_up_counts_once(stranger: Open, database: Database) -> None:
    browser, form = stranger(), sign_up_form()

    assert {browser.post("/api/signup.php", form).status_code for _ in range(25)} == {201}
    assert len(announced(database, MemberSignedUp)) == 1


def ask_by_sign_up(browser: Browser, email: str) -> Any:
    return browser.post("/api/signup.php", sign_up_form(email=email))


def ask_by_reset(browser: Browser, email: str) -> Any:
    return browser.post("/api/reset-password.php", {"email": email})


@pytest.mark.parametrize(("ask", "code"), [(ask_by_sign_up, "email_taken"), (ask_by_reset, "email_unknown")])
def test_five_answers_an_hour_disclose_accounts_and_later_ones_are_neutral(
    home: Browser, stranger: Open, ask: Callable[[Browser, str], Any], code: str
) -> None:
    number = iter(range(100))

    def addresses() -> str:
        return ANN if code == "email_taken" else f"nobody{next(number)}@example.org"

    codes = [code_of(ask(stranger(), addresses())) for _ in range(7)]

    assert codes == [code] * 5 + ["fine"] * 2
    known, unknown = ask(stranger(), ANN), ask(stranger(), "nobody@example.org")
    assert (known.status_code, known.json) == (unknown.status_code, unknown.json)
    assert code_of(ask(stranger("198.51.100.2"), addresses())) == code


def test_all_ways_to_ask_share_one_budget(home: Browser, stranger: Open, app: Flask) -> None:
    for number in range(3):
        assert code_of(ask_by_reset(stranger(), f"nobody{number}@example.org")) == "email_unknown"
    bo = stranger("198.51.100.2")
    bo.post("/api/signup.php", sign_up_form(email="bo@example.org"))
    bo.logged_in().from_address("198.51.100.1")

    def change(email: str) -> str:
        return code_of(bo.post("/api/mail-change.php", {"email": email, "password": PASSWORD}))

    assert [change(ANN), change(ANN), change(ANN), change("free@example.org")] == ["email_owned"] * 2 + ["fine"] * 2
    assert ask_by_sign_up(stranger(), ANN).json == {"user": None}


def test_beyond_the_budget_a_sign_up_still_leads_to_an_account_by_mail(
    home: Browser, stranger: Open, database: Database, wired: Wiring
) -> None:
    for _ in range(6):
        ask_by_sign_up(stranger(), ANN)

    assert ask_by_sign_up(stranger(), "new@example.org").json == {"user": None}
    handle_deferred_requests(database, wired)
    token = last_mail(database, wired, "activation")["token"]
    assert stranger().post("/api/activate.php", {"token": token}).status_code == 200


def test_a_stranger_cannot_use_up_the_owners_resets(
    home: Browser, stranger: Open, database: Database, wired: Wiring
) -> None:
    codes = [code_of(ask_by_reset(stranger(), ANN)) for _ in range(7)]

    assert codes == ["fine"] * 5 + ["too_many_reset_mails"] * 2
    assert code_of(ask_by_reset(stranger("203.0.113.50"), ANN)) == "fine"
    assert code_of(ask_by_reset(home.from_address("198.51.100.1"), ANN)) == "fine"
    assert [code_of(ask_by_reset(home, ANN)) for _ in range(5)] == ["fine"] * 4 + ["too_many_reset_mails"]


@pytest.mark.parametrize("way", ["reset", "reactivation"])
def test_strangers_from_many_networks_never_leave_the_owner_without_a_link(
    home: Browser, stranger: Open, database: Database, wired: Wiring, way: str
) -> None:
    if way == "reactivation":
        home.post("/api/user.php", {"email": ANN, "password": PASSWORD})
        home.logged_in().delete("/api/user.php", {"password": PASSWORD})
    template, purpose = ("password_reset", "reset") if way == "reset" else ("reactivation", "reactivation")

    def ask(number: int) -> None:
        browser = stranger(f"198.51.100.{number}")
        if way == "reset":
            ask_by_reset(browser, ANN)
        else:
            browser.put("/api/reactivate.php", {"email": ANN})
        handle_deferred_requests(database, wired)

    def sent() -> int:
        return [mail.template for mail in announced(database, MailRequested)].count(template)

    before = sent()
    for number in range(14):
        ask(number)
    assert sent() - before == 10
    with database.engine.begin() as connection:
        assert connection.execute(
            text("SELECT count(*) FROM tokens WHERE purpose = :purpose AND expires_at > now()"), {"purpose": purpose}
        ).scalar_one()
        connection.execute(text("UPDATE tokens SET expires_at = now() WHERE purpose = :purpose"), {"purpose": purpose})

    ask(20)
    ask(21)
    assert sent() - before == 11


def test_nobody_fills_a_mailbox_with_activation_mails(browser: Browser, database: Database) -> None:
    browser.post("/api/signup.php", sign_up_form(email="victim@example.org"))
    browser.logged_in()
    statuses = []
    for _ in range(12):
        with database.engine.begin() as connection:
            connection.execute(text("UPDATE tokens SET made_at = made_at - interval '2 minutes'"))
        statuses.append(browser.put("/api/activate.php", {}).status_code)

    assert statuses == [200] * 10 + [429] * 2


@pytest.mark.parametrize(
    ("seconds", "hours"),
    [(26 * 3600, 26), (26 * 3600 + 60, 26), (3600 + 60, 1), (60, 1), (1, 1), (2 * 3600 + 61, 3), (2 * 3600 + 60, 2)],
)
def test_the_hours_a_refusal_names_leave_out_the_jitter(seconds: int, hours: int) -> None:
    assert TooManyGuesses(retry_after_seconds=seconds).params["hours"] == hours
