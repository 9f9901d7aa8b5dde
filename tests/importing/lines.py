"""Lines of a member base, and the rules to import them by."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import psycopg
from importer.rows import Rules
from profiles.domain.fields import TRAITS
from shared.kit.db import Database
from shared.sites import SiteDirectory
from shared.sites.interests import Interest

SITES = SiteDirectory()


NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


RULES = Rules("pairwise", SITES.get("pairwise"), NOW)


Line = dict[str, str]


def a_line(number: int = 0, **fields: str) -> Line:
    """A new person, the same for the same number."""
    rng = Random(number)  # noqa: S311
    gender, other = rng.sample(["male", "female"], 2)
    usual = {
        "email": f"member.{number}@elsewhere.example",
        "name": f"Übrig Nº{number}",
        "date_of_birth": f"{rng.randint(1950, 2005)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}",
        "gender": gender,
        "seeks": other,
        "matching_consent": "2024-03-01T20:15:00Z",
        "country": "nl",
        "town": rng.choice(["Utrecht", "zeist", "'s-Hertogenbosch"]),
        "about": 'Says "hi",\nover two lines; with a semicolon.',
        "interests": ";".join(sorted(rng.sample([str(one) for one in Interest], 3))),
        "eye_colour": rng.choice([str(one) for one in TRAITS["eye_colour"].values]),
        "joined_at": "2024-03-01T20:15:00Z",
    }
    return usual | fields


def count(database: Database, table: str) -> Any:
    with psycopg.connect(database.dsn) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608
    assert row is not None
    return row[0]
