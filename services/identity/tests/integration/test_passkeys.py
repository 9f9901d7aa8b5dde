"""Keys that stay on a member's devices."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import jwt
import pytest
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.staff import set_staff
from identity.storage.tables import ChallengeRow, SessionRow
from identity.tests.authenticator import PRESENT, Authenticator
from identity.tests.factories import all_mails, last_mail, sign_up_form
from identity.wiring import Wiring

PASSWORD = "three blue herons"


@pytest.fixture
def ann(browser: Browser) -> Browser:
    browser.post("/api/signup.php", sign_up_form())
    return browser.logged_in()


def register(browser: Browser, authenticator: Authenticator, name: str = "My phone") -> Any:
    offer = browser.post("/api/passkeys.php", {"password": PASSWORD}).json
    made = {"id": offer["id"], "credential": authenticator.make(offer["options"]), "name": name}
    return browser.put("/api/passkeys.php", made)


@pytest.fixture
def phone(ann: Browser) -> Authenticator:
    authenticator = Authenticator()
    assert register(ann, authenticator).status_code == 200
    return authenticator


@pytest.fixture
def elsewhere(app: Flask, keys: KeyPair) -> Browser:
    return Browser(app, keys)


def log_in(browser: Browser, sign: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    offer = browser.post("/api/passkey-login.php", {}).json
    return browser.put("/api/passkey-login.php", {"id": offer["id"], "credential": sign(offer["options"])})


def prove(browser: Browser, sign: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    offer = browser.post("/api/passkey-proof.php", {}).json
    return browser.put("/api/passkey-proof.php", {"id": offer["id"], "credential": sign(offer["options"])})


def test_a_passkey_lets_in_and_counts_as_both_factors(phone: Authenticator, elsewhere: Browser) -> None:
    answer = log_in(elsewhere, phone.sign)

    assert answer.json["user"]["email"] == "ann@example.org"
    token = jwt.decode(elsewhere.cookie("token") or "", options={"verify_signature": False})
    assert token["second_factor"] is not None


def test_passkeys_are_listed_named_and_removed(ann: Browser, phone: Authenticator, elsewhere: Browser) -> None:
    [passkey] = ann.get("/api/passkeys.php").json["passkeys"]
    assert set(passkey) == {"id", "name", "since", "used_on"}

    assert ann.put("/api/passkey.php", {"id": passkey["id"], "name": "Work"}).status_code == 200
    assert ann.get("/api/passkeys.php").json["passkeys"][0]["name"] == "Work"
    assert prove(ann, phone.sign).status_code == 200
    assert ann.delete("/api/passkeys.php", {"id": passkey["id"]}).status_code == 200
    assert ann.delete("/api/passkeys.php", {"id": passkey["id"]}).status_code == 404
    assert log_in(elsewhere, phone.sign).json["error"]["code"] == "passkey_refused"


def test_a_stranger_touches_no_passkey_of_another(ann: Browser, phone: Authenticator, elsewhere: Browser) -> None:
    elsewhere.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))
    elsewhere.logged_in()
    [passkey] = ann.get("/api/passkeys.php").json["passkeys"]

    assert elsewhere.delete("/api/passkeys.php", {"id": passkey["id"]}).status_code == 404
    assert elsewhere.put("/api/passkey.php", {"id": passkey["id"], "name": "Mine"}).status_code == 404
    assert elsewhere.get("/api/passkeys.php").json["passkeys"] == []


def test_adding_one_asks_the_password(ann: Browser) -> None:
    assert ann.post("/api/passkeys.php", {"password": "wrong"}).json["error"]["code"] == "password_wrong"


def test_one_answer_counts_once(phone: Authenticator, elsewhere: Browser, app: Flask, keys: KeyPair) -> None:
    offer = elsewhere.post("/api/passkey-login.php", {}).json
    answer = {"id": offer["id"], "credential": phone.sign(offer["options"])}

    with ThreadPoolExecutor(4) as pool:
        use = lambda _: Browser(app, keys).put("/api/passkey-login.php", answer).status_code  # noqa: E731
        statuses = sorted(pool.map(use, range(4)))

    assert statuses == [200, 422, 422, 422]


def test_a_challenge_ends_after_minutes(phone: Authenticator, elsewhere: Browser, database: Database) -> None:
    offer = elsewhere.post("/api/passkey-login.php", {}).json
    with Session(database.engine) as session:
        session.execute(update(ChallengeRow).values(expires_at=ChallengeRow.expires_at - timedelta(minutes=5)))
        session.commit()

    answer = {"id": offer["id"], "credential": phone.sign(offer["options"])}
    assert elsewhere.put("/api/passkey-login.php", answer).json["error"]["code"] == "passkey_refused"


def test_another_site_gets_nothing(ann: Browser, phone: Authenticator, elsewhere: Browser) -> None:
    prove(ann, phone.sign)
    phone.origin = "http://localhost.evil.example"
    assert log_in(elsewhere, phone.sign).json["error"]["code"] == "passkey_refused"
    assert register(ann, Authenticator(host="evil.example")).json["error"]["code"] == "passkey_refused"


def test_the_device_must_have_verified_its_user(phone: Authenticator, elsewhere: Browser) -> None:
    answer = log_in(elsewhere, lambda options: phone.sign(options, flags=PRESENT))
    assert answer.json["error"]["code"] == "passkey_refused"


def test_a_copied_passkey_is_noticed(phone: Authenticator, elsewhere: Browser) -> None:
    log_in(elsewhere, phone.sign)
    phone.count = 0
    assert log_in(elsewhere, phone.sign).json["error"]["code"] == "passkey_refused"


@pytest.mark.parametrize("credential", [{}, {"rawId": 7}, {"rawId": "%%%"}, {"id": "x", "rawId": "x", "response": []}])
def test_nonsense_is_refused(ann: Browser, elsewhere: Browser, credential: dict[str, Any]) -> None:
    assert log_in(elsewhere, lambda _: credential).json["error"]["code"] == "passkey_refused"
    offer = ann.post("/api/passkeys.php", {"password": PASSWORD}).json
    made = {"id": offer["id"], "credential": credential, "name": "Nonsense"}
    assert ann.put("/api/passkeys.php", made).json["error"]["code"] == "passkey_refused"


def test_a_challenge_of_one_kind_serves_no_other(ann: Browser, elsewhere: Browser) -> None:
    offer = elsewhere.post("/api/passkey-login.php", {}).json
    made = {"id": offer["id"], "credential": Authenticator().make(offer["options"]), "name": "Mixed"}
    assert ann.put("/api/passkeys.php", made).json["error"]["code"] == "passkey_refused"


def test_the_same_passkey_is_added_once(ann: Browser, phone: Authenticator) -> None:
    prove(ann, phone.sign)
    assert register(ann, phone).json["error"]["code"] == "passkey_refused"


def test_the_owner_is_mailed_about_added_and_removed_passkeys(ann: Browser, database: Database, wired: Wiring) -> None:
    ann.post("/api/activate.php", {"token": last_mail(database, wired)["token"]})
    phone = Authenticator()
    passkey = register(ann, phone).json["passkey"]
    prove(ann, phone.sign)
    ann.delete("/api/passkeys.php", {"id": passkey["id"]})

    changes = [each["change"] for each in all_mails(database, wired, "security_changed")]
    assert changes == ["passkey_added", "passkey_removed"]


def put_back(database: Database, minutes: int) -> None:
    """Let the proof of every session be this old."""
    with Session(database.engine) as session:
        session.execute(
            update(SessionRow).values(second_factor_at=SessionRow.second_factor_at - timedelta(minutes=minutes))
        )
        session.commit()


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json.get("error", {}).get("code", "")


def test_changes_of_passkeys_need_a_fresh_proof(ann: Browser, phone: Authenticator, database: Database) -> None:
    needed = (422, "second_factor_required")
    [passkey] = ann.get("/api/passkeys.php").json["passkeys"]
    changes: dict[str, Callable[[], Any]] = {
        "remove": lambda: ann.delete("/api/passkeys.php", {"id": passkey["id"]}),
        "add": lambda: ann.post("/api/passkeys.php", {"password": PASSWORD}),
        "set up an app": lambda: ann.post("/api/second-factor.php", {"password": PASSWORD}),
    }
    assert {name: code(change()) for name, change in changes.items()} == dict.fromkeys(changes, needed)

    assert prove(ann, phone.sign).status_code == 200
    put_back(database, 6)
    assert {name: code(change()) for name, change in changes.items()} == dict.fromkeys(changes, needed)

    assert prove(ann, phone.sign).status_code == 200
    assert {name: changes[name]().status_code for name in ("add", "set up an app", "remove")} == {
        "add": 201,
        "set up an app": 201,
        "remove": 200,
    }


def test_another_members_passkey_proves_nothing(ann: Browser, phone: Authenticator, elsewhere: Browser) -> None:
    elsewhere.post("/api/signup.php", sign_up_form(email="bo@example.org", name="Bo"))
    elsewhere.logged_in()
    bos = Authenticator()
    assert register(elsewhere, bos).status_code == 200

    assert code(prove(ann, bos.sign)) == (422, "passkey_refused")
    theirs = elsewhere.post("/api/passkey-proof.php", {}).json
    answer = {"id": theirs["id"], "credential": phone.sign(theirs["options"])}
    assert code(ann.put("/api/passkey-proof.php", answer)) == (422, "passkey_refused")


def test_a_login_challenge_is_no_proof(ann: Browser, phone: Authenticator) -> None:
    offer = ann.post("/api/passkey-login.php", {}).json
    answer = {"id": offer["id"], "credential": phone.sign(offer["options"])}
    assert code(ann.put("/api/passkey-proof.php", answer)) == (422, "passkey_refused")


def test_a_lost_passkey_is_removed_by_password_and_mailbox(
    ann: Browser, phone: Authenticator, database: Database, wired: Wiring
) -> None:
    [passkey] = ann.get("/api/passkeys.php").json["passkeys"]
    assert code(ann.put("/api/second-factor-proof.php", {"password": "wrong"})) == (422, "password_wrong")
    assert ann.put("/api/second-factor-proof.php", {"password": PASSWORD}).status_code == 200
    mailed_code = last_mail(database, wired, "factor_code")["code"]

    assert ann.post("/api/second-factor-proof.php", {"code": mailed_code}).status_code == 200
    assert ann.delete("/api/passkeys.php", {"id": passkey["id"]}).status_code == 200
    assert code(ann.post("/api/second-factor-proof.php", {"code": mailed_code})) == (422, "code_wrong")


def test_mailed_codes_are_few_and_not_for_staff(ann: Browser, phone: Authenticator, wired: Wiring) -> None:
    def ask() -> int:
        return ann.put("/api/second-factor-proof.php", {"password": PASSWORD}).status_code

    assert [ask() for _ in range(6)] == [200] * 5 + [429]
    set_staff(wired.database, "pairwise", "ann@example.org", is_staff=True)
    assert ask() == 403


def opens_the_desk(browser: Browser) -> bool:
    """By the token that the browser gets when it renews."""
    answer = browser.get("/api/user.php")
    [token] = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("token=")]
    claims = jwt.decode(token.partition("=")[2].partition(";")[0], options={"verify_signature": False})
    return bool(claims["staff"])


@pytest.mark.parametrize("is_used_before_the_role", [True, False])
def test_a_mailed_code_never_opens_the_desk_nor_replaces_a_factor_of_staff(
    ann: Browser, phone: Authenticator, database: Database, wired: Wiring, is_used_before_the_role: bool
) -> None:
    [passkey] = ann.get("/api/passkeys.php").json["passkeys"]
    ann.put("/api/second-factor-proof.php", {"password": PASSWORD})
    mailed_code = last_mail(database, wired, "factor_code")["code"]
    if is_used_before_the_role:
        assert ann.post("/api/second-factor-proof.php", {"code": mailed_code}).status_code == 200

    set_staff(wired.database, "pairwise", "ann@example.org", is_staff=True)

    assert code(ann.post("/api/second-factor-proof.php", {"code": mailed_code})) == (422, "code_wrong")
    assert not opens_the_desk(ann)
    changes = (
        ann.delete("/api/passkeys.php", {"id": passkey["id"]}),
        ann.post("/api/passkeys.php", {"password": PASSWORD}),
        ann.post("/api/second-factor.php", {"password": PASSWORD}),
    )
    assert [code(answer) for answer in changes] == [(422, "second_factor_required")] * 3
    assert prove(ann, phone.sign).status_code == 200
    assert opens_the_desk(ann)
