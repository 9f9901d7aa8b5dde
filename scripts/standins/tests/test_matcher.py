from typing import Any

import httpx
import pytest
from standins.tests.running import StandIn

KEY, HASH = "a-key-of-sixteen", "ab" * 32
ASKED: dict[str, Any] = {"hashes": {"sha256": HASH}, "picture": "UklGRg=="}


def ask(matcher: StandIn, key: str = KEY, **body: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.post(f"{matcher.url}/v1/matches", json={**ASKED, **body}, headers=headers)


def test_what_is_known_survives_the_process(matcher: StandIn) -> None:
    assert ask(matcher).json() == {"match": None}
    httpx.post(f"{matcher.url}/dev/matcher/known", json={"hashes": {HASH: "hotline"}}).raise_for_status()
    matcher.stop()
    matcher.start()

    assert ask(matcher).json() == {"match": {"list": "hotline"}}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"key": "another"}, 401),
        ({"hashes": {"sha256": "no hash"}}, 422),
        ({"hashes": {"crc32": HASH}}, 422),
        ({"picture": ""}, 422),
        ({"picture": "!"}, 422),
        ({"member": "1"}, 422),
    ],
)
def test_bad_input_is_refused(matcher: StandIn, body: dict[str, Any], status: int) -> None:
    assert ask(matcher, **body).status_code == status
