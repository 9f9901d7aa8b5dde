"""Hiding from known people: answers disclose no membership, and lists change seldom and together."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import ContactVisibilityChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.privacy.export import export

from identity.domain.known_contact import MOST, MOST_CHANGES
from identity.storage.data_inventory import DATA_INVENTORY
from identity.tests.factories import last_mail, sign_up_form
from identity.usecases.hide_from_contacts import compare_contacts
from identity.wiring import Wiring

PATH = "/api/known-contacts.php"
BO = "bo@example.org"


@pytest.fixture
def ann(browser: Browser, database: Database) -> Browser:
    """A confirmed member, logged in."""
    assert browser.post("/api/signup.php", sign_up_form()).status_code == 201
    browser.logged_in()
    run(database, "UPDATE accounts SET status = 'active'")
    return browser


@pytest.fixture
def bo(app: Flask, keys: KeyPair) -> Browser:
    """Somebody else, who has not confirmed his address yet."""
    browser = Browser(app, keys)
    assert browser.post("/api/signup.php", sign_up_form(email=BO, name="Bo")).status_code == 201
    return browser.logged_in()


def run(database: Database, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def add(member: Browser, *addresses: str) -> Any:
    return member.post(PATH, {"addresses": list(addresses)})


def confirm(member: Browser, database: Database, wired: Wiring) -> None:
    assert member.post("/api/activate.php", {"token": last_mail(database, wired)["token"]}).status_code == 200


def pass_days(database: Database, wired: Wiring, days: int = 1) -> None:
    """Let days pass for all lists, then apply what is due of them."""
    run(database, f"UPDATE known_contacts SET starts_at = starts_at - interval '{days} days'")  # noqa: S608
    run(database, f"UPDATE known_contacts SET ends_at = ends_at - interval '{days} days'")  # noqa: S608
    while compare_contacts(wired.unit_of_work):
        pass


def told(database: Database) -> list[bool]:
    return [event.hidden for event in announced(database, ContactVisibilityChanged)]


@pytest.mark.parametrize("spelling", [BO, " BO@Example.org ", "bo+dating@example.org"])
def test_a_member_is_hidden_from_the_next_day_on(
    ann: Browser, bo: Browser, database: Database, wired: Wiring, spelling: str
) -> None:
    confirm(bo, database, wired)
    assert add(ann, spelling).json["count"] == 1
    pass_days(database, wired, days=0)
    assert told(database) == []
    pass_days(database, wired, days=2)

    (event,) = announced(database, ContactVisibilityChanged)
    ids = dict(run(database, "SELECT email, id::text FROM accounts"))
    assert (event.member_id, event.contact_id, event.hidden) == (ids["ann@example.org"], ids[BO], True)


def test_a_member_who_comes_later_is_hidden_once_their_address_is_confirmed(
    ann: Browser, bo: Browser, database: Database, wired: Wiring
) -> None:
    """Not before: who signs up with somebody's address would learn who hides from them."""
    add(ann, BO)
    pass_days(database, wired, days=2)
    assert told(database) == []
    confirm(bo, database, wired)
    assert told(database) == [True]


def test_a_new_address_adds_to_the_members_hidden(ann: Browser, bo: Browser, database: Database, wired: Wiring) -> None:
    """Pairs of the earlier address stay: it is the same person."""
    confirm(bo, database, wired)
    add(ann, BO, "bo.new@example.org")
    pass_days(database, wired, days=2)
    run(database, "UPDATE accounts SET email = 'bo.new@example.org' WHERE email = %s", BO)
    run(database, "DELETE FROM address_hashes")
    pass_days(database, wired, days=0)
    assert run(database, "SELECT count(*), count(DISTINCT contact_id) FROM hidden_contacts") == [(2, 1)]

    ann.delete(PATH, {"addresses": [BO]})
    pass_days(database, wired, days=40)
    assert False not in told(database), "another entry still hides them"


def test_no_answer_says_who_is_a_member(ann: Browser, bo: Browser, database: Database, wired: Wiring) -> None:
    confirm(bo, database, wired)
    pass_days(database, wired)
    answers = [add(ann, BO).json, ann.delete(PATH, {"addresses": [BO]}).json, ann.get(PATH).json]
    run(database, "DELETE FROM hidden_contacts")
    run(database, "DELETE FROM known_contacts")
    nobody = "nobody@example.org"
    assert answers == [add(ann, nobody).json, ann.delete(PATH, {"addresses": [nobody]}).json, ann.get(PATH).json]
    assert BO not in str(run(database, "SELECT * FROM known_contacts"))


