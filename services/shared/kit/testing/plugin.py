"""Fixtures that every service's tests share; the root conftest names this plugin."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.kit.storage import database
from shared.kit.testing.tokens import KeyPair

LONG_TIMEOUTS = dict.fromkeys(database.TIMEOUTS, "1min")


def pytest_configure() -> None:
    """Trust no certificate authority: tests call this machine only, and each httpx client would read all of them."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """Lengthen the timeouts of the connection pool: a busy machine must not fail a test."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(database, "TIMEOUTS", LONG_TIMEOUTS)
        changed.setattr(database, "POOL_TIMEOUT_SECONDS", 60)
        yield


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> KeyPair:
    """The key pair that signs and checks tokens in this run."""
    return KeyPair.make(tmp_path_factory.mktemp("keys"))
