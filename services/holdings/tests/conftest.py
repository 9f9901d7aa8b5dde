import os
from collections.abc import Iterator

import psycopg
import pytest
from alembic import command
from runner.parts import Server, nats
from servicekit.migrate import kit_config
from servicekit.storage import Database
from servicekit.testing.database import empty


@pytest.fixture(scope="session")
def kit_database(postgres_server: str) -> Database:
    name = f"holdings_{os.getpid()}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
    url = postgres_server.rsplit("/", 1)[0] + f"/{name}"
    command.upgrade(kit_config(url), "head")
    return Database(url)


@pytest.fixture
def database(kit_database: Database) -> Database:
    empty(kit_database)
    return kit_database


@pytest.fixture(scope="module")
def nats_server() -> Iterator[Server]:
    with nats() as server:
        yield server
