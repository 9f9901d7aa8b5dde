from alembic import command
from servicekit.migrate import service_config
from servicekit.storage import Database
from servicekit.testing.database import superuser_of


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("identity", superuser_of(database)))
