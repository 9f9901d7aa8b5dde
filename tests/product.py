"""The whole product for tests: started once, stopped at the end.

With PAIRWISE_TEST_HOME set, a copy that already runs from there is used and left running.
"""

import os
from collections.abc import Iterator
from unittest.mock import patch

import psycopg
import pytest
from runner.ports import free_port
from runner.throwaway import DidNotStart, Product, running_or_throwaway

from gateway.tests.otlp import Collector, collector

__all__ = ["Product", "product", "show_first", "traces"]

MEMBERS = 300


@pytest.fixture(scope="session")
def traces() -> Iterator[Collector]:
    """The collector of the product's spans; a running copy sends them to the port of PAIRWISE_TEST_TRACES."""
    with collector(int(os.environ.get("PAIRWISE_TEST_TRACES", "0"))) as running:
        yield running


@pytest.fixture(scope="session")
def product(request: pytest.FixtureRequest) -> Iterator[Product]:
    """It records traces if a test of this run reads them: each process takes half a second longer to start then."""
    # No TURN server runs there until a test of calls starts one.
    settings = {"TURN_URLS": os.environ.get("TURN_URLS") or f"turn:127.0.0.1:{free_port()}?transport=udp"}
    if any("traces" in test.fixturenames for test in request.session.items if isinstance(test, pytest.Function)):
        # Spans are sent twice a second, so that no test waits for long.
        endpoint = request.getfixturevalue("traces").endpoint
        settings |= {"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "OTEL_BSP_SCHEDULE_DELAY": "500"}
    try:
        with patch.dict(os.environ, settings), running_or_throwaway(MEMBERS, durable=False) as started:
            yield started
    except DidNotStart as reason:
        pytest.fail(str(reason), pytrace=False)


def show_first(product: Product, member_id: str) -> None:
    """Put a member at the head of today's lists: within a day their order is random (decision 27)."""
    with psycopg.connect(product.instance.database_url("profiles"), autocommit=True) as connection:
        for statement in (
            "UPDATE profiles SET last_active_at = date_trunc('day', now()) + interval '23:59:59' WHERE member_id = %s",
            "UPDATE search_rows SET last_active = date_trunc('day', now()) + interval '23:59:59' WHERE id = %s",
        ):
            connection.execute(statement, [member_id])
