from collections.abc import Iterator

import pytest
from runner.backing_services import Server, nats
from shared.kit.db import Database
from shared.kit.testing.database import empty, migrated_kit


@pytest.fixture(scope="session")
def kit_database(postgres_server: str) -> Database:
    return Database(migrated_kit(postgres_server, "inventory"))


@pytest.fixture
def database(kit_database: Database) -> Database:
    empty(kit_database)
    return kit_database


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server
