from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import MemberInvited
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from identity.tests.factories import erase_all_expired, sign_up_form
from identity.usecases.manage_invitations import accept_invitation
from identity.wiring import Wiring

PATH = "/api/invitations.php"


@pytest.fixture
def ann(browser: Browser, database: Database) -> Browser:
    """A confirmed member, logged in."""
    assert browser.post("/api/signup.php", sign_up_form()).status_code == 201
    browser.logged_in()
    change(database, "UPDATE accounts SET status = 'active'")
    return browser


def change(database: Database, statement: str, *values: object) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement, values)


def rows(database: Database, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(statement).fetchall()


def new_link(member: Browser, **changes: Any) -> dict[str, Any]:
    answer = member.post(PATH, {"id": str(uuid4()), **changes})
    assert answer.status_code == 201
    link: dict[str, Any] = answer.json["invitations"][-1]
    return link


def code_of(link: dict[str, Any]) -> str:
    code: str = link["url"].rpartition("/i/")[2]
    return code


def join(app: Flask, keys: KeyPair, code: str, number: int = 0) -> int:
    form = sign_up_form(email=f"friend{number}@example.org", invitation=code)
    status: int = Browser(app, keys).post("/api/signup.php", form).status_code
    return status


def test_a_link_counts_the_members_who_came_by_it(ann: Browser, app: Flask, keys: KeyPair, database: Database) -> None:
    link = new_link(ann)

    assert [join(app, keys, code_of(link), number) for number in range(2)] == [201, 201]
    answer = ann.get(PATH).json
    assert (answer["signed_up"], answer["invitations"][0]["signed_up"]) == (2, 2)
    assert "friend" not in str(answer)
    events = announced(database, MemberInvited)
    assert [(event.site, event.same_device) for event in events] == [("pairwise", False)] * 2
    assert {event.inviter_id for event in events}.isdisjoint({event.member_id for event in events})


def test_a_retry_makes_one_link_and_the_fourth_is_refused(ann: Browser) -> None:
    key = str(uuid4())
    assert [len(ann.post(PATH, {"id": key}).json["invitations"]) for _ in range(2)] == [1, 1]
    for _ in range(2):
        new_link(ann)

    refused = ann.post(PATH, {"id": str(uuid4())})
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "too_many_invitations")


def test_of_many_concurrent_links_three_are_made(ann: Browser) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: ann.post(PATH, {"id": str(uuid4())}).status_code, range(6)))
    assert sorted(answers) == [201, 201, 201, 409, 409, 409]


def test_an_id_of_another_member_is_refused(ann: Browser, app: Flask, keys: KeyPair) -> None:
    link, bo = new_link(ann), Browser(app, keys)
    bo.post("/api/signup.php", sign_up_form(email="bo@example.org"))
    bo.logged_in()

    assert bo.post(PATH, {"id": link["id"]}).status_code == 409
    assert bo.send("DELETE", PATH, {"id": link["id"]}).status_code == 404
    assert len(ann.get(PATH).json["invitations"]) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE invitations SET revoked_at = now()",
        "UPDATE invitations SET site = 'iskra'",
        "UPDATE accounts SET status = 'not_confirmed'",
        "UPDATE accounts SET status = 'deleted', deleted_at = now()",
        "UPDATE accounts SET is_suspended = true",
    ],
)
def test_a_code_that_cannot_be_used_makes_an_ordinary_sign_up(
    ann: Browser, app: Flask, keys: KeyPair, database: Database, statement: str
) -> None:
    link = new_link(ann, shows_name=True)
    change(database, statement)

    assert Browser(app, keys).post("/api/invitation.php", {"code": code_of(link)}).json["name"] is None
    assert join(app, keys, code_of(link)) == 201
    assert rows(database, "SELECT * FROM member_invites") == []


