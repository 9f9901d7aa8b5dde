"""A page of search is one index scan, with any filters. A plan that reads all rows is a fault before it is slow."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from shared.kit.db import Database
from shared.kit.testing.database import empty, superuser_of

from profiles.domain.bit_masks import VERIFIED
from profiles.domain.search import Criteria, Position
from profiles.domain.traits import Gender
from profiles.storage.search import REMEMBER, Statement, begin_statement, count_statement, page_statement
from profiles.wiring import Wiring

MEMBERS = 20_000
CROWD = f"""
    INSERT INTO profiles
        (member_id, name, birth_date, gender, sexuality, seeks, country, region, language, last_active_at)
    SELECT gen_random_uuid(), 'Someone', date '1960-01-01' + (n * 37 %% 17000), gender, 'hetero',
           ARRAY[CASE WHEN n %% 20 = 0 THEN gender WHEN gender = 'male' THEN 'female' ELSE 'male' END],
           CASE WHEN n %% 3 = 0 THEN 'NL' ELSE 'DE' END, CASE WHEN n %% 3 = 0 THEN 'nl-utrecht' ELSE 'de-berlin' END,
           'nl', now() - interval '1 minute' * (n * 7919 %% 250000)
    FROM (SELECT n, CASE WHEN n %% 2 = 0 THEN 'male' ELSE 'female' END AS gender FROM generate_series(1, {MEMBERS}) n) x
"""  # noqa: S608

PHOTOS = """
    INSERT INTO photos (id, member_id, position, status, thumbhash, media)
    SELECT gen_random_uuid(), member_id, 0, 'active', '', 'demo/w001-1' FROM profiles
    WHERE ('x' || right(member_id::text, 2))::bit(8)::int < 200
"""
BOTH, MEN = (Gender.FEMALE, Gender.MALE), (Gender.MALE,)
AGES = (date(1980, 1, 1), date(1995, 1, 1))
WANTED = {
    "anywhere": Criteria(MEN, Gender.FEMALE),
    "country": Criteria(MEN, Gender.FEMALE, country="NL"),
    "region": Criteria(MEN, Gender.FEMALE, country="NL", region="nl-utrecht"),
    "ages": Criteria(MEN, Gender.FEMALE, None, "NL", None, *AGES),
    "few": Criteria(MEN, Gender.MALE, None, "NL", None, *AGES),
    "both genders": Criteria(BOTH, Gender.FEMALE, None, "DE", None, *AGES),
    "with photo": Criteria(MEN, Gender.FEMALE, country="NL", with_photo=True),
    "unverified": Criteria(MEN, Gender.FEMALE, country="NL", is_unverified=True),
}
FACTUAL = WANTED | {
    "traits": Criteria(MEN, Gender.FEMALE, aged=30, traits=(1 << 31, 1 << 42), interests=0b100),
    "further traits": Criteria(MEN, Gender.FEMALE, aged=30, traits=(1 << 67, 1 << 300)),
    "verified": Criteria(MEN, Gender.FEMALE, aged=30, traits=(VERIFIED,)),
    "aged": Criteria(MEN, Gender.FEMALE, aged=30, country="NL"),
}
SOMEWHERE = Position(True, datetime.now(UTC) - timedelta(days=20), UUID(int=2**127))


@pytest.fixture(scope="module")
def crowd(wired: Wiring) -> Iterator[Database]:
    """Many members; one of them has blocked a hundred."""
    empty(wired.database, keep=("towns", "regions"))
    with psycopg.connect(superuser_of(wired.database), autocommit=True) as connection:
        connection.execute(CROWD, {})
        connection.execute(PHOTOS, {})
        connection.execute(REMEMBER.format(which="true"))
        connection.execute(
            "INSERT INTO blocks SELECT blocker.member_id, blocked.member_id FROM"
            " (SELECT member_id FROM profiles ORDER BY member_id LIMIT 1) blocker,"
            " (SELECT member_id FROM profiles ORDER BY member_id OFFSET 1 LIMIT 100) blocked"
        )
        connection.execute("VACUUM ANALYZE profiles, search_rows, search_facts, blocks")
    yield wired.database
    empty(wired.database, keep=("towns", "regions"))


@pytest.mark.parametrize("plans", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize("after", [None, SOMEWHERE], ids=["first page", "later page"])
@pytest.mark.parametrize("criteria", WANTED.values(), ids=WANTED)
def test_a_page_is_a_scan_of_its_index(crowd: Database, criteria: Criteria, after: Position | None, plans: str) -> None:
    nodes = plan(crowd, page_statement(_member(crowd), criteria, after, 25, few=False), plans)

    read = [node for node in nodes if node.get("Relation Name") == "search_rows"]
    assert {node["Node Type"] for node in read} <= {"Index Only Scan", "Index Scan"}
    assert {node["Index Name"] for node in read} == {_index(criteria)}
    assert len(read) == len(criteria.genders)
    # The walk stops when the page is full.
    assert all(node["Actual Rows"] <= 25 for node in read)


@pytest.mark.parametrize("criteria", FACTUAL.values(), ids=FACTUAL)
def test_counting_reads_no_table(crowd: Database, criteria: Criteria) -> None:
    nodes = plan(crowd, count_statement(_member(crowd), criteria), "force_custom_plan")

    read = {node["Node Type"] for node in nodes if node.get("Relation Name") == "search_facts"}
    assert read == {"Index Only Scan"}


@pytest.mark.parametrize("rare", [False, True], ids=["by place", "by lists"])
@pytest.mark.parametrize(
    "criteria",
    [FACTUAL["traits"], FACTUAL["both genders"], FACTUAL["verified"]],
    ids=["one gender", "both", "verified"],
)
def test_few_are_looked_up_one_by_one(crowd: Database, criteria: Criteria, rare: bool) -> None:
    nodes = plan(crowd, begin_statement(_member(crowd), criteria, 25, rare=rare), "force_custom_plan")

    rows = [node for node in nodes if node.get("Relation Name") == "search_rows"]
    assert {node.get("Index Name") for node in rows} == {"pk_search_rows"}


@pytest.mark.parametrize("name", ["traits", "verified"])
def test_lists_of_traits_are_merged(crowd: Database, name: str) -> None:
    nodes = plan(crowd, count_statement(_member(crowd), FACTUAL[name], rare=True), "force_custom_plan")

    assert "ix_search_facts_tokens" in {node.get("Index Name") for node in nodes}


def plan(database: Database, statement: Statement, plans: str) -> list[dict[str, Any]]:
    """The nodes of the statement's plan, as a server that prepares it would run it."""
    text, values = statement
    with psycopg.connect(database.dsn) as connection:
        connection.execute(f"SET plan_cache_mode = {plans}")
        cursor = connection.cursor()
        names = {name: f"${number}" for number, name in enumerate(values, start=1)}
        cursor.execute(f"PREPARE criteria AS {text % names}")
        arguments = ", ".join(psycopg.sql.Literal(value).as_string(connection) for value in values.values())
        row = cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE criteria ({arguments})").fetchone()
    assert row is not None
    return list(_nodes(row[0][0]["Plan"]))


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for inner in node.get("Plans", []):
        yield from _nodes(inner)


def _index(criteria: Criteria) -> str:
    place = "region" if criteria.region else "country" if criteria.country else "anywhere"
    return f"ix_search_rows_pool_{place}"


def _member(database: Database) -> UUID:
    with psycopg.connect(database.dsn) as connection:
        row = connection.execute("SELECT blocker_id FROM blocks LIMIT 1").fetchone()
    assert row is not None
    return UUID(str(row[0]))
