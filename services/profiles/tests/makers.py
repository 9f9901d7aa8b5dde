"""Members of one town, the starting point of the tests of profiles."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
from shared.kit.db import Database

from profiles.domain.fields import FIELDS
from profiles.storage import ProfilesUnit
from profiles.storage.activity import Activity
from profiles.storage.seed import SeedPhoto, SeedProfile, seed

AMSTERDAM, UTRECHT, ZEIST, BERLIN = 2759794, 2745912, 2743977, 2950159
GRONINGEN = 2755251
THUMBHASH = "1QcSHQRnh493V4dIh4eXh1h4kJUI"


def ago(**span: float) -> datetime:
    """The moment so long before this one. Not a constant of a module: a day may end while its tests wait their turn."""
    return datetime.now(UTC) - timedelta(**span)


def midnight() -> datetime:
    """The beginning of this day of UTC, by which presence is counted."""
    return ago().replace(hour=0, minute=0, second=0, microsecond=0)


def a_profile(**changes: Any) -> SeedProfile:
    """A woman in Utrecht who seeks men, active today; but for the changes."""
    now = datetime.now(UTC)
    usual = SeedProfile(
        member_id=uuid4(),
        name="Ann",
        birth_date=date(1995, 4, 12),
        gender="female",
        seeks=("male",),
        town_id=UTRECHT,
        language="nl",
        joined_at=now - timedelta(days=90),
        last_active_at=now,
        photos=(SeedPhoto("demo/w001-1", THUMBHASH),),
        demonstration=False,
    )
    said = {name: changes.pop(name) for name in FIELDS if name in changes}
    return replace(usual, **changes, said=said)


def a_man(**changes: Any) -> SeedProfile:
    """A man in Utrecht who seeks women; but for the changes."""
    usual = {"name": "Bo", "gender": "male", "seeks": ("female",), "photos": (SeedPhoto("demo/m001-1", THUMBHASH),)}
    return a_profile(**{**usual, **changes})


class Town:
    """Members of the town, and changes to them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, *profiles: SeedProfile) -> None:
        with self._transaction() as connection:
            seed(connection, profiles)

    def woman(self, **changes: Any) -> UUID:
        return self._moved_in(a_profile(**changes))

    def man(self, **changes: Any) -> UUID:
        return self._moved_in(a_man(**changes))

    def change(self, member_id: UUID, **values: Any) -> None:
        with ProfilesUnit(self.database) as uow:
            uow.profiles.change(member_id, **values)
            uow.search.refresh(member_id)
            uow.commit()

    def verify(self, member_id: UUID) -> None:
        """Give the badge for all photos of a member."""
        photos = [photo for (photo,) in self.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=member_id)]
        self.change(member_id, verified_at=ago(), verified_photos=photos)

    def touch(self, member_id: UUID) -> None:
        """The member is active, and it is written at once."""
        activity = Activity(self.database)
        with ProfilesUnit(self.database, activity) as uow:
            uow.profiles.touch(member_id)
        activity.write()

    def block(self, blocker_id: UUID, blocked_id: UUID) -> None:
        with ProfilesUnit(self.database) as uow:
            uow.blocks.add(blocker_id, blocked_id)
            uow.commit()

    def hide_contact(self, member_id: UUID, contact_id: UUID) -> None:
        with ProfilesUnit(self.database) as uow:
            uow.blocks.hide_contact(member_id, contact_id, hidden=True)
            uow.commit()

    def acquaint(self, one: UUID, other: UUID) -> None:
        with ProfilesUnit(self.database) as uow:
            uow.profiles.acquaint(one, other)
            uow.commit()

    def newest(self, table: str) -> str:
        """The id, which the server makes, of the last decision, complaint or photo."""
        order = "added_at" if table == "photos" else "number"
        [(found,)] = self.rows(f"SELECT id FROM {table} ORDER BY {order} DESC LIMIT 1")  # noqa: S608
        return str(found)

    def rows(self, query: Any, **values: Any) -> list[tuple[Any, ...]]:
        with self._transaction() as connection:
            return connection.execute(query, values).fetchall()

    def run(self, statement: Any, **values: Any) -> None:
        with self._transaction() as connection:
            connection.execute(statement, values)

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Connection[Any]]:
        """On a connection of the pool: opening one takes longer than most statements of tests."""
        with self.database.engine.begin() as pooled:
            connection = pooled.connection.driver_connection
            assert isinstance(connection, psycopg.Connection)
            yield connection

    def _moved_in(self, profile: SeedProfile) -> UUID:
        self.add(profile)
        return profile.member_id
