"""One-time codes and recovery codes."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import get_args

import jwt
import pytest
from flask import Flask
from shared.kit.core import REPOSITORY, SealingKeys
from shared.kit.core.keys import new_key
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from identity.one_time_codes import STEP_SECONDS, OneTimeCodes
from identity.storage.tables import AuthenticatorRow, SessionRow
from identity.tests.authenticator_app import App
from identity.tests.factories import all_mails, last_mail, sign_up_form
from identity.usecases.notify_security_change import SecurityChange
from identity.wiring import Wiring

PASSWORD = "three blue herons"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    browser.post("/api/signup.php", sign_up_form())
    return browser.logged_in()


@pytest.fixture
def phone(ann: Browser, database: Database) -> App:
    return App(ann.post("/api/second-factor.php", {"password": PASSWORD}).json["secret"], database)


@pytest.fixture
def recovery(ann: Browser, phone: App) -> list[str]:
    """Ann's recovery codes, after she has turned the codes on."""
    codes: list[str] = ann.put("/api/second-factor.php", {"code": phone.code()}).json["recovery_codes"]
    return codes


def log_in(browser: Browser, code: str | None = None) -> tuple[int, str]:
    answer = browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD, "code": code})
    return answer.status_code, answer.json.get("error", {}).get("code", "")


def says_second_factor(browser: Browser) -> bool:
    token = browser.cookie("token") or ""
    return jwt.decode(token, options={"verify_signature": False})["second_factor"] is not None


def test_it_counts_only_once_a_code_was_shown(ann: Browser, phone: App) -> None:
    assert ann.get("/api/second-factor.php").json == {"on": False, "recovery_codes_left": 0}
    assert log_in(ann) == (200, "")
    ann.logged_in()
    assert not says_second_factor(ann)

    assert ann.put("/api/second-factor.php", {"code": "000000"}).json["error"]["code"] == "code_wrong"
    assert len(ann.put("/api/second-factor.php", {"code": phone.code()}).json["recovery_codes"]) == 10

    assert ann.get("/api/second-factor.php").json == {"on": True, "recovery_codes_left": 10}
    assert says_second_factor(ann)


def test_logging_in_takes_a_code_from_then_on(ann: Browser, recovery: list[str], phone: App) -> None:
    assert log_in(ann) == (422, "second_factor_required")
    assert log_in(ann, "000000") == (422, "code_wrong")
    assert log_in(ann, phone.code()) == (200, "")

    assert says_second_factor(ann)
    assert ann.logged_in().get("/api/sessions.php").json["sessions"][0]["second_factor"]


def test_the_same_code_does_not_count_twice(ann: Browser, recovery: list[str], phone: App) -> None:
    assert log_in(ann, phone.shown) == (422, "code_wrong")


def test_of_parallel_logins_with_one_code_one_gets_in(
    ann: Browser, recovery: list[str], phone: App, app: Flask, keys: KeyPair
) -> None:
    code = phone.code()

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(lambda _: log_in(Browser(app, keys), code)[0], range(3)))

    assert statuses.count(200) == 1


def test_a_recovery_code_lets_in_once(ann: Browser, recovery: list[str]) -> None:
    assert log_in(ann, recovery[0].upper().replace("-", " ")) == (200, "")
    assert log_in(ann, recovery[0]) == (422, "code_wrong")
    assert ann.logged_in().get("/api/second-factor.php").json["recovery_codes_left"] == 9


def test_new_recovery_codes_replace_the_old_ones(ann: Browser, recovery: list[str]) -> None:
    newer = ann.post("/api/recovery-codes.php", {"password": PASSWORD}).json["recovery_codes"]

    assert log_in(ann, recovery[0]) == (422, "code_wrong")
    assert log_in(ann, newer[0]) == (200, "")


def test_guessing_codes_is_slowed_down(ann: Browser, recovery: list[str], phone: App) -> None:
    assert [log_in(ann, f"00000{number}")[0] for number in range(5)] == [422, 422, 422, 422, 429]
    assert log_in(ann, phone.code()) == (429, "login_blocked")


def test_a_session_proves_it_later(ann: Browser, phone: App, app: Flask, keys: KeyPair) -> None:
    elsewhere = Browser(app, keys)
    log_in(elsewhere)
    ann.put("/api/second-factor.php", {"code": phone.code()})
    assert not says_second_factor(elsewhere)

    assert elsewhere.logged_in().post("/api/second-factor-proof.php", {"code": phone.code()}).status_code == 200

    assert says_second_factor(elsewhere)


def test_turning_it_off_asks_the_password(ann: Browser, recovery: list[str]) -> None:
    assert ann.delete("/api/second-factor.php", {"password": "wrong"}).json["error"]["code"] == "password_wrong"
    assert ann.delete("/api/second-factor.php", {"password": PASSWORD}).status_code == 200
    assert log_in(ann) == (200, "")


