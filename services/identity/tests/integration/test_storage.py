from alembic import command
from shared.kit.migrate import service_config
from shared.kit.storage import Database
from shared.kit.testing.database import superuser_of


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("identity", superuser_of(database)))
