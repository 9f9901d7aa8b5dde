import json
from typing import Any
from uuid import uuid4

import pytest
from cryptography.fernet import Fernet
from identity.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed, MemberSignedUp
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.web import Browser


def a_form(**changes: Any) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "email": "ann@example.org",
        "name": "Ann",
        "date_of_birth": "1995-04-12",
        "gender": "female",
        "seeks": ["male"],
        "password": "three blue herons",
        "locale": "en",
        "terms_accepted": True,
        **changes,
    }


def test_a_new_member_is_logged_in_and_the_others_are_told(browser: Browser, database: Database) -> None:
    answer = browser.post("/api/signup.php", a_form())

    assert answer.status_code == 201
    assert answer.json["user"]["status"] == "not_confirmed"
    assert browser.get("/api/user.php").json["user"]["email"] == "ann@example.org"
    [event] = announced(database, MemberSignedUp)
    assert (event.name, event.gender, list(event.seeks)) == ("Ann", "female", ["male"])


def test_a_retry_makes_no_second_account(browser: Browser, database: Database) -> None:
    form = a_form()

    assert browser.post("/api/signup.php", form).status_code == 201
    assert browser.post("/api/signup.php", form).status_code == 201
    assert len(announced(database, MemberSignedUp)) == 1


def test_the_mailed_token_confirms_once(browser: Browser, database: Database, wired: Wiring) -> None:
    browser.post("/api/signup.php", a_form())
    [mail] = announced(database, MailRequested)
    token = json.loads(Fernet(wired.settings.seal_key).decrypt(mail.sealed))["token"]

    assert browser.post("/api/activate.php", {"token": token}).status_code == 200
    assert browser.post("/api/activate.php", {"token": token}).json["error"]["code"] == "activation_failed"
    assert browser.get("/api/user.php").json["user"]["status"] == "active"
    assert len(announced(database, MemberConfirmed)) == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"email": "not an address"}, "email_invalid"),
        ({"name": "ann@example.org"}, "name_is_email"),
        ({"name": "@ann"}, "name_starts_with_at"),
        ({"name": "  "}, "name_required"),
        ({"date_of_birth": "1995-02-31"}, "date_of_birth_invalid"),
        ({"date_of_birth": "2020-01-01"}, "date_of_birth_required"),
        ({"password": "short"}, "password_too_short"),
        ({"password": "password123"}, "password_too_common"),
        ({"terms_accepted": False}, "terms_required"),
        ({"gender": "other"}, "validation_failed"),
        ({"admin": True}, "validation_failed"),
    ],
)
def test_bad_input_gets_its_error_and_changes_nothing(
    browser: Browser, database: Database, changes: dict[str, Any], code: str
) -> None:
    answer = browser.post("/api/signup.php", a_form(**changes))

    assert answer.status_code == 422
    assert answer.json["error"]["code"] == code
    assert announced(database, MemberSignedUp) == []


def test_an_address_that_is_taken_is_refused(browser: Browser) -> None:
    browser.post("/api/signup.php", a_form())

    answer = browser.post("/api/signup.php", a_form(email="ANN@example.org"))

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "email_taken")
