"""Searches as members make them, and the statements of one."""

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from profiles.domain.atlas import Atlas
from profiles.domain.fields import TRAITS
from profiles.domain.profile import Viewer
from profiles.domain.search import COUNTED, FEW, Count, Criteria, Filters, Nearness, criteria_for
from profiles.domain.traits import Gender
from profiles.storage.search import begin_statement, page_statement
from profiles.storage.search_shares import Shares
from shared.gazetteer import regions, towns
from shared.sites.interests import Interest
from sqlalchemy import create_engine

PAGE = 25


BUDGET_MS = {"with gender, age, place, photo, blocks": 10.0, "with further fields and interests": 50.0}


VIEWERS = """
    SELECT member_id, gender, seeks, birth_date, interests, town_id, country, region FROM profiles
    ORDER BY (member_id IN (SELECT blocker_id FROM blocks)) DESC, hashtext(member_id::text) LIMIT 400
"""


@dataclass(frozen=True)
class Search:
    """One search as a member would make it: first how many there are, then the page."""

    kind: str
    viewer: UUID
    criteria: Criteria


@dataclass(frozen=True)
class Taken:
    """Seconds: how many there are, with the page when they are few; and the index scan for a page of many."""

    kind: str
    begin: float
    scan: float
    few: bool
    cpu: float  # of the database, for all of it: other work on the machine is not in it


def searches_of(address: str, each: int) -> list[Search]:
    """Searches of members, `each` of every kind; members with many blocks are among them."""
    rng = Random(11)  # noqa: S311
    viewers = some_viewers(address)
    atlas = Atlas(towns(), regions())
    found: list[Search] = []
    for number in range(each):
        viewer, country, region = viewers[number % len(viewers)]
        filters = usual_filters(rng, viewer, country, region)
        further = _further(rng, filters)
        for kind, one in zip(BUDGET_MS, (filters, further), strict=True):
            found.append(Search(kind, viewer.member_id, criteria_for(viewer, one)))
        rings = atlas.rings(viewer.town_id or 0)
        nearness = Nearness(rings[rng.randrange(len(rings))])
        wide = replace(criteria_for(viewer, filters), country=None, region=None, nearness=nearness)
        found.append(Search("one band of distance", viewer.member_id, wide))
    return found


def some_viewers(address: str) -> list[tuple[Viewer, str, str]]:
    now = datetime.now(UTC)
    with psycopg.connect(address) as connection:
        rows = connection.execute(VIEWERS).fetchall()
    return [
        (
            Viewer(
                member_id=member,
                gender=Gender(gender),
                seeks=tuple(Gender(each) for each in seeks),
                birth_date=born,
                interests=tuple(interests),
                town_id=town,
                is_premium=False,
                is_deleted=False,
                is_quiet=False,
                at=now,
            ),
            country,
            region,
        )
        for member, gender, seeks, born, interests, town, country, region in rows
    ]


def usual_filters(rng: Random, viewer: Viewer, country: str, region: str) -> Filters:
    """Mostly in the own country, of about the own age; now and then anywhere, or of any age."""
    place, age = rng.random(), viewer.at.year - viewer.birth_date.year
    return Filters(
        country=country if place < 0.85 else None,
        region=region if place < 0.3 else None,
        min_age=max(18, age - rng.randint(2, 15)) if rng.random() < 0.8 else 18,
        max_age=age + rng.randint(2, 15) if rng.random() < 0.8 else 120,
        with_photo=rng.random() < 0.6,
    )


def _further(rng: Random, filters: Filters) -> Filters:
    """One to four fields with one to three values each, common or rare alike, and up to three interests."""
    fields = sorted(rng.sample([name for name in TRAITS if name != "sexuality"], rng.randint(1, 4)))
    traits = tuple(
        (name, tuple(sorted(rng.sample([str(value) for value in TRAITS[name].values], rng.randint(1, 3)))))
        for name in fields
    )
    interests = tuple(sorted(str(one) for one in rng.sample(list(Interest), rng.randint(0, 3))))
    return replace(filters, traits=traits, interests=interests)


def shares_of(address: str) -> Shares:
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        return Shares.read(connection)


def ask(connection: psycopg.Connection[Any], search: Search, shares: Shares) -> Taken:
    process = connection.info.backend_pid
    cpu, started = cpu_seconds(process), time.perf_counter()
    most = FEW if search.criteria.nearness else COUNTED
    rare = shares.is_rare(search.criteria)
    first = connection.execute(*begin_statement(search.viewer, search.criteria, PAGE, most, rare=rare)).fetchone()
    between = time.perf_counter()
    few = first is not None and Count.of(first[0], most).is_few
    if not few:
        connection.execute(*page_statement(search.viewer, search.criteria, None, PAGE, few=False)).fetchall()
    taken = time.perf_counter() - between
    return Taken(search.kind, between - started, taken, few, cpu_seconds(process) - cpu)


def cpu_seconds(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
