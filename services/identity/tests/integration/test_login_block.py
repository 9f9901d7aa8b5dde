"""Wrong attempts wait, and only where they were made."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.storage.tables import AttemptsRow
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

PASSWORD = "three blue herons"


@pytest.fixture
def elsewhere(app: Flask, keys: KeyPair) -> Browser:
    """A browser Ann has never used."""
    return Browser(app, keys)


@pytest.fixture
def home(browser: Browser) -> Browser:
    """The browser in which Ann signed up."""
    browser.post("/api/signup.php", sign_up_form())
    browser.get("/api/logout.php")
    return browser


def log_in(browser: Browser, password: str = PASSWORD, email: str = "ann@example.org") -> int:
    return browser.post("/api/user.php", {"email": email, "password": password}).status_code


def test_guesses_from_elsewhere_do_not_lock_a_member_out(home: Browser, elsewhere: Browser) -> None:
    assert [log_in(elsewhere, "wrong") for _ in range(6)] == [422, 422, 422, 422, 429, 429]

    assert log_in(elsewhere) == 429
    assert log_in(home) == 200


def test_a_known_device_has_a_count_of_its_own(home: Browser, elsewhere: Browser) -> None:
    assert [log_in(home, "wrong") for _ in range(5)] == [422, 422, 422, 422, 429]

    assert log_in(home) == 429
    assert log_in(elsewhere) == 200


def test_a_device_that_logged_in_is_known_from_then_on(home: Browser, elsewhere: Browser) -> None:
    assert log_in(elsewhere) == 200
    guesser = Browser(elsewhere._client.application, elsewhere._keys)
    assert [log_in(guesser, "wrong") for _ in range(5)] == [422, 422, 422, 422, 429]

    assert log_in(elsewhere) == 200


def test_a_made_up_device_cookie_is_worth_nothing(home: Browser, elsewhere: Browser) -> None:
    elsewhere._client.set_cookie("device", "made up by a guesser")
    assert [log_in(elsewhere, "wrong") for _ in range(5)] == [422, 422, 422, 422, 429]

    elsewhere._client.set_cookie("device", "another one")
    assert log_in(elsewhere) == 429


def test_a_planted_device_cookie_is_not_taken_over(home: Browser, elsewhere: Browser) -> None:
    elsewhere._client.set_cookie("device", "planted")

    assert log_in(elsewhere) == 200
    assert elsewhere.cookie("device") not in (None, "planted")


def test_an_unknown_address_is_blocked_like_a_known_one(home: Browser, elsewhere: Browser) -> None:
    assert [log_in(elsewhere, "wrong", "nobody@example.org") for _ in range(6)] == [422, 422, 422, 422, 429, 429]


def test_a_wrong_password_says_how_many_tries_are_left(home: Browser, elsewhere: Browser) -> None:
    """Known address or not: the number discloses no account."""
    for email in ("ann@example.org", "nobody@example.org"):
        answers = [elsewhere.post("/api/user.php", {"email": email, "password": "wrong"}).json for _ in range(4)]
        assert [answer["error"]["tries_left"] for answer in answers] == [4, 3, 2, 1]


def test_a_block_survives_a_restart_and_ends_by_itself(
    home: Browser, elsewhere: Browser, app: Flask, keys: KeyPair, database: Database, wired: Wiring
) -> None:
    for _ in range(5):
        log_in(elsewhere, "wrong")
    restarted = Browser(app, keys)
    assert log_in(restarted) == 429

    let_pass(database, timedelta(minutes=15))
    assert log_in(restarted, "wrong") == 422
    assert log_in(restarted) == 200


def test_a_block_states_the_minutes_left(home: Browser, elsewhere: Browser, database: Database) -> None:
    for _ in range(5):
        log_in(elsewhere, "wrong")
    let_pass(database, timedelta(minutes=13, seconds=30))

    answer = elsewhere.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})

    assert answer.json["error"]["message"] == "Too many incorrect attempts, account blocked for 2 min"
    assert answer.json["error"]["minutes"] == 2
    assert answer.headers["Retry-After"] == "120"


def test_of_many_guesses_at_once_only_the_allowed_ones_are_tried(
    home: Browser, app: Flask, keys: KeyPair, wired: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def fits(password: str, password_hash: str | None) -> bool:
        tried.append(password)
        return False

    monkeypatch.setattr(wired.passwords, "verify", fits)

    with ThreadPoolExecutor(8) as pool:
        statuses = Counter(pool.map(lambda number: log_in(Browser(app, keys), f"guess {number}"), range(8)))

    assert len(tried) == 5
    assert statuses == {422: 4, 429: 4}


def let_pass(database: Database, time: timedelta) -> None:
    with Session(database.engine) as session:
        session.execute(
            update(AttemptsRow).values(
                blocked_until=AttemptsRow.blocked_until - time, counted_at=AttemptsRow.counted_at - time
            )
        )
        session.commit()
