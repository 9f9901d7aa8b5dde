"""Every access method to an account, tried in every state of the account.

`EXPECTED` has the results. The last tests read the code: a view that can set a session's cookie, a method of the policy
or a purpose of tokens that is missing here fails until it is added.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberReactivated
from shared.kit.testing.announced import announced
from werkzeug.test import TestResponse

import identity
from identity.domain.authentication import RULES, AccessMethod
from identity.domain.token import Purpose
from identity.tests.access import (
    World,
    address_change_pending,
    blocked_by_attempts,
    by_activation,
    by_address_link,
    by_desk_login,
    by_export_link,
    by_openid,
    by_passkey,
    by_password,
    by_password_change,
    by_proof,
    by_reactivation,
    by_renewal,
    by_reset,
    by_sign_up,
    by_sign_up_again,
    by_sign_up_with_the_members_id,
    by_staff_invitation,
    by_stop_link,
    confirmed,
    deleted,
    erased,
    other_sites,
    passkey_only,
    password_just_changed,
    sign_up_pending,
    suspended,
    unconfirmed,
    with_second_factor,
)
from identity.usecases.record_moderation import record_moderation
from identity.usecases.use_link import PURPOSES

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
    # A member is nobody at the desks, with the right password and even with a token of an invitation. What people of
    # staff get is in test_staff_accounts.
    by_desk_login: "login_failed",
    by_staff_invitation: "link_invalid",
    by_openid: "oidc_unknown",
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
        reported = len(announced(world.database, MemberConfirmed)), len(announced(world.database, MemberReactivated))
        with world.wired.unit_of_work() as uow:
            before = uow.accounts.get(world.member_id)
        attempt(world)
        with world.wired.unit_of_work() as uow:
            assert uow.accounts.get(world.member_id) == before
        now = len(announced(world.database, MemberConfirmed)), len(announced(world.database, MemberReactivated))
        assert now == reported


def test_an_account_suspended_while_deleted_cannot_be_reactivated(new_world: Callable[[], World]) -> None:
    world = new_world()
    deleted(world)
    with world.wired.unit_of_work() as uow:
        record_moderation(uow, world.member_id, suspended=True, version=1)
        uow.commit()

    assert outcome(by_reactivation(world)) == "account_suspended"
    assert outcome(by_password(world)) == "account_deleted"


# The code itself

CODE = Path(identity.__file__).parent


# The routes whose views can set a session's cookie.
OPENING = {
    "POST /api/signup.php": {by_sign_up, by_sign_up_again, by_sign_up_with_the_members_id},
    "POST /api/user.php": {by_password},
    "POST /api/desk-login.php": {by_desk_login},
    "PUT /api/desk-invitation.php": {by_staff_invitation},
    "PUT /api/desk-openid.php": {by_openid},
    "PUT /api/passkey-login.php": {by_passkey},
    "PUT /api/password.php": {by_password_change},
}


METHODS = {
    AccessMethod.PASSWORD: by_password,
    AccessMethod.PASSKEY: by_passkey,
    AccessMethod.OPENID: by_openid,
    AccessMethod.SIGN_UP: by_sign_up,
    AccessMethod.PASSWORD_CHANGE: by_password_change,
    AccessMethod.RENEWAL: by_renewal,
    AccessMethod.RESET_LINK: by_reset,
    AccessMethod.ACTIVATION_LINK: by_activation,
    AccessMethod.REACTIVATION_LINK: by_reactivation,
    AccessMethod.ADDRESS_LINK: by_address_link,
    AccessMethod.STOP_LINK: by_stop_link,
    AccessMethod.EXPORT_LINK: by_export_link,
    AccessMethod.STAFF_INVITATION: by_staff_invitation,
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
