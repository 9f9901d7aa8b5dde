"""The staff role, and suspensions by moderation."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import jwt
import pytest
from pairwise.identity.v1.events_pb2 import SessionRevoked
from pairwise.profiles.v1.events_pb2 import MemberModerated
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy import text

from identity.domain.session import Session
from identity.events.from_profiles import moderate_account
from identity.roles import Role, set_role
from identity.staff import set_staff
from identity.storage import IdentityUnit
from identity.tests.factories import sign_up_form
from identity.wiring import Wiring

ADDRESS = "ann@example.org"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    return UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])


def claims(wired: Wiring, member: UUID, second_factor_at: datetime | None) -> dict[str, object]:
    with IdentityUnit(wired.database) as uow:
        account = uow.accounts.get(member)
    assert account is not None
    session, _ = Session.open(member, datetime.now(UTC), second_factor_at=second_factor_at)
    found: dict[str, object] = jwt.decode(wired.tokens.issue(account, session), options={"verify_signature": False})
    return found


@pytest.mark.parametrize("is_staff", [True, False])
@pytest.mark.parametrize("proved", [True, False])
def test_the_desk_opens_to_staff_with_a_second_factor(wired: Wiring, ann: UUID, is_staff: bool, proved: bool) -> None:
    set_staff(wired.database, "pairwise", ADDRESS, is_staff=is_staff)

    found = claims(wired, ann, datetime.now(UTC) if proved else None)
    assert (found["staff"], found["staff_role"]) == (is_staff and proved, is_staff)


def test_the_desk_closes_with_the_role(wired: Wiring, ann: UUID) -> None:
    assert set_staff(wired.database, "pairwise", ADDRESS, is_staff=True)
    assert set_staff(wired.database, "pairwise", ADDRESS, is_staff=False)

    assert claims(wired, ann, datetime.now(UTC))["staff"] is False


@pytest.mark.parametrize(("site", "address"), [("pairwise", "nobody@example.org"), ("iskra", ADDRESS)])
def test_nobody_becomes_staff_by_mistake(wired: Wiring, ann: UUID, site: str, address: str) -> None:
    assert not set_staff(wired.database, site, address, is_staff=True)


def moderated(wired: Wiring, member: UUID, measure: str, number: int) -> None:
    with wired.unit_of_work() as uow:
        moderate_account(uow, MemberModerated(member_id=str(member), measure=measure, number=number), wired)
        uow.commit()


def log_in(browser: Browser) -> str:
    answer = browser.post("/api/user.php", {"email": ADDRESS, "password": "three blue herons"})
    return str(answer.json.get("error", {}).get("code", "in"))


def test_the_suspended_are_out_at_once_and_back_when_it_is_lifted(
    browser: Browser, wired: Wiring, database: Database, ann: UUID
) -> None:
    moderated(wired, ann, "suspend", 1)

    assert len(announced(database, SessionRevoked)) == 1
    assert browser.get("/api/user.php").json["error"]["code"] == "authentication_required"
    assert log_in(browser) == "account_suspended"

    moderated(wired, ann, "lift", 2)
    assert log_in(browser) == "in"


def test_the_newest_sanction_counts_in_any_order_of_delivery(browser: Browser, wired: Wiring, ann: UUID) -> None:
    moderated(wired, ann, "lift", 2)
    moderated(wired, ann, "suspend", 1)

    assert log_in(browser) == "in"


@pytest.mark.parametrize("measure", ["warn", "hide"])
def test_the_warned_and_hidden_log_in_as_before(browser: Browser, wired: Wiring, ann: UUID, measure: str) -> None:
    moderated(wired, ann, measure, 1)

    assert log_in(browser) == "in"


AT = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("proved", "used", "is_open"),
    [
        (timedelta(0), None, True),
        (timedelta(minutes=19), None, True),
        (timedelta(minutes=20), None, False),
        (timedelta(hours=3), timedelta(minutes=19), True),
        (timedelta(hours=3), timedelta(minutes=20), False),
        (timedelta(hours=7, minutes=59), timedelta(0), True),
        (timedelta(hours=8), timedelta(0), False),
        # Proved again after a pause: use before the pause does not close it.
        (timedelta(minutes=1), timedelta(hours=5), True),
        (None, None, False),
        (None, timedelta(0), False),
    ],
)
def test_the_desk_closes_after_a_pause_and_after_a_working_day(
    proved: timedelta | None, used: timedelta | None, is_open: bool
) -> None:
    session, _ = Session.open(UUID(int=7), AT, second_factor_at=None if proved is None else AT - proved)

    assert replace(session, desk_used_at=None if used is None else AT - used).is_desk_open(AT) is is_open


def is_desk_open(browser: Browser) -> bool:
    """By the token that the browser gets when it renews."""
    answer = browser.get("/api/user.php")
    [token] = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("token=")]
    found_claims = jwt.decode(token.partition("=")[2].partition(";")[0], options={"verify_signature": False})
    return bool(found_claims["staff"])


def shift(database: Database, column: str, ago: str) -> None:
    with database.engine.begin() as connection:
        earlier = text(f"UPDATE sessions SET {column} = now() - CAST(:ago AS interval)")  # noqa: S608 - our own words
        connection.execute(earlier, {"ago": ago})


@pytest.mark.usefixtures("ann")
def test_a_session_that_is_used_keeps_the_desk_open_and_one_that_rests_does_not(
    browser: Browser, wired: Wiring, database: Database
) -> None:
    set_staff(wired.database, "pairwise", ADDRESS, is_staff=True)
    assert log_in(browser) == "in"
    assert not is_desk_open(browser)
    shift(database, "second_factor_at", "15 minutes")
    assert is_desk_open(browser)

    shift(database, "second_factor_at", "2 hours")
    assert is_desk_open(browser), "it was used a moment ago"
    shift(database, "desk_used_at", "21 minutes")
    assert not is_desk_open(browser)
    assert not is_desk_open(browser), "renewing opens nothing"

    shift(database, "second_factor_at", "0 minutes")
    assert is_desk_open(browser), "a fresh proof does"


@pytest.mark.usefixtures("ann")
def test_of_members_the_use_of_sessions_is_kept_by_the_day_alone(browser: Browser, database: Database) -> None:
    assert log_in(browser) == "in"
    shift(database, "second_factor_at", "1 minute")
    browser.get("/api/user.php")

    with database.engine.connect() as connection:
        assert set(connection.execute(text("SELECT desk_used_at FROM sessions")).scalars()) == {None}


@pytest.mark.parametrize("is_staff", [True, False])
@pytest.mark.parametrize("proved", [True, False])
def test_a_lead_is_one_only_at_an_open_desk(wired: Wiring, ann: UUID, is_staff: bool, proved: bool) -> None:
    set_staff(wired.database, "pairwise", ADDRESS, is_staff=is_staff)
    set_role(wired.database, "pairwise", ADDRESS, Role.LEAD, granted=True)

    assert claims(wired, ann, datetime.now(UTC) if proved else None)["lead"] is (is_staff and proved)
