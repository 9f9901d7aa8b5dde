"""Deleting an account, coming back, and the erasure after fourteen days."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import fsspec
import psycopg
import pytest
from pairwise.chat.v1.events_pb2 import MemberDataErased as ErasedByChat
from pairwise.identity.v1.events_pb2 import (
    MailRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
)
from shared.kit.errors import Refusal
from shared.kit.registry import service_names
from shared.kit.storage import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser
from shared.kit.worker.consumers import handle_once

from identity.store import days_ago
from identity.tests.factories import erase_all_expired, handle_deferred_requests, last_mail, sign_up_form, signed_up
from identity.usecases.erase_expired import repeat_unconfirmed
from identity.usecases.reactivate import reactivate
from identity.usecases.repeat_erasures import erase_restored, erase_unknown, repeat_erasures
from identity.wiring import Wiring
from identity.worker import consumers

PASSWORD = "three blue herons"


@pytest.fixture(autouse=True)
def _empty_store() -> Iterator[None]:
    yield
    files = fsspec.filesystem("memory")
    if files.exists("/identity-tests"):
        files.rm("/identity-tests", recursive=True)


@pytest.fixture
def ann(browser: Browser) -> UUID:
    """A member whose account is deleted and can come back."""
    answer = signed_up(browser)
    browser.delete("/api/user.php", {"password": PASSWORD})
    return UUID(answer.json["user"]["id"])


def let_days_pass(database: Database, days: int) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET deleted_at = deleted_at - make_interval(days => %s)", [days])
        connection.execute("UPDATE tokens SET expires_at = expires_at - make_interval(days => %s)", [days])


def rows(database: Database, query: str) -> list[Any]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(query).fetchall()


def hear(wired: Wiring, event: Any) -> str:
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is type(event)]
    return handle_once(wired.unit_of_work, consumer, nats_message(event))


def test_a_deletion_is_announced_and_gets_a_reactivation_mail(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    [event] = announced(database, MemberDeleted)
    mail = last_mail(database, wired, "reactivation")

    assert event.member_id == str(ann)
    assert mail["until"] == event.reactivate_until.ToDatetime().date().isoformat()
    refused = browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})
    assert refused.json["error"]["code"] == "account_deleted"


def test_only_the_newest_reactivation_link_works(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    first, [deleted] = last_mail(database, wired, "reactivation"), announced(database, MemberDeleted)
    let_days_pass(database, 3)

    assert browser.put("/api/reactivate.php", {"email": "Ann@example.org"}).json == {}
    handle_deferred_requests(database, wired)
    second = last_mail(database, wired, "reactivation")

    days_left = deleted.reactivate_until.ToDatetime().date() - date.fromisoformat(second["until"])
    assert (second["to"], days_left.days) == ("ann@example.org", 3)
    assert browser.post("/api/reactivate.php", {"token": first["token"]}).status_code == 422
    assert browser.post("/api/reactivate.php", {"token": second["token"]}).status_code == 200


def test_a_reactivation_request_discloses_no_account(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    signed_up(browser, email="bo@example.org")
    before = len(announced(database, MailRequested))
    answers = [browser.put("/api/reactivate.php", {"email": email}) for email in ("bo@example.org", "no@example.org")]
    handle_deferred_requests(database, wired)

    assert {(answer.status_code, answer.data) for answer in answers} == {(200, b"{}")}
    assert len(announced(database, MailRequested)) == before


def test_reactivation_is_mailed_five_times_a_day(browser: Browser, ann: UUID) -> None:
    tries = [browser.put("/api/reactivate.php", {"email": "ann@example.org"}) for _ in range(6)]

    assert [each.status_code for each in tries] == [200] * 5 + [429]
    assert tries[-1].json["error"]["code"] == "too_many_reactivation_mails"
    assert browser.put("/api/reactivate.php", {"email": "nobody"}).json["error"]["code"] == "email_invalid"


def test_a_password_is_not_guessed_by_deleting(browser: Browser, database: Database) -> None:
    signed_up(browser)
    tries = [browser.delete("/api/user.php", {"password": "wrong"}).json["error"]["code"] for _ in range(6)]

    assert (tries[0], tries[-1]) == ("password_wrong", "login_blocked")
    assert browser.delete("/api/user.php", {"password": PASSWORD}).status_code == 429


def test_nobody_signs_up_on_the_address_meanwhile(browser: Browser, ann: UUID) -> None:
    refused = browser.post("/api/signup.php", sign_up_form())

    assert (refused.status_code, refused.json["error"]["code"]) == (422, "account_deleted")


def test_a_wrong_password_deletes_nothing(browser: Browser, database: Database) -> None:
    signed_up(browser)

    refused = browser.delete("/api/user.php", {"password": "something else"})

    assert refused.json["error"]["code"] == "password_wrong"
    assert announced(database, MemberDeleted) == []


def test_the_mailed_link_brings_the_account_back_once_and_may_be_pressed_again(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]

    assert browser.post("/api/reactivate.php", {"token": token}).json == {"reactivated": True}
    again = browser.post("/api/reactivate.php", {"token": token})

    assert again.json == {"reactivated": True}
    assert [event.member_id for event in announced(database, MemberReactivated)] == [str(ann)]
    # The link came by mail, so it proves the address, too.
    assert len(announced(database, MemberConfirmed)) == 1
    assert browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD}).status_code == 200


def test_a_used_reactivation_link_brings_nothing_back_after_another_deletion(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]
    browser.post("/api/reactivate.php", {"token": token})
    browser.post("/api/user.php", {"email": "ann@example.org", "password": PASSWORD})
    browser.logged_in().delete("/api/user.php", {"password": PASSWORD})

    assert browser.post("/api/reactivate.php", {"token": token}).json["error"]["code"] == "reactivation_failed"


@pytest.mark.parametrize("token", ["", "x", "a" * 200])
def test_another_token_brings_nothing_back(browser: Browser, ann: UUID, token: str) -> None:
    assert browser.post("/api/reactivate.php", {"token": token}).json["error"]["code"] == "reactivation_failed"


@pytest.mark.parametrize("body", [{}, {"token": 7}, {"token": "x", "more": 1}, {"token": "a" * 201}])
def test_a_malformed_request_brings_nothing_back(browser: Browser, body: dict[str, Any]) -> None:
    assert browser.post("/api/reactivate.php", body).status_code == 422


def test_after_fourteen_days_nothing_comes_back(browser: Browser, database: Database, wired: Wiring, ann: UUID) -> None:
    token = last_mail(database, wired, "reactivation")["token"]
    let_days_pass(database, 14)

    assert browser.post("/api/reactivate.php", {"token": token}).status_code == 422


def test_of_an_erased_account_a_tombstone_is_left(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    assert erase_all_expired(wired) == 0
    let_days_pass(database, 14)

    assert erase_all_expired(wired) == 1
    assert erase_all_expired(wired) == 0

    assert rows(database, "SELECT count(*) FROM accounts") == [(0,)]
    [(member_id, address_hash)] = rows(database, "SELECT member_id, address_hash FROM tombstones")
    assert member_id == ann
    assert len(address_hash) == 32
    assert [event.member_id for event in announced(database, MemberErased)] == [str(ann)]
    # The address is free for a new member.
    assert browser.post("/api/signup.php", sign_up_form()).status_code == 201


def test_coming_back_and_being_erased_at_once_leaves_one_of_the_two(
    browser: Browser, database: Database, wired: Wiring
) -> None:
    for number in range(6):
        signed_up(browser, email=f"ann{number}@example.org")
        browser.delete("/api/user.php", {"password": PASSWORD})
        token = last_mail(database, wired, "reactivation")["token"]
        with psycopg.connect(database.dsn, autocommit=True) as connection:
            # On the edge: either may see the deadline passed.
            connection.execute("UPDATE accounts SET deleted_at = now() - interval '14 days' + interval '20 ms'")

        results = at_once(
            partial(reactivate, wired.unit_of_work(), "pairwise", token),
            partial(erase_all_expired, wired),
        )

        came_back = not isinstance(results[0], Refusal)
        erase_all_expired(wired)
        left = rows(database, f"SELECT status FROM accounts WHERE email = 'ann{number}@example.org'")  # noqa: S608
        assert left == ([("active",)] if came_back else [])


def test_a_link_pressed_many_times_at_once_counts_once(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    token = last_mail(database, wired, "reactivation")["token"]

    results = at_once(*(partial(reactivate, wired.unit_of_work(), "pairwise", token) for _ in range(6)))

    assert not any(isinstance(result, Refusal) for result in results)
    assert len(announced(database, MemberReactivated)) == 1


def test_two_workers_erase_each_account_once(browser: Browser, database: Database, wired: Wiring) -> None:
    for number in range(30):
        signed_up(browser.from_address(f"192.0.2.{number}"), email=f"ann{number}@example.org")
        browser.delete("/api/user.php", {"password": PASSWORD})
    let_days_pass(database, 14)

    erased = at_once(*(partial(erase_all_expired, wired) for _ in range(3)))

    assert sum(erased) == 30
    assert len(announced(database, MemberErased)) == 30


def test_receipts_are_logged_and_missing_ones_announced_again(database: Database, wired: Wiring, ann: UUID) -> None:
    let_days_pass(database, 14)
    erase_all_expired(wired)
    hear(wired, ErasedByChat(member_id=str(ann), rows=7))
    hear(wired, ErasedByChat(member_id=str(ann), rows=2))
    assert rows(database, "SELECT service, rows FROM erasure_receipts") == [("chat", 9)]

    assert repeat_unconfirmed(wired.unit_of_work, service_names()) == 0
    an_hour_later(database)
    assert repeat_unconfirmed(wired.unit_of_work, service_names()) == 1
    assert repeat_unconfirmed(wired.unit_of_work, service_names()) == 0
    an_hour_later(database)
    assert repeat_unconfirmed(wired.unit_of_work, ["chat"]) == 0


def test_an_erasure_is_announced_once_more_a_day_later(database: Database, wired: Wiring, ann: UUID) -> None:
    let_days_pass(database, 14)
    erase_all_expired(wired)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE tombstones SET erased_at = now() - interval '25 hours'")

    assert [repeat_unconfirmed(wired.unit_of_work, []) for _ in range(2)] == [1, 0]


def test_members_of_a_restored_backup_are_erased_again(
    browser: Browser, database: Database, wired: Wiring, ann: UUID
) -> None:
    [backup] = rows(database, "SELECT site, email, name, password_hash FROM accounts")
    let_days_pass(database, 14)
    erase_all_expired(wired)
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        # The database is as it was yesterday: it knows of no tombstone, and the account is there.
        connection.execute("DELETE FROM tombstones")
        connection.execute(
            "INSERT INTO accounts (id, site, email, name, password_hash, status, locale)"
            " VALUES (%s, %s, %s, %s, %s, 'active', 'en')",
            [ann, *backup],
        )

    assert erase_restored(wired.unit_of_work, wired.store) == 1
    assert erase_restored(wired.unit_of_work, wired.store) == 0

    assert rows(database, "SELECT count(*) FROM accounts") == [(0,)]
    assert len(announced(database, MemberErased)) == 2


def test_erasures_are_announced_again_for_another_services_backup(database: Database, wired: Wiring, ann: UUID) -> None:
    let_days_pass(database, 14)
    erase_all_expired(wired)

    assert repeat_erasures(wired.unit_of_work, 35) == 1
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE tombstones SET erased_at = now() - interval '36 days'")
    assert repeat_erasures(wired.unit_of_work, 35) == 0


def test_members_whose_accounts_a_backup_lacks_are_erased_elsewhere(
    database: Database, wired: Wiring, ann: UUID
) -> None:
    """An id with an account is left alone, and an unknown one is erased once."""
    unknown = uuid4()

    assert erase_unknown(wired.unit_of_work, wired.store, [ann, unknown]) == 1
    assert erase_unknown(wired.unit_of_work, wired.store, [ann, unknown]) == 0

    assert [event.member_id for event in announced(database, MemberErased)] == [str(unknown)]
    assert rows(database, "SELECT member_id FROM tombstones") == [(unknown,)]
    assert [each.member_id for each in wired.store.tombstones_since(days_ago(1))] == [unknown]
    assert rows(database, "SELECT count(*) FROM accounts") == [(1,)]


def an_hour_later(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE tombstones SET told_at = told_at - interval '61 minutes'")


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The result or error of each call, all begun at the same moment."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Refusal as refusal:
            return refusal

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
