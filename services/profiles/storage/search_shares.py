"""Share of members with each trait, from PostgreSQL's statistics, to choose the cheaper plan."""

import threading
import time
from dataclasses import dataclass, field

from shared.kit.db import Database
from sqlalchemy import Connection

from profiles.domain.bit_masks import split
from profiles.domain.profile import OLDEST, YOUNGEST
from profiles.domain.search import COUNTED, Criteria
from profiles.domain.traits import Gender

BIT_OF = {Gender.MALE: 1, Gender.FEMALE: 2}
ANYONE = 255
INTERESTS_FROM = 64
FRESH_SECONDS = 600.0
# Cost in microseconds, measured: a row of an index scan, an entry of a merged list, a row fetched by id.
SCANNED, MERGED, FETCHED = 0.11, 0.015, 3.0
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


def listed_masks(criteria: Criteria) -> list[tuple[int, int]]:
    """The masks with token lists, each with its first token: traits of the first word, and interests."""
    masks = [(mask, 0) for mask in criteria.traits if split(mask)[0] == 0]
    return [*masks, (criteria.interests, INTERESTS_FROM)] if criteria.interests else masks


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

    def is_rare(self, criteria: Criteria) -> bool:
        """Whether merging the GIN lists of the traits costs less than an index scan."""
        masks = listed_masks(criteria)
        if criteria.seeking is None or not self.of_tokens or not masks:
            return False
        scanned = merged = fetched = 0.0
        for gender in criteria.genders:
            kind = kind_of(criteria.pool, gender, criteria.seeking)
            everyone = self.of_tokens.get(kind + ANYONE, 0.0)
            fitting = everyone
            for mask, start in masks:
                having = sum(self.of_tokens.get(token, 0.0) for token in tokens_of(kind, mask, start))
                merged += having
                fitting *= min(1.0, having / everyone) if everyone else 0.0
            within = self._place(criteria) * _ages(criteria)
            # Counting ends once there are enough.
            enough = COUNTED / max(fitting * self.rows * within, COUNTED)
            scanned += everyone * within * enough
            fetched += fitting
        return merged * MERGED + fetched * FETCHED < scanned * SCANNED

    def _place(self, criteria: Criteria) -> float:
        place = criteria.region or criteria.country
        return 1.0 if place is None else self.of_places.get(place, 0.0)


def _ages(criteria: Criteria) -> float:
    """The share of the members within these birth dates, roughly."""
    if criteria.born_after is None or criteria.born_until is None:
        return 0.7 if criteria.born_after or criteria.born_until else 1.0
    years = (criteria.born_until - criteria.born_after).days / 365
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
