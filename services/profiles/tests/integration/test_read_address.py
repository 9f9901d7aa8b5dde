"""Searches read from a second server, and nobody sees a page that contradicts what they have just done."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from runner.backing_services import Server, postgres_replica, postgres_server, redis
from shared.kit.http.app import create_app
from shared.kit.testing.database import migrated
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.settings import ProfilesSettings
from profiles.tests.fakes import FakeAccounts, FakePayments
from profiles.tests.makers import Town
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring, wire


@pytest.fixture(scope="module")
def primary() -> Iterator[Server]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def read_from_two(primary: Server, keys: KeyPair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    url = migrated(primary.url, "profiles", "_replicated")
    with postgres_replica(primary) as standby, redis() as redis_url:
        own, other = (each.url.rpartition(":")[2].partition("/")[0] for each in (primary, standby))
        settings = ProfilesSettings.from_environment(
            **environment_of(
                "profiles",
                DATABASE_URL=url,
                DATABASE_READ_URL=url.replace(f":{own}/", f":{other}/"),
                DATABASE_READ_STALENESS="60",
                REDIS_URL=redis_url,
                TOKEN_PUBLIC_KEY=str(keys.public),
                MEDIA_URL=f"file://{tmp_path_factory.mktemp('media')}",
            )
        )
        yield replace(wire(settings), accounts=FakeAccounts(), payments=FakePayments()), standby


@pytest.fixture
def wiring(read_from_two: Any) -> Wiring:
    return read_from_two[0]  # type: ignore[no-any-return]


@pytest.fixture
def standby(read_from_two: Any) -> Server:
    return read_from_two[1]  # type: ignore[no-any-return]


@pytest.fixture
def browser(wiring: Wiring, keys: KeyPair) -> Browser:
    return Browser(create_app(wiring.settings, wiring.database, BLUEPRINTS, wiring), keys)


@pytest.fixture
def replicated_town(wiring: Wiring) -> Town:
    return Town(wiring.database)


def on(server: Server, statement: str) -> Any:
    with psycopg.connect(server.url, autocommit=True) as connection:
        return connection.execute(statement).fetchall()[0][0]


def catch_up(primary: Server, standby: Server, wiring: Wiring) -> None:
    """Wait until the standby has all, let the process see that, and stop the standby's replay."""
    on(standby, "SELECT pg_wal_replay_resume()")
    written = on(primary, "SELECT pg_current_wal_lsn()")
    deadline = time.monotonic() + 60
    while not on(standby, f"SELECT pg_last_wal_replay_lsn() >= '{written}'"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    replica = wiring.replica_reads._replica
    assert replica
    while not replica.is_fresh():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    on(standby, "SELECT pg_wal_replay_pause()")
    while on(standby, "SELECT pg_get_wal_replay_pause_state()") != "paused":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def found(browser: Browser) -> set[UUID]:
    answer = browser.get("/api/search.php")
    assert answer.status_code == 200, answer.json
    return {UUID(each["id"]) for each in answer.json["profiles"]}


def test_searches_are_answered_by_the_replica_until_a_member_changes_something(
    browser: Browser, replicated_town: Town, wiring: Wiring, primary: Server, standby: Server
) -> None:
    ann, eve = replicated_town.woman(), replicated_town.woman()
    bo, cas = replicated_town.man(), replicated_town.man()
    catch_up(primary, standby, wiring)
    late = replicated_town.man()

    # The replica answers: it does not know the latest member.
    assert found(browser.as_member(ann)) == found(browser.as_member(eve)) == {bo, cas}

    assert browser.as_member(ann).post("/api/block.php", {"id": str(uuid4()), "profile_id": str(bo)}).status_code < 300
    assert found(browser.as_member(ann)) == {cas, late}
    assert found(browser.as_member(eve)) == {bo, cas}
    assert found(browser.as_member(bo)) == {eve}


def test_a_member_whom_the_replica_does_not_know_searches_nevertheless(
    browser: Browser, replicated_town: Town, wiring: Wiring, primary: Server, standby: Server
) -> None:
    bo = replicated_town.man()
    catch_up(primary, standby, wiring)
    newcomer = replicated_town.woman()

    assert bo in found(browser.as_member(newcomer))
