import os

import pytest
from alembic import command
from servicekit.migrate import grant, kit_config
from servicekit.storage import Database
from servicekit.storage.tables import KitBase
from servicekit.testing.database import empty, fresh


@pytest.fixture(scope="session")
def kit_database(postgres_server: str) -> Database:
    runtime, owner = fresh(postgres_server, f"kit_{os.getpid()}")
    command.upgrade(kit_config(owner), "head")
    grant(owner, [KitBase.metadata])
    return Database(runtime)


@pytest.fixture
def database(kit_database: Database) -> Database:
    empty(kit_database)
    return kit_database