def test_a_removed_entry_goes_on_hiding_for_thirty_days(
    ann: Browser, bo: Browser, database: Database, wired: Wiring
) -> None:
    confirm(bo, database, wired)
    add(ann, BO)
    pass_days(database, wired, days=2)
    assert ann.delete(PATH, {}).json == {"count": 0, "ending": 1, "most": MOST, "days_after_removal": 30}
    pass_days(database, wired, days=28)
    assert told(database) == [True]
    pass_days(database, wired, days=4)
    assert told(database) == [True, False]
    assert run(database, "SELECT FROM known_contacts") == run(database, "SELECT FROM hidden_contacts") == []


def test_a_list_changes_on_few_days(ann: Browser, database: Database, wired: Wiring) -> None:
    for number in range(MOST_CHANGES):
        assert add(ann, f"{number}@example.org", f"more{number}@example.org").status_code == 200
        pass_days(database, wired)
    refused = add(ann, "another@example.org")
    assert (refused.status_code, refused.json["error"]["code"]) == (429, "contacts_changed_often")
    assert int(refused.headers["Retry-After"]) > 86_400
    assert ann.delete(PATH, {}).status_code == 429
    # A repeated request changes nothing, and is answered as the first.
    assert add(ann, "0@example.org").json["count"] == 2 * MOST_CHANGES
    pass_days(database, wired, days=30)
    assert add(ann, "another@example.org").status_code == 200


def test_concurrent_requests_fill_a_list_once(ann: Browser, database: Database) -> None:
    def fill(part: int) -> int:
        status: int = add(ann, *(f"{part}.{number}@example.org" for number in range(400))).status_code
        return status

    with ThreadPoolExecutor() as threads:
        assert sorted(threads.map(fill, range(4))) == [200, 200, 409, 409]
    assert run(database, "SELECT count(*) FROM known_contacts") == [(800,)]


@pytest.mark.parametrize(
    ("addresses", "status", "code"),
    [
        ([], 422, "validation_failed"),
        (["no address", "@", ""], 422, "email_invalid"),
        (["a" * 321], 422, "validation_failed"),
        ([f"{number}@example.org" for number in range(MOST + 1)], 422, "validation_failed"),
        ([None], 422, "validation_failed"),
        ("bo@example.org", 422, "validation_failed"),
        (["a\u0000@example.org"], 400, "malformed_request"),
    ],
)
def test_bad_input_changes_nothing(
    ann: Browser, database: Database, addresses: Sequence[Any], status: int, code: str
) -> None:
    answer = ann.post(PATH, {"addresses": addresses})
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert run(database, "SELECT FROM known_contacts") == []


def test_an_unconfirmed_member_has_no_list(bo: Browser) -> None:
    assert add(bo, "ann@example.org").json["error"]["code"] == "address_unconfirmed"


def test_one_does_not_hide_from_oneself(ann: Browser, database: Database, wired: Wiring) -> None:
    add(ann, "ann@example.org")
    pass_days(database, wired, days=2)
    assert told(database) == []


def test_the_copy_says_how_many_and_erasure_leaves_nothing(
    ann: Browser, bo: Browser, database: Database, wired: Wiring
) -> None:
    confirm(bo, database, wired)
    add(ann, BO, "cleo@example.org")
    pass_days(database, wired, days=2)
    with wired.unit_of_work() as uow:
        ids = dict(run(database, "SELECT email, id FROM accounts"))
        assert export(uow.session, DATA_INVENTORY, ids["ann@example.org"])["known_contacts"] == [{"count": 2}]
        uow.erase(ids[BO])
        assert run(database, "SELECT count(*) FROM hidden_contacts") == [(1,)]
        uow.commit()
    assert run(database, "SELECT FROM hidden_contacts") == []
    with wired.unit_of_work() as uow:
        uow.erase(ids["ann@example.org"])
        uow.commit()
    assert run(database, "SELECT FROM known_contacts") == []
