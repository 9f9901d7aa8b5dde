import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.storage.tables import TokenRow
from identity.tests.factories import last_mail, sign_up_form
from identity.wiring import Wiring


def test_a_new_member_is_logged_in_and_announced(browser: Browser, database: Database) -> None:
    answer = browser.post("/api/signup.php", sign_up_form())

    assert answer.status_code == 201
    assert answer.json["user"]["status"] == "not_confirmed"
    assert browser.get("/api/user.php").json["user"]["email"] == "ann@example.org"
    [event] = announced(database, MemberSignedUp)
    assert (event.name, event.gender, list(event.seeks)) == ("Ann", "female", ["male"])


def test_the_mail_to_an_unconfirmed_address_carries_the_name_and_nothing_else_they_wrote(
    browser: Browser, database: Database, wired: Wiring
) -> None:
    browser.post("/api/signup.php", sign_up_form(profile_id=str(uuid4()), signup_message="Win at example.com"))

    assert last_mail(database, wired).keys() == {"to", "name", "token"}


def test_a_retry_makes_no_second_account(browser: Browser, database: Database) -> None:
    form = sign_up_form()

    assert browser.post("/api/signup.php", form).status_code == 201
    assert browser.post("/api/signup.php", form).status_code == 201
    assert len(announced(database, MemberSignedUp)) == 1


def test_the_mailed_token_confirms_once_and_may_be_opened_again(
    browser: Browser, database: Database, wired: Wiring
) -> None:
    browser.post("/api/signup.php", sign_up_form())
    token = mailed_token(database, wired)

    assert browser.post("/api/activate.php", {"token": token}).status_code == 200
    assert browser.post("/api/activate.php", {"token": token}).status_code == 200
    assert browser.post("/api/activate.php", {"token": "x" * 43}).json["error"]["code"] == "activation_failed"
    assert browser.get("/api/user.php").json["user"]["status"] == "active"
    assert len(announced(database, MemberConfirmed)) == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"email": "not an address"}, "email_invalid"),
        ({"email": ""}, "email_invalid"),
        ({"name": "ann@example.org"}, "name_is_email"),
        ({"name": "@ann"}, "name_starts_with_at"),
        ({"name": "＠ann"}, "name_starts_with_at"),
        ({"name": "Win at example.com"}, "name_is_contact"),
        ({"name": "Call 06 12345678"}, "name_is_contact"),
        ({"name": "Customer Service"}, "name_reserved"),
        ({"name": "Раirwise Team"}, "name_reserved"),
        ({"name": "A\u0300\u0301\u0302\u0303nn"}, "name_required"),
        ({"email": "ann@mailinator.com"}, "email_disposable"),
        ({"email": "ann@box.mailinator.com"}, "email_disposable"),
        ({"name": "  "}, "name_required"),
        ({"date_of_birth": "1995-02-31"}, "date_of_birth_invalid"),
        ({"date_of_birth": "2020-01-01"}, "date_of_birth_required"),
        ({"date_of_birth": ""}, "date_of_birth_required"),
        ({"password": "short"}, "password_too_short"),
        ({"password": "password123"}, "password_too_common"),
        ({"terms_accepted": False}, "terms_required"),
        ({"town_id": 1}, "town_unknown"),
        ({"gender": "other"}, "validation_failed"),
        ({"admin": True}, "validation_failed"),
    ],
)
def test_bad_input_gets_its_error_and_changes_nothing(
    browser: Browser, database: Database, changes: dict[str, Any], code: str
) -> None:
    answer = browser.post("/api/signup.php", sign_up_form(**changes))

    assert answer.status_code == 422
    assert answer.json["error"]["code"] == code
    assert announced(database, MemberSignedUp) == []


@pytest.mark.parametrize(
    ("left_out", "code"),
    [("email", "email_invalid"), ("name", "name_required"), ("date_of_birth", "date_of_birth_required")],
)
def test_each_missing_field_has_a_message_of_its_own(browser: Browser, left_out: str, code: str) -> None:
    form = sign_up_form()
    del form[left_out]

    assert browser.post("/api/signup.php", form).json["error"]["code"] == code


