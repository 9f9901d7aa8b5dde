"""Logging in at the company's OpenID provider: who gets in, who does not, and what ends it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text
from werkzeug.test import TestResponse

from identity.domain import openid
from identity.domain.openid import ProvenIdentity
from identity.domain.staff_account import EVERY_SITE, Actor, StaffRole
from identity.tests.authenticator_app import App
from identity.tests.factories import last_mail, signed_up
from identity.tests.fakes import FakeOpenIdProvider, log_in_at
from identity.usecases.manage_staff import StaffInvitation, change_roles, invite_again, invite_staff, off_board
from identity.wiring import Wiring

OPERATOR = Actor(operator="ops")
ISSUER = "https://idp.test"
KIM = ProvenIdentity(ISSUER, "kim", "kim@example.org", has_second_factor=False)
STRONG = replace(KIM, has_second_factor=True)
PATH = "/api/desk-openid.php"


@pytest.fixture
def provider(app: Flask) -> FakeOpenIdProvider:
    fake = FakeOpenIdProvider(STRONG)
    app.extensions["wiring"] = replace(app.extensions["wiring"], openid_provider=fake)
    return fake


@pytest.fixture
def new_browser(app: Flask, keys: KeyPair, provider: FakeOpenIdProvider) -> Callable[[], Browser]:
    return lambda: Browser(app, keys)


def invited(wired: Wiring, email: str = "kim@example.org", site: str = "pairwise") -> UUID:
    given = StaffInvitation(email, "Kim Berg", ((StaffRole.MODERATOR, site),), "en")
    sites = wired.sites.site_keys()
    return invite_staff(wired.unit_of_work(), wired.passwords, wired.mail_sealer, OPERATOR, site, sites, given)


@pytest.fixture
def kim(wired: Wiring, database: Database, new_browser: Callable[[], Browser]) -> tuple[UUID, App]:
    """An account of staff whose invitation was accepted, and its authenticator app."""
    account_id = invited(wired)
    return account_id, accepted(wired, database, new_browser())


def accepted(wired: Wiring, database: Database, browser: Browser) -> App:
    token = last_mail(database, wired, "staff_invitation")["token"]
    app = App(browser.post("/api/desk-invitation.php", {"token": token}).json["secret"], database)
    form = {"token": token, "password": "three blue herons", "code": app.code()}
    assert browser.put("/api/desk-invitation.php", form).status_code == 200
    return app


def code_of(answer: TestResponse) -> str:
    return str(answer.json["error"]["code"])


def staff_token(browser: Browser) -> bool:
    """Whether the desk is open to this browser."""
    return browser.logged_in().get("/api/second-factor.php").status_code == 200


def test_a_first_log_in_binds_the_subject_and_later_ones_need_no_address(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser], database: Database
) -> None:
    browser = new_browser()

    answer = log_in_at(browser)

    assert answer.json["user"]["desks"] == ["moderator"]
    assert staff_token(browser)
    provider.given = replace(STRONG, email=None)
    assert log_in_at(new_browser()).json["user"]["id"] == str(kim[0])
    with database.reader.connect() as connection:
        acts = connection.execute(text("SELECT act FROM staff_acts WHERE account_id = :id"), {"id": kim[0]}).scalars()
        assert list(acts).count("bind") == 1


def test_without_a_stated_second_factor_a_code_of_the_own_app_is_due(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    provider.given, browser = KIM, new_browser()

    first = log_in_at(browser)

    assert first.json == {"user": None}
    assert browser.cookie("session") is None
    assert code_of(browser.put(PATH, {"second_factor": "000000"})) == "code_wrong"
    assert browser.put(PATH, {"second_factor": kim[1].code()}).json["user"]["name"] == "Kim Berg"
    assert code_of(browser.put(PATH, {"second_factor": kim[1].code()})) == "oidc_expired", "a proof opens one session"


def test_wrong_codes_are_counted_with_those_of_the_password_log_in(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    provider.given, browser = KIM, new_browser()
    log_in_at(browser)

    answers = [code_of(browser.put(PATH, {"second_factor": "000000"})) for _ in range(6)]

    assert answers[0] == "code_wrong"
    assert answers[-1] == "login_blocked"
    assert code_of(browser.put(PATH, {"second_factor": kim[1].code()})) == "login_blocked"


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"email": "nobody@example.org"}, "oidc_unknown"),
        ({"email": "no address"}, "oidc_unknown"),
        ({"email": None}, "oidc_email_unverified"),
    ],
)
def test_an_identity_without_an_account_gets_none(
    provider: FakeOpenIdProvider,
    kim: tuple[UUID, App],
    new_browser: Callable[[], Browser],
    database: Database,
    given: dict[str, Any],
    refusal: str,
) -> None:
    provider.given, browser = replace(STRONG, **given), new_browser()
    count = text("SELECT count(*) FROM accounts")
    with database.reader.connect() as connection:
        before = connection.execute(count).scalar_one()

    assert code_of(log_in_at(browser)) == refusal

    assert browser.cookie("session") is None
    with database.reader.connect() as connection:
        assert connection.execute(count).scalar_one() == before


def test_a_member_with_the_address_is_no_staff(
    wired: Wiring, provider: FakeOpenIdProvider, new_browser: Callable[[], Browser]
) -> None:
    signed_up(new_browser(), email="kim@example.org")

    assert code_of(log_in_at(new_browser())) == "oidc_unknown"


def test_an_open_invitation_is_accepted_by_its_link_first(
    wired: Wiring, provider: FakeOpenIdProvider, new_browser: Callable[[], Browser]
) -> None:
    invited(wired)

    assert code_of(log_in_at(new_browser())) == "oidc_invitation_open"


def test_another_brand_does_not_know_the_person(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    assert code_of(log_in_at(new_browser().at("iskra.localhost"))) == "oidc_unknown"


def test_another_subject_with_the_address_is_refused(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    log_in_at(new_browser())
    provider.given = replace(STRONG, subject="mallory")

    assert code_of(log_in_at(new_browser())) == "oidc_bound"


def test_off_boarding_ends_sessions_and_proofs_at_once(
    wired: Wiring, provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    inside, halfway = new_browser(), new_browser()
    log_in_at(inside)
    provider.given = KIM
    log_in_at(halfway)

    off_board(wired.unit_of_work(), wired.passwords, OPERATOR, kim[0])

    assert code_of(inside.logged_in().get("/api/user.php")) == "authentication_required"
    assert code_of(halfway.put(PATH, {"second_factor": kim[1].code()})) == "oidc_unknown"
    assert code_of(log_in_at(new_browser())) == "oidc_unknown"


def test_a_new_invitation_ends_the_binding(
    wired: Wiring,
    database: Database,
    provider: FakeOpenIdProvider,
    kim: tuple[UUID, App],
    new_browser: Callable[[], Browser],
) -> None:
    provider.given, halfway = KIM, new_browser()
    log_in_at(halfway)

    invite_again(wired.unit_of_work(), wired.passwords, wired.mail_sealer, OPERATOR, kim[0])
    app = accepted(wired, database, new_browser())

    assert code_of(halfway.put(PATH, {"second_factor": app.code()})) == "oidc_unknown"
    provider.given = replace(STRONG, subject="kim at another provider")
    assert log_in_at(new_browser()).json["user"]["id"] == str(kim[0])


def test_other_roles_count_at_the_next_log_in(
    wired: Wiring, provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    log_in_at(new_browser())
    roles = [(StaffRole.SUPPORT, EVERY_SITE)]

    change_roles(wired.unit_of_work(), OPERATOR, kim[0], wired.sites.site_keys(), roles)

    assert log_in_at(new_browser()).json["user"]["desks"] == ["support"]


def test_an_answer_belongs_to_the_browser_that_asked(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    mine, other = new_browser(), new_browser()
    state = mine.post(PATH, {}).json["url"].partition("state=")[2]
    other.post(PATH, {})

    assert code_of(other.put(PATH, {"state": state, "code": "right"})) == "oidc_expired"
    assert code_of(new_browser().put(PATH, {"state": state, "code": "right"})) == "oidc_expired"
    assert code_of(mine.put(PATH, {"state": "another", "code": "right"})) == "oidc_expired"
    assert code_of(mine.put(PATH, {"state": state, "code": "right"})) == "oidc_expired", "one answer for a state"


def test_an_old_answer_and_an_unfinished_log_in_prove_nothing(
    provider: FakeOpenIdProvider,
    kim: tuple[UUID, App],
    new_browser: Callable[[], Browser],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = new_browser()
    browser.post(PATH, {})
    assert code_of(browser.put(PATH, {"second_factor": kim[1].code()})) == "oidc_expired"
    monkeypatch.setattr(openid, "LASTS", timedelta(0))
    assert code_of(log_in_at(browser)) == "oidc_expired"


def test_refusals_and_outages_are_stated(
    provider: FakeOpenIdProvider, kim: tuple[UUID, App], new_browser: Callable[[], Browser]
) -> None:
    assert code_of(log_in_at(new_browser(), code="wrong")) == "oidc_refused"
    provider.is_down = True
    down = log_in_at(new_browser())
    assert (down.status_code, code_of(down)) == (503, "oidc_unavailable")


def test_logging_out_leads_to_the_provider_for_those_who_log_in_there(
    wired: Wiring,
    database: Database,
    provider: FakeOpenIdProvider,
    kim: tuple[UUID, App],
    new_browser: Callable[[], Browser],
) -> None:
    browser = new_browser()
    by_password = {"email": "kim@example.org", "password": "three blue herons", "code": kim[1].code()}
    assert browser.post("/api/desk-login.php", by_password).status_code == 200
    assert browser.delete(PATH, {}).json == {"url": None}

    log_in_at(browser)
    assert browser.delete(PATH, {}).json["url"].startswith("https://idp.test/logout")
    assert code_of(browser.logged_in().get("/api/user.php")) == "authentication_required"
    assert browser.delete(PATH, {}).json == {"url": None}

    log_in_at(browser)
    provider.is_down = True
    assert browser.delete(PATH, {}).json == {"url": None}
    assert code_of(browser.logged_in().get("/api/user.php")) == "authentication_required"
