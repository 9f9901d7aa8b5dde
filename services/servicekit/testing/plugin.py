"""Fixtures that every service's tests share; the root conftest names this plugin."""

from collections.abc import Iterator

import pytest

from servicekit.testing.database import test_postgres
from servicekit.testing.tokens import KeyPair


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The superuser's address of a real PostgreSQL."""
    with test_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> KeyPair:
    """The key pair that signs and checks tokens in this run."""
    return KeyPair.make(tmp_path_factory.mktemp("keys"))