def test_a_second_app_does_not_replace_the_first(ann: Browser, recovery: list[str]) -> None:
    answer = ann.post("/api/second-factor.php", {"password": PASSWORD})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "authenticator_in_use")


def test_the_secret_is_kept_sealed(phone: App, database: Database) -> None:
    with Session(database.engine) as session:
        assert phone.secret not in session.scalars(select(AuthenticatorRow.sealed_secret)).one()


def test_the_picture_is_a_path(ann: Browser) -> None:
    answer = ann.post("/api/second-factor.php", {"password": PASSWORD}).json

    assert answer["address"].startswith("otpauth://totp/")
    assert answer["qr"]["path"].startswith("M0 0h1v1h-1z")
    assert answer["qr"]["size"] > 20


@pytest.mark.parametrize(("shift", "fits"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_clock_may_be_off_by_half_a_minute(shift: int, fits: bool) -> None:
    codes, at = OneTimeCodes(SealingKeys(new_key())), datetime(2026, 6, 1, 12, tzinfo=UTC)
    secret = b"12345678901234567890"
    code = codes.code_at(secret, int((at + timedelta(seconds=shift)).timestamp()) // STEP_SECONDS)

    assert (codes.matching_step(secret, code, at) is not None) is fits


def test_codes_are_those_of_the_standard() -> None:
    # RFC 6238, appendix B: the last six of the eight digits.
    assert OneTimeCodes.code_at(b"12345678901234567890", 59 // STEP_SECONDS) == "287082"


def test_the_owner_is_mailed_about_every_change(
    ann: Browser, phone: App, database: Database, wired: Wiring, app: Flask, keys: KeyPair
) -> None:
    ann.post("/api/activate.php", {"token": last_mail(database, wired)["token"]})
    recovery = ann.put("/api/second-factor.php", {"code": phone.code()}).json["recovery_codes"]
    log_in(Browser(app, keys), recovery[0])
    ann.post("/api/recovery-codes.php", {"password": PASSWORD})
    ann.send("DELETE", "/api/second-factor.php", {"password": PASSWORD})

    reported = [each["change"] for each in all_mails(database, wired, "security_changed")]
    made = ["authenticator_added", "recovery_code_used", "recovery_codes_made", "authenticator_removed"]
    assert reported == made


def test_an_unconfirmed_address_gets_no_mail(recovery: list[str], database: Database, wired: Wiring) -> None:
    assert all_mails(database, wired, "security_changed") == []


@pytest.mark.parametrize("change", get_args(SecurityChange))
def test_every_change_has_its_words(change: str) -> None:
    words = json.loads((REPOSITORY / "webapp/src/locales/en/mails.json").read_text("utf-8"))
    assert words[f"security_{change}"]


def let_the_proof_grow_old(database: Database) -> None:
    with Session(database.engine) as session:
        session.execute(update(SessionRow).values(second_factor_at=SessionRow.second_factor_at - timedelta(minutes=6)))
        session.commit()


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/api/second-factor.php"), ("POST", "/api/recovery-codes.php"), ("POST", "/api/passkeys.php")],
)
def test_changing_it_needs_a_fresh_proof_besides_the_password(
    ann: Browser, recovery: list[str], phone: App, database: Database, method: str, path: str
) -> None:
    let_the_proof_grow_old(database)

    refused = ann.send(method, path, {"password": PASSWORD})
    assert (refused.status_code, refused.json["error"]["code"]) == (422, "second_factor_required")
    assert ann.get("/api/second-factor.php").json == {"on": True, "recovery_codes_left": 10}

    assert ann.post("/api/second-factor-proof.php", {"code": recovery[0]}).status_code == 200
    assert ann.send(method, path, {"password": PASSWORD}).status_code in (200, 201)


def test_another_sessions_proof_is_not_this_ones(
    ann: Browser, recovery: list[str], phone: App, app: Flask, keys: KeyPair, database: Database
) -> None:
    elsewhere = Browser(app, keys)
    log_in(elsewhere, recovery[0])
    let_the_proof_grow_old(database)
    elsewhere.logged_in()
    assert elsewhere.post("/api/second-factor-proof.php", {"code": phone.code()}).status_code == 200

    answer = ann.send("DELETE", "/api/second-factor.php", {"password": PASSWORD})
    assert answer.json["error"]["code"] == "second_factor_required"


def test_with_an_app_no_code_is_mailed(ann: Browser, recovery: list[str]) -> None:
    answer = ann.put("/api/second-factor-proof.php", {"password": PASSWORD})
    assert answer.json["error"]["code"] == "second_factor_required"
