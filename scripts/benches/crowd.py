"""A crowd for search: as many members as asked, where Europeans live, as old and as active as members are."""

import io
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from demo.homes import country_shares
from profiles.domain.traits import (
    BodyType,
    Education,
    EyeColour,
    HairColour,
    HasChildren,
    RelationshipStatus,
    Smoking,
    Tattoos,
    WantsChildren,
)
from profiles.storage.search import REMEMBER
from shared.gazetteer import towns
from shared.sites.interests import Interest

DAY = 86_400
AT_ONCE = 50_000
COLUMNS = (
    "member_id, name, birth_date, gender, sexuality, seeks, wants_from, wants_to, town_id, country, region, interests,"
    " relationship_status, hair_colour, eye_colour, body_type, tattoos, has_children, wants_children, smoking,"
    " education, looking_for, languages, height_cm, language, last_active_at, joined_at"
)
# Some interests and looks are common, others rare.
LIKED = [1 / (2 + place) for place in range(len(Interest))]
LOOKS: tuple[tuple[list[str], list[float]], ...] = (
    (list(RelationshipStatus), [60, 20, 5, 5, 10]),
    (list(HairColour), [14, 30, 16, 24, 4, 8, 2, 2]),
    (list(EyeColour), [36, 10, 10, 36, 8]),
    (list(BodyType), [24, 38, 16, 14, 8]),
    (list(Tattoos), [66, 20, 14]),
    (list(HasChildren), [50, 30, 20]),
    (list(WantsChildren), [30, 50, 20]),
    (list(Smoking), [70, 14, 12, 4]),
    (list(Education), [16, 34, 28, 18, 4]),
    (["{relationship}", "{relationship,dating}", "{friends,chat}", "{}"], [30, 30, 10, 30]),
    (["{nl,en}", "{en}", "{de,en}", "{tr,de}", "{}"], [30, 20, 20, 2, 28]),
    ([str(height) for height in range(150, 200)], [1] * 50),
)
WITH_PHOTO = 0.8
# No triggers and no foreign key checks: the generated rows are consistent. Indexes are built after the load.
UNWATCHED = "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'"
FACTS = """
    INSERT INTO search_facts (id, sought, pool, gender, country, region, town_id, birth_date, has_image, traits,
                              traits_2, traits_3, traits_5, interests, wants_from, wants_to)
    SELECT id, side, pool, gender, country, region, town_id, birth_date, has_image, traits, traits_2, traits_3,
           traits_5, interests, wants_from, wants_to
    FROM search_rows, unnest(ARRAY[1, 2]::smallint[]) AS side WHERE seeks & side <> 0
"""
PHOTOS = f"""
    INSERT INTO photos (id, member_id, position, status, thumbhash, media)
    SELECT gen_random_uuid(), member_id, 0, 'active', '', 'demo/w001-1' FROM profiles
    WHERE hashtext(member_id::text) %% 100 < {WITH_PHOTO * 100:.0f} AND hashtext(member_id::text) > 0
       OR hashtext(member_id::text) <= 0 AND -(hashtext(member_id::text) %% 100) < {WITH_PHOTO * 100:.0f}
"""  # noqa: S608
# Some members have blocked many, most a few; some of the blocked block back.
BLOCKS = """
    INSERT INTO blocks (blocker_id, blocked_id)
    SELECT a.member_id, b.member_id FROM
    (SELECT member_id, row_number() OVER () n FROM profiles LIMIT 2000) a
    JOIN (SELECT member_id, row_number() OVER () m FROM profiles LIMIT 2000) b
    ON (b.m - a.n + 2000) %% 2000 BETWEEN 1 AND CASE WHEN a.n %% 50 = 0 THEN 200 ELSE 12 END
"""
INDEXES = """
    SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = 'public' AND indexname LIKE 'ix\\_search\\_%'
"""


def fill(address: str, members: int) -> None:
    """Fill an empty, migrated database of profiles with so many members, by COPY."""
    with psycopg.connect(address) as connection:
        connection.execute(UNWATCHED)
        indexes = connection.execute(INDEXES).fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        with connection.cursor().copy(f"COPY profiles ({COLUMNS}) FROM STDIN") as copy:
            for lines in crowd(members, datetime.now(UTC)):
                copy.write(lines)
        connection.execute(PHOTOS, {})
        connection.execute(BLOCKS, {})
        connection.execute(REMEMBER.format(which="true"))
        connection.execute(FACTS)
        for _, definition in indexes:
            connection.execute(definition)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE profiles, photos, blocks, search_rows, search_facts")
        connection.execute("CHECKPOINT")


def crowd(members: int, now: datetime) -> Iterator[bytes]:
    """The rows of profiles as COPY reads them, the same ones every time but for the clock."""
    rng = Random(7)  # noqa: S311
    places, weights = _places()
    sums = list(accumulate(weights))
    for start in range(0, members, AT_ONCE):
        count = min(AT_ONCE, members - start)
        homes = rng.choices(places, cum_weights=sums, k=count)
        looks = [rng.choices(values, shares, k=count) for values, shares in LOOKS]
        out = io.StringIO()
        for number in range(count):
            out.write(_row(rng, homes[number], [look[number] for look in looks], now))
        yield out.getvalue().encode()


def _row(rng: Random, home: Any, looks: list[str], now: datetime) -> str:
    gender = "female" if rng.random() < 0.46 else "male"
    other = "male" if gender == "female" else "female"
    chance = rng.random()
    seeks, sexuality = (
        (f"{{{other}}}", "hetero")
        if chance < 0.89
        else ("{male,female}", "bi")
        if chance < 0.94
        else (f"{{{gender}}}", "lesbian" if gender == "female" else "gay")
    )
    age = min(75.0, max(18.1, rng.gammavariate(5.2, 4.4) + 14.5))
    born = date.fromordinal(now.toordinal() - int(age * 365.25) - 1)
    picky = rng.random() < 0.4
    wants = (max(18, int(age) - rng.randint(4, 15)), int(age) + rng.randint(4, 15)) if picky else (18, 120)
    liked = {str(interest) for interest in rng.choices(list(Interest), LIKED, k=rng.randint(3, 9))}
    silent = rng.randrange(600) if rng.random() < 0.05 else 600 + int(365 * DAY * rng.random() ** 4.5)
    tab = "\t"
    member = UUID(int=rng.getrandbits(128), version=4)
    return (
        f"{member}\tMember\t{born}\t{gender}\t{sexuality}\t{seeks}\t{wants[0]}\t{wants[1]}\t{home[0]}\t{home[1]}\t{home[2]}"
        f"\t{{{','.join(liked)}}}\t{tab.join(looks)}\ten"
        f"\t{now - timedelta(seconds=silent)}\t{now - timedelta(seconds=silent + 60 * DAY)}\n"
    )


def _places() -> tuple[list[tuple[int, str, str]], list[float]]:
    """Towns with the share of members who live there: the country's share, spread by population."""
    countries, sums = country_shares()
    share = {name: upto - below for name, upto, below in zip(countries, sums, [0, *sums], strict=False)}
    people: dict[str, int] = {}
    for town in towns():
        people[town.country] = people.get(town.country, 0) + town.population
    known = [town for town in towns() if town.country in share]
    return (
        [(town.id, town.country, town.region_id) for town in known],
        [share[town.country] * town.population / people[town.country] for town in known],
    )
