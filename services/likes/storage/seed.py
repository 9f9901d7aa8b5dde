"""Bulk loading of likes, for demonstration and load tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import psycopg


@dataclass(frozen=True, slots=True)
class SeedLike:
    """`liker_id` likes `liked_id`. `seen_at` is when the liked member opened it; None leaves it new."""

    liker_id: UUID
    liked_id: UUID
    given_at: datetime
    seen_at: datetime | None = None
    part_id: UUID | None = None
    words: str | None = None


INSERT_MATCHES = """
INSERT INTO matches (first_id, second_id, made_at)
SELECT one.liker_id, one.liked_id, greatest(one.given_at, other.given_at)
FROM likes one JOIN likes other ON other.liker_id = one.liked_id AND other.liked_id = one.liker_id
WHERE one.liker_id < one.liked_id
ON CONFLICT DO NOTHING
"""


def seed(connection: psycopg.Connection, likes: Iterable[SeedLike]) -> None:
    """Add these likes, and the matches that follow from them, in the caller's transaction."""
    with connection.cursor().copy(
        "COPY likes (liker_id, liked_id, given_at, seen_at, part_id, words) FROM STDIN"
    ) as copy:
        for like in likes:
            copy.write_row((like.liker_id, like.liked_id, like.given_at, like.seen_at, like.part_id, like.words))
    connection.execute(INSERT_MATCHES)
