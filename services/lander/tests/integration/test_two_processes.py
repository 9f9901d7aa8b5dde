"""A page published by one web process of the lander is served by the other one, and taken away there as well."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from uuid import UUID

import httpx
import pytest
from lander.tests.makers import document
from lander.tests.postbacks import IMPORTED
from lander.wiring import Wiring
from runner.ports import free_port
from shared.kit.db import Database
from shared.kit.http import SITE_HEADER, TOKEN_HEADER
from shared.kit.http.callers import LOCALE_HEADER
from shared.kit.testing import forked
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair

ANN = UUID(int=1)
LONGEST_SECONDS = 120


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


@contextmanager
def web_process(wired: Wiring, keys: KeyPair) -> Iterator[httpx.Client]:
    """A web process of the service, asked as the gateway asks it for a marketer."""
    address = f"127.0.0.1:{free_port()}"
    declared = environment_of(
        "lander",
        DATABASE_URL=wired.settings.database_url,
        TOKEN_PUBLIC_KEY=str(keys.public),
        PAIRWISE_LISTEN=address,
    )
    environment = {**os.environ, **declared}
    process = forked.start("shared.kit.run", "lander", "web", environment=environment, imported=IMPORTED)
    headers = {
        "Host": "localhost",
        "X-Request-Type": "app",
        LOCALE_HEADER: "en",
        SITE_HEADER: "pairwise",
        TOKEN_HEADER: keys.token(ANN, marketer=True, site="pairwise"),
    }
    try:
        with httpx.Client(base_url=f"http://{address}", headers=headers, timeout=30) as client:
            until(lambda: _answers(client))
            yield client
    finally:
        process.terminate()
        process.join()


def _answers(client: httpx.Client) -> bool:
    with suppress(httpx.TransportError):
        return client.get("/landers/video").status_code == 200
    return False


@pytest.fixture
def processes(wired: Wiring, database: Database, keys: KeyPair) -> Iterator[list[httpx.Client]]:
    with ExitStack() as stack:
        yield [stack.enter_context(web_process(wired, keys)) for _ in range(2)]


def change(client: httpx.Client, action: str, **more: int) -> int:
    return client.put("/api/marketing-page.php", json={"slug": "spring", "action": action, **more}).status_code


def serves(client: httpx.Client, title: str) -> bool:
    page = client.get("/en/landers/spring")
    return page.status_code == 200 and title in page.text


def test_a_page_published_by_one_process_is_served_by_the_other(processes: list[httpx.Client]) -> None:
    desk, other = processes
    assert other.get("/en/landers/spring").status_code == 404

    body = {"slug": "spring", "base": 0, "document": document()}
    assert desk.post("/api/marketing-page.php", json=body).status_code == 201
    assert change(desk, "publish", version=1) == 200
    until(lambda: serves(other, "Spring is here"))

    assert change(desk, "retire") == 200
    until(lambda: other.get("/en/landers/spring").status_code == 404)
