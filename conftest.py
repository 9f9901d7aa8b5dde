"""Fixtures for all tests; the paths to import from are in pyproject.toml."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from runner.backing_services import postgres

pytest_plugins = ["shared.kit.testing.plugin"]

# A busy machine is slow, and tests judge no speed. The same examples each time: a failing test fails for
# everybody and until it is mended.
settings.register_profile("any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Superuser address of a fresh PostgreSQL server; of a running one when PAIRWISE_TEST_POSTGRES names it."""
    if running := os.environ.get("PAIRWISE_TEST_POSTGRES"):
        yield running
        return
    with postgres() as address:
        yield address