@pytest.mark.parametrize(
    ("answers", "problems"),
    [
        ({}, []),
        ({"name": "Ann", "email": "ann@example.org", "password": "three blue herons"}, []),
        ({"name": "Customer Service"}, [{"field": "name", "code": "name_reserved"}]),
        ({"email": "nobody"}, [{"field": "email", "code": "email_invalid"}]),
        ({"email": "ann@mailinator.com"}, [{"field": "email", "code": "email_disposable"}]),
        ({"name": "Roxanna", "password": "roxanna94"}, [{"field": "password", "code": "password_too_common"}]),
    ],
)
def test_answers_are_checked_before_the_sign_up(
    browser: Browser, database: Database, answers: dict[str, Any], problems: list[dict[str, str]]
) -> None:
    answer = browser.post("/api/signup-check.php", answers)

    assert answer.status_code == 200
    assert answer.json["problems"] == [{"suggestion": None, **problem} for problem in problems]
    assert announced(database, MemberSignedUp) == []


@pytest.mark.parametrize("answers", [{"name": 7}, {"password": "x" * 1001}, {"admin": True}, ["name"]])
def test_a_malformed_check_is_refused(browser: Browser, answers: Any) -> None:
    assert browser.post("/api/signup-check.php", answers).status_code in {400, 422}


def test_a_check_of_answers_does_not_disclose_who_is_a_member(browser: Browser) -> None:
    browser.post("/api/signup.php", sign_up_form())

    answer = browser.post("/api/signup-check.php", {"email": "ann@example.org", "name": "Ann"})

    assert (answer.status_code, answer.json) == (200, {"problems": []})


def test_an_address_that_is_taken_is_refused(browser: Browser) -> None:
    browser.post("/api/signup.php", sign_up_form())

    answer = browser.post("/api/signup.php", sign_up_form(email="ANN@example.org"))

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "email_taken")


def test_parallel_sign_ups_on_one_address_make_one_account(app: Flask, keys: KeyPair, database: Database) -> None:
    def sign_up(_: int) -> int:
        return Browser(app, keys).post("/api/signup.php", sign_up_form()).status_code

    # As many as one network may be told of an hour.
    with ThreadPoolExecutor(5) as pool:
        statuses = sorted(pool.map(sign_up, range(5)))

    assert statuses == [201, 409, 409, 409, 409]
    assert len(announced(database, MemberSignedUp)) == 1


def test_parallel_use_of_one_token_confirms_once(
    app: Flask, keys: KeyPair, browser: Browser, database: Database, wired: Wiring
) -> None:
    browser.post("/api/signup.php", sign_up_form())
    token = mailed_token(database, wired)

    def activate(_: int) -> int:
        return Browser(app, keys).post("/api/activate.php", {"token": token}).status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = sorted(pool.map(activate, range(6)))

    assert statuses == [200] * 6
    assert len(announced(database, MemberConfirmed)) == 1


def test_a_used_activation_link_ends_with_its_life(browser: Browser, database: Database, wired: Wiring) -> None:
    browser.post("/api/signup.php", sign_up_form())
    token = mailed_token(database, wired)
    browser.post("/api/activate.php", {"token": token})
    with Session(database.engine) as session:
        session.execute(update(TokenRow).values(expires_at=TokenRow.made_at))
        session.commit()

    assert browser.post("/api/activate.php", {"token": token}).status_code == 422


def test_a_newer_mail_makes_the_older_link_void(browser: Browser, database: Database, wired: Wiring) -> None:
    member_id = UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])
    older = mailed_token(database, wired)
    browser.as_member(member_id, state="not_confirmed")

    too_soon = browser.put("/api/activate.php", {})
    let_the_cool_down_pass(database)
    again = browser.put("/api/activate.php", {})

    assert (too_soon.status_code, too_soon.json["error"]["code"]) == (429, "rate_limited")
    assert int(too_soon.headers["Retry-After"]) <= 60
    assert again.status_code == 200
    assert browser.post("/api/activate.php", {"token": older}).status_code == 422
    assert browser.post("/api/activate.php", {"token": mailed_token(database, wired)}).status_code == 200


