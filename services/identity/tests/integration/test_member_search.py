"""Members for the moderation desk, by what identity alone has; and the networks that it keeps for a fortnight."""

from typing import Any
from unittest.mock import Mock
from uuid import UUID, uuid4

import psycopg
import pytest
from pairwise.identity.v1.accounts_pb2 import FindMembersRequest
from shared.kit.core import Invalid, Malformed
from shared.kit.db import Database
from shared.kit.testing.web import Browser

from identity.domain.member_search import MOST_NETWORKS, SearchBy, networks_of, stored_network
from identity.rpc.accounts import AccountServicer
from identity.tests.factories import sign_up_form
from identity.usecases.compare_members import HOUSEHOLD, compare_members
from identity.usecases.find_members import find_members
from identity.wiring import Wiring

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
ADDRESS = "192.0.2.77"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    headers = {"User-Agent": FIREFOX, "X-Forwarded-For": ADDRESS}
    answer = browser.send("POST", "/api/signup.php", sign_up_form(), headers)
    return UUID(answer.json["user"]["id"])


def find(wired: Wiring, by: str, text: str, sites: tuple[str, ...] = ("pairwise",)) -> list[UUID]:
    return find_members(wired.unit_of_work(), wired.settings.source_keys, sites, SearchBy(by), text, 20)


def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(query).fetchall()


def run(database: Database, statement: str) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("text", ["ann@example.org", "ANN@", "example.org", "n@ex"])
def test_a_part_of_the_address_finds(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "email", text) == [ann]
    assert find(wired, "email", text, sites=("iskra",)) == []


@pytest.mark.parametrize("text", ["%%%", "a_n@", "ann@example.com"])
def test_another_address_and_signs_of_patterns_find_nobody(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "email", text) == []


@pytest.mark.parametrize("text", ["Firefox", "linux", "Firefox, Linux", "fire lin"])
def test_the_class_of_a_device_finds(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "device", text) == [ann]


@pytest.mark.parametrize("text", ["Chrome", "Firefox Windows"])
def test_another_class_finds_nobody(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "device", text) == []


def test_a_session_that_has_ended_is_no_device(wired: Wiring, database: Database, ann: UUID) -> None:
    run(database, "UPDATE sessions SET expires_at = now()")

    assert find(wired, "device", "Firefox") == []


@pytest.mark.parametrize("text", [ADDRESS, "192.0.2.0/24", "192.0.2.1/32", "192.0.0.0/16"])
def test_an_address_or_a_range_finds(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "network", text) == [ann]


@pytest.mark.parametrize("text", ["192.0.3.0/24", "198.51.0.0/16", "2001:db8::/40"])
def test_another_range_finds_nobody(wired: Wiring, ann: UUID, text: str) -> None:
    assert find(wired, "network", text) == []


@pytest.mark.parametrize(
    "text", ["192.0.0.0/15", "0.0.0.0/0", "::/0", "2001:db8::/39", "localhost", "192.0.2.", "1.2.3"]
)
def test_a_broader_range_and_other_words_are_refused(wired: Wiring, text: str) -> None:
    with pytest.raises(Invalid):
        find(wired, "network", text)


def test_no_address_is_stored(wired: Wiring, database: Database, ann: UUID) -> None:
    [(stored,)] = rows(database, "SELECT row(recent_networks.*)::text FROM recent_networks")

    assert "192" not in str(stored).split(",")[1][:8]
    [(length, member)] = rows(database, "SELECT length(network_hash), member_id FROM recent_networks")
    assert (length, member) == (32, ann)


def test_the_first_renewal_of_a_day_records_the_network(
    browser: Browser, wired: Wiring, database: Database, ann: UUID
) -> None:
    run(database, "UPDATE sessions SET used_on = current_date - 1")

    for address in ("198.51.100.9", "203.0.113.1"):
        answer = browser.send("GET", "/api/user.php", {}, {"X-Forwarded-For": address})
        assert answer.status_code == 200

    assert find(wired, "network", "198.51.100.9") == [ann]
    assert find(wired, "network", "203.0.113.1") == []


def test_an_address_that_is_none_is_not_recorded(browser: Browser, database: Database) -> None:
    browser.send("POST", "/api/signup.php", sign_up_form(), {"X-Forwarded-For": "unknown"})

    assert rows(database, "SELECT 1 FROM recent_networks") == []


def test_networks_are_as_coarse_as_stated() -> None:
    assert stored_network("192.0.2.77") == "192.0.2.0/24"
    assert stored_network("::ffff:192.0.2.77") == "192.0.2.0/24"
    assert stored_network("2001:db8:1:2:3::1") == "2001:db8:1::/48"
    assert networks_of("2001:db8:1:2::/64") == ["2001:db8:1::/48"]
    assert len(networks_of("10.0.0.0/16")) == len(networks_of("2001:db8::/40")) == MOST_NETWORKS


@pytest.mark.parametrize("text", ["", "ab", ",,,", "x" * 255])
@pytest.mark.parametrize("by", SearchBy)
def test_too_little_to_search_by_is_refused(wired: Wiring, by: SearchBy, text: str) -> None:
    with pytest.raises(Invalid):
        find(wired, by, text)


def test_the_answer_has_ids_alone(wired: Wiring, ann: UUID) -> None:
    asked = FindMembersRequest(by="email", text="ann@example", sites=["pairwise"], limit=5)

    assert list(AccountServicer(wired).FindMembers(asked, Mock()).member_ids) == [str(ann)]
    with pytest.raises(Malformed):
        AccountServicer(wired).FindMembers(FindMembersRequest(by="shoe", text=str(uuid4())), Mock())


def test_accounts_share_a_household_and_a_device_but_no_carrier(wired: Wiring, browser: Browser, ann: UUID) -> None:
    def join(number: int, agent: str, address: str) -> UUID:
        form = sign_up_form(email=f"m{number}@example.org")
        headers = {"User-Agent": agent, "X-Forwarded-For": address}
        another = Browser(browser.app, browser._keys)
        return UUID(another.send("POST", "/api/signup.php", form, headers).json["user"]["id"])

    beside, elsewhere = join(1, "curl", "192.0.2.9"), join(2, FIREFOX, "198.51.100.1")

    assert compare_members(wired.unit_of_work(), ann, [beside, elsewhere]) == ([beside], [elsewhere])

    others = [join(number, "curl", "192.0.2.9") for number in range(3, 3 + HOUSEHOLD)]
    assert compare_members(wired.unit_of_work(), ann, [beside, *others]) == ([], [])
