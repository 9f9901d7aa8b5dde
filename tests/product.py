"""The whole product for tests: started once, stopped at the end.

With PAIRWISE_TEST_HOME set, a copy that already runs from there is used and left running.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from runner.home import Home
from runner.throwaway import DidNotStart, Product, throwaway

__all__ = ["Product", "product", "show_first"]

MEMBERS = 300


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    if running := os.environ.get("PAIRWISE_TEST_HOME"):
        home = Path(running).resolve()
        yield Product(f"http://localhost:{Home(home).recall('public')['port']}", home)
        return
    try:
        with throwaway(MEMBERS) as started:
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
