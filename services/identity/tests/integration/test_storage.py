from alembic import command
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("identity", superuser_of(database)))
