"""What share of the members has which trait, as PostgreSQL's own statistics know it: for choosing the cheaper plan."""

import threading
import time
from dataclasses import dataclass, field

from servicekit.storage import Database
from sqlalchemy import Connection

from profiles.domain.profile import OLDEST, YOUNGEST
from profiles.domain.search import COUNTED, Wanted
from profiles.domain.traits import Gender

BIT_OF = {Gender.MALE: 1, Gender.FEMALE: 2}
ANYONE = 255
INTERESTS_FROM = 64
FRESH_SECONDS = 600.0
# Measured, in microseconds: a row of an index walked along, an entry of a list merged, a row fetched.
WALKED, MERGED, FETCHED = 0.11, 0.015, 3.0
MOST_AGES = 40

ROWS = "SELECT greatest(reltuples, 0) FROM pg_class WHERE relname = 'search_facts'"
TOKENS = """
    SELECT token, share FROM pg_stats,
    unnest(most_common_elems::text::int[], most_common_elem_freqs) AS common (token, share)
    WHERE tablename = 'ix_search_facts_tokens' AND token IS NOT NULL
"""
PLACES = """
    SELECT place, share FROM pg_stats,
    unnest(most_common_vals::text::text[], most_common_freqs) AS common (place, share)
    WHERE tablename = 'search_facts' AND attname IN ('country', 'region')
"""


def tokens_of(kind: int, mask: int, start: int) -> list[int]:
    """The numbers that `search_tokens` gives these bits."""
    return [kind + start + place for place in range(mask.bit_length()) if mask >> place & 1]


def kind_of(pool: int, gender: Gender, seeking: Gender) -> int:
    return ((pool * 4 + BIT_OF[gender]) * 4 + BIT_OF[seeking]) * 256


@dataclass(frozen=True)
class Shares:
    rows: float = 0.0
    of_tokens: dict[int, float] = field(default_factory=dict)
    of_places: dict[str, float] = field(default_factory=dict)

    @staticmethod
    def read(connection: Connection) -> "Shares":
        rows = connection.exec_driver_sql(ROWS).scalar_one_or_none() or 0.0
        tokens = {int(row.token): float(row.share) for row in connection.exec_driver_sql(TOKENS)}
        places = {str(row.place): float(row.share) for row in connection.exec_driver_sql(PLACES)}
        return Shares(rows, tokens, places)

    def is_rare(self, wanted: Wanted) -> bool:
        """Whether merging the lists of those who have each trait costs less than walking past everyone."""
        if wanted.seeking is None or not self.of_tokens or not (wanted.traits or wanted.interests):
            return False
        walked = merged = fetched = 0.0
        for gender in wanted.genders:
            kind = kind_of(wanted.pool, gender, wanted.seeking)
            everyone = self.of_tokens.get(kind + ANYONE, 0.0)
            fitting = everyone
            for mask, start in [*((mask, 0) for mask in wanted.traits), (wanted.interests, INTERESTS_FROM)]:
                if mask:
                    having = sum(self.of_tokens.get(token, 0.0) for token in tokens_of(kind, mask, start))
                    merged += having
                    fitting *= min(1.0, having / everyone) if everyone else 0.0
            within = self._place(wanted) * _ages(wanted)
            # Counting ends once there are enough.
            enough = COUNTED / max(fitting * self.rows * within, COUNTED)
            walked += everyone * within * enough
            fetched += fitting
        return merged * MERGED + fetched * FETCHED < walked * WALKED

    def _place(self, wanted: Wanted) -> float:
        place = wanted.region or wanted.country
        return 1.0 if place is None else self.of_places.get(place, 0.0)


def _ages(wanted: Wanted) -> float:
    """The share of the members within these birth dates, roughly."""
    if wanted.born_after is None or wanted.born_until is None:
        return 0.7 if wanted.born_after or wanted.born_until else 1.0
    years = (wanted.born_until - wanted.born_after).days / 365
    return min(1.0, years / min(MOST_AGES, OLDEST - YOUNGEST))


class KnownShares:
    """The shares as they were at most ten minutes ago."""

    def __init__(self, database: Database) -> None:
        self._database, self._lock = database, threading.Lock()
        self._shares, self._read_at = Shares(), float("-inf")

    def __call__(self) -> Shares:
        with self._lock:
            if time.monotonic() - self._read_at > FRESH_SECONDS:
                with self._database.engine.connect() as connection:
                    self._shares = Shares.read(connection)
                self._read_at = time.monotonic()
            return self._shares
