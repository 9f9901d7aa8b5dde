"""The whole product for tests: started once, stopped at the end.

With PAIRWISE_TEST_HOME set, a copy that already runs from there is used and left running.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from runner.home import Home
from runner.throwaway import DidNotStart, Product, throwaway

__all__ = ["Product", "product"]

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
