"""The erasure of an account: its tombstone, its receipts, and a restored backup."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import fsspec
import psycopg
import pytest
from pairwise.chat.v1.events_pb2 import MemberDataErased as ErasedByChat
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.events.consumers import handle_once
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.nats_messages import nats_message
from shared.kit.testing.web import Browser
from shared.registry import service_names

from identity.store import days_ago
from identity.tests.factories import erase_all_expired, last_mail, sign_up_form, signed_up
from identity.tests.leaving import PASSWORD, at_once, let_days_pass
from identity.usecases.erase_expired import repeat_unconfirmed
from identity.usecases.reactivate import reactivate
from identity.usecases.repeat_erasures import erase_restored, erase_unknown, repeat_erasures
from identity.wiring import Wiring
from identity.worker import consumers


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


def rows(database: Database, query: str) -> list[Any]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(query).fetchall()


def consume(wired: Wiring, event: Any) -> str:
    [consumer] = [consumer for consumer in consumers(wired) if consumer.event is type(event)]
    return handle_once(wired.unit_of_work, consumer, nats_message(event))


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
    consume(wired, ErasedByChat(member_id=str(ann), rows=7))
    consume(wired, ErasedByChat(member_id=str(ann), rows=2))
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
