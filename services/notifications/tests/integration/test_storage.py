from uuid import UUID

import psycopg
from alembic import command
from notifications.domain.member_name import MemberName
from notifications.storage.seed import SeedName, seed
from notifications.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("notifications", superuser_of(database)))


def test_the_seed_names_members(wired: Wiring, database: Database) -> None:
    with psycopg.connect(database.dsn) as connection:
        seed(connection, [SeedName(UUID(int=1), "Mila", False), SeedName(UUID(int=2), "Bo", True)])

    with wired.unit_of_work() as uow:
        assert uow.names.of([UUID(int=2)]) == {UUID(int=2): MemberName("Bo", True)}
