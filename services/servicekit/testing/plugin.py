"""Fixtures that every service's tests share; the root conftest names this plugin."""

from collections.abc import Iterator

import pytest

from servicekit.storage import database
from servicekit.testing.database import test_postgres
from servicekit.testing.tokens import KeyPair

PATIENT = "-c statement_timeout=60000 -c lock_timeout=60000 -c idle_in_transaction_session_timeout=60000"


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Nobody's runs out because a machine is busy with other tests: what is tried is not how fast it is."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(database, "LIMITS", PATIENT)
        changed.setattr(database, "POOL_SECONDS", 60)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The superuser's address of a real PostgreSQL."""
    with test_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> KeyPair:
    """The key pair that signs and checks tokens in this run."""
    return KeyPair.make(tmp_path_factory.mktemp("keys"))
