"""Fixtures that every service's tests share; the root conftest names this plugin."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.kit.db import database
from shared.kit.http import replica_reads
from shared.kit.http.sliding_window import redis as counts_in_redis
from shared.kit.testing.tokens import KeyPair

LONG_TIMEOUTS = dict.fromkeys(database.TIMEOUTS, "1min")


def pytest_configure() -> None:
    """Set PAIRWISE_ENV, and trust no certificate authority: tests call this machine only, and each httpx client would
    read all of them."""
    # Without it every process is one of production.
    os.environ.setdefault("PAIRWISE_ENV", "test")
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """Lengthen the timeouts of the connection pool and of Redis: a busy machine must not fail a test."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(database, "TIMEOUTS", LONG_TIMEOUTS)
        changed.setattr(database, "POOL_TIMEOUT_SECONDS", 60)
        for asks_redis in (counts_in_redis, replica_reads):
            changed.setattr(asks_redis, "TIMEOUT_SECONDS", 60)
        yield


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> KeyPair:
    """The key pair that signs and checks tokens in this run."""
    return KeyPair.make(tmp_path_factory.mktemp("keys"))
