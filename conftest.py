"""Fixtures for all tests; the paths to import from are in pyproject.toml."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from runner.backing_services import postgres
from runner.pooler import pooler

pytest_plugins = ["shared.kit.testing.plugin"]

# A busy machine is slow, and tests judge no speed. The same examples each time: a failing test fails for
# everybody and until it is mended.
settings.register_profile("any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_configure() -> None:
    """SIGTERM ends a run as Ctrl-C does, so that servers of its fixtures are stopped."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Superuser address of a fresh PostgreSQL server; of a running one when PAIRWISE_TEST_POSTGRES names it."""
    if running := os.environ.get("PAIRWISE_TEST_POSTGRES"):
        yield running
        return
    with postgres() as address:
        yield address


@pytest.fixture(scope="session", autouse=True)
def through_a_pooler(request: pytest.FixtureRequest) -> Iterator[None]:
    """With PAIRWISE_TEST_POOLER=1 every `Database` connects through PgBouncer in transaction mode."""
    if not os.environ.get("PAIRWISE_TEST_POOLER"):
        yield
        return
    from shared.kit.db import Database

    connect = Database.__init__
    # Race tests hold many transactions at once.
    with pooler(request.getfixturevalue("postgres_server"), pool_size=40) as through:

        def connect_through_it(self: Database, url: str, **given: Any) -> None:
            connect(self, url, **{"pooler_url": through(url) if "@" in url else None, **given})

        with pytest.MonkeyPatch.context() as changed:
            changed.setattr(Database, "__init__", connect_through_it)
            yield