@pytest.mark.parametrize("code", ["", "x", "unknown-code", "a" * 40])
def test_an_unknown_code_is_an_ordinary_sign_up(app: Flask, keys: KeyPair, database: Database, code: str) -> None:
    assert join(app, keys, code) == 201
    assert rows(database, "SELECT * FROM member_invites") == []


@pytest.mark.parametrize("body", [{}, {"id": "x"}, {"id": str(uuid4()), "shows_name": "perhaps"}])
def test_a_malformed_request_is_refused(ann: Browser, body: dict[str, Any]) -> None:
    assert ann.post(PATH, body).status_code == 422
    assert ann.send("DELETE", PATH, {"id": "x"}).status_code == 422
    assert ann.post("/api/invitation.php", {"code": "a" * 41}).status_code == 422


def test_a_link_shows_the_first_name_only_if_its_owner_wants_so(ann: Browser, app: Flask, keys: KeyPair) -> None:
    silent, named = new_link(ann), new_link(ann, shows_name=True)

    shown = [Browser(app, keys).post("/api/invitation.php", {"code": code_of(each)}).json for each in (silent, named)]
    assert [each["name"] for each in shown] == [None, "Ann"]


def test_many_sign_ups_at_once_by_one_code_all_count(
    ann: Browser, app: Flask, keys: KeyPair, database: Database
) -> None:
    code = code_of(new_link(ann))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda number: join(app, keys, code, number), range(4))) == [201] * 4
    assert rows(database, "SELECT count(*) FROM member_invites") == [(4,)]


def test_a_sign_up_that_meets_a_revocation_comes_before_or_after_it(
    ann: Browser, wired: Wiring, app: Flask, keys: KeyPair, database: Database
) -> None:
    link = new_link(ann)
    with ThreadPoolExecutor(1) as pool, psycopg.connect(database.dsn) as revoking:
        revoking.execute("UPDATE invitations SET revoked_at = now()")
        late = pool.submit(join, app, keys, code_of(link))
        revoking.commit()
        assert late.result() == 201
    with wired.unit_of_work() as uow:
        assert uow.invitations.accept("pairwise", code_of(link), uuid4()) is None


def test_an_erased_inviter_takes_links_and_records_along(
    ann: Browser, app: Flask, keys: KeyPair, wired: Wiring, database: Database
) -> None:
    join(app, keys, code_of(new_link(ann)))
    change(
        database,
        "UPDATE accounts SET status = 'deleted', deleted_at = now() - interval '15 days' WHERE email = %s",
        "ann@example.org",
    )

    assert erase_all_expired(wired) == 1
    assert rows(database, "SELECT id FROM invitations UNION SELECT member_id FROM member_invites") == []


def test_a_site_without_invitations_makes_no_link(ann: Browser, wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    site = wired.sites.get("pairwise")
    off = site.invitations.model_copy(update={"enabled": False})
    monkeypatch.setitem(wired.sites._by_key, "pairwise", _with(site, off))

    assert ann.get(PATH).json["enabled"] is False
    assert ann.post(PATH, {"id": str(uuid4())}).status_code == 404


def _with(site: Any, invitations: Any) -> Any:
    return site.model_copy(update={"invitations": invitations})


def test_the_owner_of_a_browser_is_recognised_in_the_sign_up(ann: Browser, wired: Wiring, database: Database) -> None:
    code = code_of(new_link(ann))
    [(owner, device)] = rows(database, "SELECT member_id, secret_hash FROM known_devices")
    friend = uuid4()
    change(
        database,
        "INSERT INTO accounts SELECT (jsonb_populate_record(a, jsonb_build_object('id', %s::text, 'email', 'x@y.z'))).*"
        " FROM accounts a",
        str(friend),
    )
    with wired.unit_of_work() as uow:
        accepted = accept_invitation(uow, wired.sites.get("pairwise"), friend, code, bytes(device))
    assert accepted is not None
    assert (accepted.inviter_id, accepted.same_device) == (UUID(str(owner)), True)
