"""Fictional profiles: made by their writers, reachable by no mail and open to no login."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberConfirmed, MemberDeleted, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity.tests.factories import sign_up_form
from identity.usecases.find_contact import find_contacts
from identity.wiring import Wiring

PATH, WRITER, UTRECHT = "/api/fictional-account.php", uuid4(), 2745912


def form(**changes: Any) -> dict[str, Any]:
    lina = {"name": "Lina", "date_of_birth": "1990-04-12", "gender": "female", "about": "I am made up."}
    place = {"town_id": UTRECHT, "country": "NL", "locale": "nl"}
    return {"id": str(uuid4()), **lina, **place, **changes}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(WRITER, writer=True)


def test_a_profile_is_made_once_and_no_mail_reaches_it(desk: Browser, database: Database, wired: Wiring) -> None:
    body = form()
    first, again = desk.post(PATH, body), desk.post(PATH, body)

    assert (first.status_code, again.json) == (201, first.json)
    [event] = announced(database, MemberSignedUp)
    assert (event.fictional, event.about, list(event.seeks)) == (True, "I am made up.", [])
    assert announced(database, MemberConfirmed) == []
    assert find_contacts(wired.unit_of_work(), [UUID(first.json["profile_id"])]) == []
    assert desk.post(PATH, {**body, "name": "Mia"}).status_code in (409, 422)


def test_nobody_signs_up_with_such_an_address(browser: Browser) -> None:
    answer = browser.post("/api/signup.php", sign_up_form(email="ann@fictional.invalid"))

    assert (answer.status_code, answer.json["error"]["field"]) == (422, "email")


def test_requests_at_once_make_one_profile(app: Flask, keys: KeyPair, database: Database) -> None:
    body = form()
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: Browser(app, keys).as_member(WRITER, writer=True).post(PATH, body), range(6)))

    assert len({answer.json["profile_id"] for answer in made}) == 1
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"date_of_birth": "2020-01-01"},
        {"town_id": 1},
        {"country": "XX"},
        {"about": " \u200b"},
        {"more": 1},
    ],
)
def test_a_bad_form_makes_nothing(desk: Browser, database: Database, change: dict[str, Any]) -> None:
    assert desk.post(PATH, form(**change)).status_code in (400, 422)
    assert announced(database, MemberSignedUp) == []


def test_a_site_without_any_makes_none(browser: Browser, database: Database) -> None:
    elsewhere = browser.at("iskra.localhost").as_member(WRITER, writer=True)

    assert elsewhere.post(PATH, form(country="PL")).status_code == 404
    assert announced(database, MemberSignedUp) == []


def test_a_fictional_profile_alone_is_deleted_once(desk: Browser, browser: Browser, database: Database) -> None:
    lina = desk.post(PATH, form()).json["profile_id"]
    browser.post("/api/signup.php", sign_up_form(email="ann@example.org"))
    with psycopg.connect(database.dsn) as connection:
        [(ann,)] = connection.execute("SELECT id FROM accounts WHERE email = 'ann@example.org'").fetchall()

    answers = [desk.delete(PATH, {"profile_id": str(each)}).status_code for each in (lina, lina, ann, uuid4())]
    neighbour = desk.at("iskra.localhost").as_member(WRITER, writer=True)
    elsewhere = neighbour.delete(PATH, {"profile_id": lina})

    assert (answers, elsewhere.status_code) == ([200, 200, 404, 404], 404)
    assert [event.member_id for event in announced(database, MemberDeleted)] == [lina]