def mailed_token(database: Database, wired: Wiring) -> str:
    mail = announced(database, MailRequested)[-1]
    token: str = json.loads(wired.settings.mail_keys.open(mail.sealed))["token"]
    return token


def let_the_cool_down_pass(database: Database) -> None:
    with Session(database.engine) as session:
        session.execute(update(TokenRow).values(made_at=TokenRow.made_at - timedelta(seconds=61)))
        session.commit()


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json.get("error", {}).get("code", "")


def test_a_retry_is_answered_to_the_session_of_the_first_try_alone(
    browser: Browser, app: Flask, keys: KeyPair, database: Database
) -> None:
    form = sign_up_form()
    first = browser.post("/api/signup.php", form).json["user"]
    session = browser.cookie("session")

    again = browser.post("/api/signup.php", form)
    elsewhere = Browser(app, keys)
    strangers = elsewhere.post("/api/signup.php", form)

    assert (again.status_code, again.json["user"]["id"], browser.cookie("session")) == (201, first["id"], session)
    assert code(strangers) == (409, "email_taken")
    assert (elsewhere.cookie("session"), elsewhere.cookie("token"), elsewhere.cookie("device")) == (None, None, None)


def test_another_members_session_is_not_the_first_trys(
    browser: Browser, app: Flask, keys: KeyPair, database: Database
) -> None:
    form, bo = sign_up_form(), Browser(app, keys)
    browser.post("/api/signup.php", form)
    bo.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))

    assert code(bo.post("/api/signup.php", form)) == (409, "email_taken")


def test_after_logging_out_a_retry_opens_nothing(browser: Browser, database: Database) -> None:
    form = sign_up_form()
    browser.post("/api/signup.php", form)
    browser.get("/api/logout.php")

    assert code(browser.post("/api/signup.php", form)) == (409, "email_taken")
    assert not browser.cookie("session")


@pytest.mark.parametrize("changes", [{"password": "four green frogs"}, {"email": "anna@example.org"}, {"name": "Anna"}])
def test_another_body_under_the_same_key_is_refused(
    browser: Browser, database: Database, changes: dict[str, str]
) -> None:
    form = sign_up_form()
    browser.post("/api/signup.php", form)

    assert code(browser.post("/api/signup.php", {**form, **changes})) == (422, "idempotency_key_reused")
    assert len(announced(database, MemberSignedUp)) == 1


def test_a_members_public_id_is_no_way_in(browser: Browser, app: Flask, keys: KeyPair, database: Database) -> None:
    member_id = browser.post("/api/signup.php", sign_up_form()).json["user"]["id"]
    stranger = Browser(app, keys)

    for password in ("three blue herons", "four green frogs"):
        assert code(stranger.post("/api/signup.php", sign_up_form(id=member_id, password=password))) == (
            409,
            "email_taken",
        )
    assert stranger.cookie("session") is None


def test_the_server_draws_the_members_id(browser: Browser, database: Database) -> None:
    form = sign_up_form()

    member_id = UUID(browser.post("/api/signup.php", form).json["user"]["id"])

    assert str(member_id) != form["id"]
    assert member_id.version == 4
    [event] = announced(database, MemberSignedUp)
    assert event.member_id == str(member_id)


def test_parallel_retries_of_one_sign_up_make_one_account(app: Flask, keys: KeyPair, database: Database) -> None:
    form = sign_up_form()

    answers = at_once(*[lambda: Browser(app, keys).post("/api/signup.php", form).status_code] * 5)

    assert sorted(answers) == [201, 409, 409, 409, 409]
    assert len(announced(database, MemberSignedUp)) == 1
