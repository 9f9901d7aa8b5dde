"""Every access method to an account, tried in every state of the account.

`EXPECTED` has the results. The last tests read the code: a view that can set a session's cookie, a method of the policy
or a purpose of tokens that is missing here fails until it is added.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberReactivated
from shared.kit.storage import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.kit.web import revocations
from sqlalchemy import update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

import identity
from identity.domain.account import REACTIVATABLE
from identity.domain.authentication import RULES, AccessMethod
from identity.domain.session import hash_secret
from identity.domain.token import Purpose
from identity.storage.tables import AccountRow, ExportRow
from identity.tests.authenticator import Authenticator
from identity.tests.factories import erase_all_expired, sign_up_form
from identity.tests.integration.test_second_factor import App
from identity.usecases.record_moderation import record_moderation
from identity.usecases.use_link import PURPOSES
from identity.wiring import Wiring

NETWORKS = (f"198.51.{network // 250}.{network % 250 + 1}" for network in count())
PASSWORD, NEW_PASSWORD = "three blue herons", "four green frogs"


@dataclass
class World:
    """One account, with every secret that its owner or a thief may have from before its state changed."""

    wired: Wiring
    database: Database
    app: Flask
    keys: KeyPair
    form: dict[str, Any]
    old: Browser  # holds a session
    member_id: UUID
    phone: Authenticator
    tokens: dict[Purpose, str] = field(default_factory=dict)
    host: str = "localhost"
    code: str = "000000"

    def stranger(self) -> Browser:
        """A browser without cookies, in a network of its own, so that limits by network do not interfere."""
        return Browser(self.app, self.keys).at(self.host).from_address(next(NETWORKS))

    def plant(self, *purposes: Purpose) -> None:
        """Store a token of each purpose, as if its mail had been sent."""
        with self.wired.unit_of_work() as uow:
            until = uow.now() + timedelta(hours=1)
            for purpose in purposes:
                self.tokens[purpose] = f"{purpose}-{self.member_id}"
                detail = f"new-{self.form['email']}" if purpose is Purpose.MAIL_CHANGE else None
                uow.tokens.replace(self.member_id, purpose, hash_secret(self.tokens[purpose]), until, detail)
            uow.commit()

    def plant_export(self) -> None:
        export_id = uuid4()
        with self.wired.unit_of_work() as uow:
            self.wired.store.save_export(export_id, b"zip")
            uow.exports.add(export_id, self.member_id)
            uow.exports.finish(export_id, timedelta(hours=24))
            uow.commit()


@pytest.fixture
def new_world(
    wired: Wiring, database: Database, app: Flask, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], World]]:
    # Read anew at each request, so that nothing here depends on how fast the tests are.
    monkeypatch.setattr(revocations, "FRESH_SECONDS", -1.0)

    spec = wired.sites.get("pairwise")

    def make() -> World:
        wired.sites._by_key["pairwise"] = spec
        form, browser, phone = sign_up_form(email=f"{uuid4().hex}@example.org"), Browser(app, keys), Authenticator()
        browser.from_address(next(NETWORKS))
        member_id = UUID(browser.post("/api/signup.php", form).json["user"]["id"])
        browser.logged_in()
        offer = browser.post("/api/passkeys.php", {"password": PASSWORD}).json
        made = {"id": offer["id"], "credential": phone.make(offer["options"]), "name": "Phone"}
        assert browser.put("/api/passkeys.php", made).status_code == 200
        world = World(wired, database, app, keys, form, browser, member_id, phone)
        world.plant(*(purpose for purpose in Purpose if purpose is not Purpose.SECOND_FACTOR))
        world.plant_export()
        return world

    yield make
    wired.sites._by_key["pairwise"] = spec


# States


def unconfirmed(world: World) -> None:
    pass


def confirmed(world: World) -> None:
    assert world.old.post("/api/activate.php", {"token": world.tokens[Purpose.ACTIVATION]}).status_code == 200
    world.plant(Purpose.ACTIVATION)


def suspended(world: World) -> None:
    confirmed(world)
    with world.wired.unit_of_work() as uow:
        record_moderation(uow, world.member_id, suspended=True, version=1)
        uow.commit()


def deleted(world: World) -> None:
    confirmed(world)
    assert world.old.delete("/api/user.php", {"password": PASSWORD}).status_code == 200
    # As if one had been made a moment after; the policy must refuse it, too.
    world.plant(Purpose.ACTIVATION, Purpose.RESET, Purpose.REACTIVATION, Purpose.MAIL_CHANGE, Purpose.MAIL_CHANGE_STOP)


def erased(world: World) -> None:
    deleted(world)
    with Session(world.database.engine) as session:
        past = AccountRow.deleted_at - REACTIVATABLE
        session.execute(update(AccountRow).where(AccountRow.id == world.member_id).values(deleted_at=past))
        session.commit()
    assert erase_all_expired(world.wired) == 1


def with_second_factor(world: World) -> None:
    confirmed(world)
    offer = world.old.post("/api/passkey-proof.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    assert world.old.put("/api/passkey-proof.php", signed).status_code == 200
    app = App(world.old.post("/api/second-factor.php", {"password": PASSWORD}).json["secret"], world.database)
    world.code = world.old.put("/api/second-factor.php", {"code": app.code()}).json["recovery_codes"][0]


def passkey_only(world: World) -> None:
    """Nobody knows the password."""
    confirmed(world)
    with world.wired.unit_of_work() as uow:
        uow.accounts.set_password(world.member_id, world.wired.passwords.hash(uuid4().hex))
        uow.commit()


def blocked_by_attempts(world: World) -> None:
    confirmed(world)
    for _ in range(5):
        world.stranger().post("/api/user.php", {"email": world.form["email"], "password": "wrong"})


def other_sites(world: World) -> None:
    confirmed(world)
    world.host = "iskra.localhost"
    world.old.at(world.host)


def password_just_changed(world: World) -> None:
    confirmed(world)
    owner = world.stranger()
    owner.post("/api/user.php", {"email": world.form["email"], "password": PASSWORD})
    changed = owner.logged_in().put("/api/password.php", {"old_password": PASSWORD, "password": NEW_PASSWORD})
    assert changed.status_code == 200


def address_change_pending(world: World) -> None:
    confirmed(world)
    answer = world.old.post("/api/mail-change.php", {"email": f"x{world.form['email']}", "password": PASSWORD})
    assert answer.status_code == 200
    world.plant(Purpose.MAIL_CHANGE, Purpose.MAIL_CHANGE_STOP)


def sign_up_pending(world: World) -> None:
    """A site with neutral disclosure; the worker has not created the account yet."""
    site = world.wired.sites.get("pairwise").model_copy(update={"account_disclosure": "neutral"})
    world.wired.sites._by_key["pairwise"] = site
    world.form = sign_up_form(email=f"{uuid4().hex}@example.org")
    world.old = world.stranger()
    assert world.old.post("/api/signup.php", world.form).json == {"user": None}
    world.tokens, world.phone = {}, Authenticator()


# Attempts


def by_password(world: World) -> TestResponse:
    return world.stranger().post("/api/user.php", {"email": world.form["email"], "password": PASSWORD})


def by_passkey(world: World) -> TestResponse:
    browser = world.stranger()
    offer = browser.post("/api/passkey-login.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    return browser.put("/api/passkey-login.php", signed)


def by_sign_up(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", {**world.form, "id": str(uuid4())})


def by_sign_up_again(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", world.form)


def by_sign_up_with_the_members_id(world: World) -> TestResponse:
    return world.stranger().post("/api/signup.php", {**world.form, "id": str(world.member_id)})


def by_password_change(world: World) -> TestResponse:
    return world.old.put("/api/password.php", {"old_password": PASSWORD, "password": "five red foxes"})


def by_reset(world: World) -> TestResponse:
    token = world.tokens.get(Purpose.RESET, "none")
    return world.stranger().put("/api/reset-password.php", {"token": token, "password": NEW_PASSWORD})


def by_activation(world: World) -> TestResponse:
    return world.stranger().post("/api/activate.php", {"token": world.tokens.get(Purpose.ACTIVATION, "none")})


def by_reactivation(world: World) -> TestResponse:
    return world.stranger().post("/api/reactivate.php", {"token": world.tokens.get(Purpose.REACTIVATION, "none")})


def by_address_link(world: World) -> TestResponse:
    return world.stranger().put("/api/mail-change.php", {"token": world.tokens.get(Purpose.MAIL_CHANGE, "none")})


def by_stop_link(world: World) -> TestResponse:
    token = world.tokens.get(Purpose.MAIL_CHANGE_STOP, "none")
    return world.stranger().post("/api/mail-change-stop.php", {"token": token})


def by_export_link(world: World) -> TestResponse:
    return world.stranger().post("/api/export-download.php", {"token": world.tokens.get(Purpose.EXPORT, "none")})


def by_proof(world: World) -> TestResponse:
    return world.old.post("/api/second-factor-proof.php", {"code": world.code})


def by_renewal(world: World) -> TestResponse:
    return world.old.get("/api/user.php")


# `OPENS` is an answer with a session's cookie, `DONE` any other success.
OPENS, DONE = "opens a session", "done"

# The answers for a confirmed account with a passkey and without a code, as most are. `STATES` names what differs.
ORDINARY = {
    by_password: OPENS,
    by_passkey: OPENS,
    by_sign_up: "email_taken",
    by_sign_up_again: "email_taken",
    by_sign_up_with_the_members_id: "email_taken",
    by_password_change: OPENS,
    by_reset: DONE,
    by_activation: DONE,
    by_reactivation: "reactivation_failed",
    by_address_link: DONE,
    by_stop_link: DONE,
    by_export_link: DONE,
    by_proof: "code_wrong",
    by_renewal: DONE,
}
NO_SESSION = {
    by_password_change: "authentication_required",
    by_proof: "authentication_required",
    by_renewal: "authentication_required",
}
NO_LINK = {
    by_reset: "link_invalid",
    by_activation: "activation_failed",
    by_reactivation: "reactivation_failed",
    by_address_link: "link_invalid",
    by_stop_link: "link_invalid",
    by_export_link: "export_link_invalid",
}
SIGN_UP_OPENS = {by_sign_up: OPENS, by_sign_up_again: OPENS, by_sign_up_with_the_members_id: OPENS}
NOBODY = {by_password: "login_failed", by_passkey: "passkey_refused", **NO_SESSION, **NO_LINK}

AccessAttempt = Callable[[World], TestResponse]
STATES: dict[Callable[[World], None], dict[AccessAttempt, str]] = {
    unconfirmed: {},
    confirmed: {},
    suspended: {
        **NO_SESSION,
        by_password: "account_suspended",
        by_passkey: "account_suspended",
        by_reset: "account_suspended",
        by_activation: "account_suspended",
        by_address_link: "account_suspended",
    },
    deleted: {
        **NO_SESSION,
        **NO_LINK,
        by_password: "account_deleted",
        by_passkey: "account_deleted",
        by_sign_up: "account_deleted",
        by_sign_up_again: "account_deleted",
        by_sign_up_with_the_members_id: "account_deleted",
        by_reactivation: DONE,
        by_export_link: DONE,
    },
    # Whoever signs up then is somebody new: see also test_what_was_erased_stays_erased.
    erased: {**NOBODY, **SIGN_UP_OPENS},
    with_second_factor: {by_password: "second_factor_required", by_proof: DONE},
    passkey_only: {by_password: "login_failed", by_password_change: "old_password_wrong"},
    blocked_by_attempts: {by_password: "login_blocked"},
    # An account of one site is none at the other.
    other_sites: {**NOBODY, **SIGN_UP_OPENS},
    password_just_changed: {**NO_SESSION, **NO_LINK, by_password: "login_failed"},
    address_change_pending: {},
    sign_up_pending: {
        **NOBODY,
        by_sign_up: DONE,
        by_sign_up_again: DONE,
        by_sign_up_with_the_members_id: DONE,
    },
}
EXPECTED = {state: {**ORDINARY, **differs} for state, differs in STATES.items()}


def outcome(answer: TestResponse) -> str:
    cookies = {header.partition("=")[0]: header for header in answer.headers.getlist("Set-Cookie")}
    if not answer.status_code < 300:
        assert "session" not in cookies, "a refusal opens nothing"
        code: str = answer.json["error"]["code"]
        return code
    return OPENS if "session" in cookies else DONE


@pytest.mark.parametrize("state", EXPECTED, ids=lambda state: state.__name__)
def test_every_access_method_in_every_state(new_world: Callable[[], World], state: Callable[[World], None]) -> None:
    world, found = None, {}
    # Refusals change nothing, so they come first and share an account; every other answer has one of its own.
    for attempt, expected in sorted(EXPECTED[state].items(), key=lambda each: each[1] in (OPENS, DONE)):
        if world is None or expected in (OPENS, DONE):
            world = new_world()
            state(world)
        found[attempt.__name__] = outcome(attempt(world))

    assert found == {attempt.__name__: expected for attempt, expected in EXPECTED[state].items()}


@pytest.mark.parametrize("state", [suspended, deleted, erased])
def test_a_refused_link_revives_nothing(new_world: Callable[[], World], state: Callable[[World], None]) -> None:
    world = new_world()
    state(world)
    for attempt in (by_reset, by_activation, by_address_link):
        told = len(announced(world.database, MemberConfirmed)), len(announced(world.database, MemberReactivated))
        with world.wired.unit_of_work() as uow:
            before = uow.accounts.get(world.member_id)
        attempt(world)
        with world.wired.unit_of_work() as uow:
            assert uow.accounts.get(world.member_id) == before
        now = len(announced(world.database, MemberConfirmed)), len(announced(world.database, MemberReactivated))
        assert now == told


def test_an_account_suspended_while_deleted_cannot_be_reactivated(new_world: Callable[[], World]) -> None:
    world = new_world()
    deleted(world)
    with world.wired.unit_of_work() as uow:
        record_moderation(uow, world.member_id, suspended=True, version=1)
        uow.commit()

    assert outcome(by_reactivation(world)) == "account_suspended"
    assert outcome(by_password(world)) == "account_deleted"


# Nothing that is pending outlives a new password


@pytest.mark.parametrize("revoke", [by_reset, by_password_change, by_stop_link, by_address_link])
def test_no_token_outlives_a_revocation_of_credentials(
    new_world: Callable[[], World], revoke: Callable[[World], TestResponse]
) -> None:
    world = new_world()
    confirmed(world)
    world.plant(*Purpose)

    assert revoke(world).status_code == 200

    with world.wired.unit_of_work() as uow:
        good = [purpose for purpose in Purpose if uow.tokens.is_valid(purpose, hash_secret(world.tokens[purpose]))]
        assert good == []
        assert [each.state for each in [uow.exports.newest(world.member_id)] if each and not each.is_revoked] == []


def test_a_passkey_and_an_app_that_were_begun_end_with_a_new_password(new_world: Callable[[], World]) -> None:
    world = new_world()
    confirmed(world)
    offer = world.old.post("/api/passkey-proof.php", {}).json
    signed = {"id": offer["id"], "credential": world.phone.sign(offer["options"])}
    assert world.old.put("/api/passkey-proof.php", signed).status_code == 200
    begun = world.old.post("/api/passkeys.php", {"password": PASSWORD}).json
    app = App(world.old.post("/api/second-factor.php", {"password": PASSWORD}).json["secret"], world.database)

    assert by_password_change(world).status_code == 200
    world.old.logged_in()

    made = {"id": begun["id"], "credential": Authenticator().make(begun["options"]), "name": "A thief's"}
    assert world.old.put("/api/passkeys.php", made).json["error"]["code"] == "passkey_refused"
    assert (
        world.old.put("/api/second-factor.php", {"code": app.code()}).json["error"]["code"] == "authenticator_missing"
    )


def test_a_revoked_export_can_be_asked_for_again_at_once(new_world: Callable[[], World]) -> None:
    world = new_world()
    assert by_password_change(world).status_code == 200
    asked = {"id": str(uuid4()), "password": "five red foxes"}
    assert world.old.logged_in().post("/api/export.php", asked).status_code == 201
    with Session(world.database.engine) as session:
        assert session.query(ExportRow).where(ExportRow.member_id == world.member_id).count() == 2


# The code itself

CODE = Path(identity.__file__).parent
# The routes whose views can set a session's cookie.
OPENING = {
    "POST /api/signup.php": {by_sign_up, by_sign_up_again, by_sign_up_with_the_members_id},
    "POST /api/user.php": {by_password},
    "PUT /api/passkey-login.php": {by_passkey},
    "PUT /api/password.php": {by_password_change},
}
METHODS = {
    AccessMethod.PASSWORD: by_password,
    AccessMethod.PASSKEY: by_passkey,
    AccessMethod.SIGN_UP: by_sign_up,
    AccessMethod.PASSWORD_CHANGE: by_password_change,
    AccessMethod.RENEWAL: by_renewal,
    AccessMethod.RESET_LINK: by_reset,
    AccessMethod.ACTIVATION_LINK: by_activation,
    AccessMethod.REACTIVATION_LINK: by_reactivation,
    AccessMethod.ADDRESS_LINK: by_address_link,
    AccessMethod.STOP_LINK: by_stop_link,
    AccessMethod.EXPORT_LINK: by_export_link,
}


def calls() -> Iterator[tuple[str, str, str]]:
    """Every call in identity's own code: the file, the function around it, and the name that is called."""
    for path in CODE.rglob("*.py"):
        name = path.relative_to(CODE).as_posix()
        if name.startswith("tests/"):
            continue
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call):
                        yield name, function.name, ast.unparse(call.func)


def callers(*suffixes: str) -> set[tuple[str, str]]:
    return {(file, function) for file, function, called in calls() if called.endswith(suffixes)}


def test_one_function_opens_sessions() -> None:
    opener = ("usecases/authenticate.py", "_open_session")
    assert callers("sessions.add", "Session.open") == {opener}
    assert {each for each in callers("Opened") if each != opener} == set()
    assert callers("_open_session") == {("usecases/authenticate.py", "authenticate")}


def test_every_view_that_can_set_a_sessions_cookie_is_an_access_attempt(app: Flask) -> None:
    setting = {function for _, function in callers("set_opened")}
    while grown := {function for _, function in callers(*setting)} - setting:
        setting |= grown
    routes = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if app.view_functions[rule.endpoint].__name__ in setting
    }
    assert routes == set(OPENING)
    assert {attempt for attempts in OPENING.values() for attempt in attempts} <= set(ORDINARY)


def test_every_method_of_the_policy_is_tried() -> None:
    assert set(METHODS) == set(AccessMethod) == set(RULES)
    assert set(METHODS.values()) <= set(ORDINARY)
    assert set(PURPOSES.values()) | {Purpose.SECOND_FACTOR} == set(Purpose)
