from datetime import UTC, datetime, timedelta

import psycopg
from alembic import command
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config

from profiles.storage.seed import SeedPhoto, seed
from profiles.tests.makers import THUMBHASH, Town, a_man, a_profile


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("profiles", superuser_of(database)))


def test_the_seed_keeps_what_it_is_given(database: Database, town: Town) -> None:
    photos = (SeedPhoto("demo/w001-1", THUMBHASH), SeedPhoto("demo/w001-2", THUMBHASH))
    ann = a_profile(seeks=("male", "female"), interests=("yoga", "plotting"), photos=photos, is_premium=True)

    town.add(ann)

    assert town.rows(
        "SELECT sexuality, seeks, country, region, interests, is_premium, demonstration, state FROM profiles"
    ) == [("bi", ["female", "male"], "NL", "nl-utrecht", ["yoga"], True, False, "active")]
    assert town.rows("SELECT position, media, status FROM photos ORDER BY position") == [
        (0, "demo/w001-1", "active"),
        (1, "demo/w001-2", "active"),
    ]
    assert town.rows("SELECT gender, seeks, country, region, has_image FROM search_rows") == [
        (2, 3, "NL", "nl-utrecht", True)
    ]


def test_a_crowd_moves_in_by_one_copy(database: Database, town: Town) -> None:
    earlier = datetime.now(UTC) - timedelta(days=5)
    crowd = [a_man(last_active_at=earlier - timedelta(seconds=number)) for number in range(5000)]

    with psycopg.connect(database.dsn) as connection:
        seed(connection, crowd)

    assert town.rows("SELECT count(*) FROM search_rows") == [(5000,)]
