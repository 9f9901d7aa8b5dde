import pytest
from shared.kit.storage import Database
from shared.kit.testing.database import empty, migrated_kit


@pytest.fixture(scope="session")
def kit_database(postgres_server: str) -> Database:
    return Database(migrated_kit(postgres_server, "kit"))


@pytest.fixture
def database(kit_database: Database) -> Database:
    empty(kit_database)
    return kit_database
