"""Changes of an account are logged as security events, refusals too, with ids and no address or secret."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from structlog.testing import capture_logs

from identity.security_events import Action
from identity.tests.factories import sign_up_form
from identity.web import BLUEPRINTS

PASSWORD = "three blue herons"
# Views that change the credentials or the role of an account; every other view changes neither.
QUIET = {
    # the proof of age is kept in age_checks
    "put_age_assurance",
    "post_age_check",
    "put_age_check",
    "post_age_webhook",
    "post_signup_check",  # changes nothing
    "post_known_contacts",  # hides the member from others
    "delete_known_contacts",
    "post_desk_invitation",  # the first step of put_desk_invitation
    "post_desk_openid",  # the first step of put_desk_openid
    "put_desk_openid",  # logs by itself: no session is open while a code is due
    "post_invite",
    "post_invitation",  # a link that lets nobody into anything
    "delete_invitation",
    "post_invitation_name",  # changes nothing
    "post_passkeys",  # the first step of put_passkeys
    "put_passkey",  # a name
    "post_passkey_login",
    "post_passkey_proof",
    "post_second_factor",  # the first step of put_second_factor
    "put_activate",
    "put_consents",
    "put_reactivate",
    "put_user",  # the language
}


@pytest.fixture
def member_id(browser: Browser) -> UUID:
    return UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])


def events(logged: list[Any]) -> list[tuple[str, str, str | None, str | None]]:
    security = [each for each in logged if each.get("log") == "security"]
    return [(each["action"], each["outcome"], each.get("member_id"), each.get("reason")) for each in security]


def test_a_login_and_its_refusal_name_the_account(browser: Browser, member_id: UUID) -> None:
    for password, expected in (
        (PASSWORD, ("session.open", "allowed", str(member_id), None)),
        ("wrong", ("session.refuse", "refused", str(member_id), "login_failed")),
    ):
        with capture_logs() as logged:
            browser.post("/api/user.php", {"email": "ann@example.org", "password": password})
        assert events(logged) == [expected]
        # Redis is not there, and a warning names its address.
        written = [each for each in logged if each["event"] != "revocation_publish_failed"]
        assert all(secret not in repr(written) for secret in ("ann@example.org", password, "127.0.0.1"))


def test_a_refused_link_names_the_account_it_is_of(browser: Browser, member_id: UUID) -> None:
    with capture_logs() as logged:
        browser.put("/api/reset-password.php", {"token": "unknown", "password": PASSWORD})
    assert events(logged) == [("password.set", "refused", None, "link_invalid")]


def test_one_request_does_not_name_the_account_of_another(
    browser: Browser, member_id: UUID, app: Flask, keys: KeyPair, database: Database
) -> None:
    browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})
    with capture_logs() as logged:
        Browser(app, keys).post("/api/user.php", {"email": "nobody@example.org", "password": PASSWORD})
    assert events(logged) == [("session.refuse", "refused", None, "login_failed")]


def test_every_view_that_changes_something_logs_it(app: Flask) -> None:
    changing = {
        app.view_functions[rule.endpoint]
        for rule in app.url_map.iter_rules()
        if (rule.methods or set()) & {"POST", "PUT", "DELETE"}
    }
    assert {view.__name__ for view in changing if not logs_something(view)} == QUIET
    assert len(BLUEPRINTS) > 5


def logs_something(view: Any) -> bool:
    """Whether one of the functions around the view is that of `logs`."""
    while view is not None:
        if view.__code__.co_name == "logged":
            return True
        view = getattr(view, "__wrapped__", None)
    return False


def test_names_are_a_thing_and_a_verb() -> None:
    assert all(action.value.count(".") == 1 for action in Action)
