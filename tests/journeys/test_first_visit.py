"""The first page of a new visitor, with an empty cache, until nothing more is asked for."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

MOST_REQUESTS = 40
MOST_SCRIPT = 130_000  # bytes as sent, with headers


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_the_first_visit_asks_for_little(visit: Callable[..., Page], phone: bool) -> None:
    # The service worker keeps the same files for later visits, out of the way of this one.
    page = visit(phone=phone, service_workers="block")
    page.clock.install()
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.responseReceived", lambda it: kinds.update({it["requestId"]: it["type"]}))
    network.on("Network.loadingFinished", lambda it: sizes.update({it["requestId"]: it["encodedDataLength"]}))

    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.clock.run_for(30_000)
    page.wait_for_load_state("networkidle")

    assert len(sizes) <= MOST_REQUESTS
    assert 50_000 < sum(size for each, size in sizes.items() if kinds[each] == "Script") <= MOST_SCRIPT
