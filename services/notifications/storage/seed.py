"""Bulk loading of names, so that emails to and about demonstration members can name them."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import psycopg


@dataclass(frozen=True, slots=True)
class SeedName:
    """A member's name as their profile shows it, and whether the profile is fictional."""

    member_id: UUID
    name: str
    is_fictional: bool


def seed(connection: psycopg.Connection, names: Iterable[SeedName]) -> None:
    """Add these names in the caller's transaction."""
    with connection.cursor().copy("COPY names (member_id, name, is_fictional) FROM STDIN") as copy:
        for name in names:
            copy.write_row((name.member_id, name.name, name.is_fictional))
