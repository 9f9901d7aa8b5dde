"""Postbacks over HTTP to the stand-in of networks, which checks their signatures."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from lander.clients.networks import NetworkPostbacks
from lander.domain import postback
from lander.domain.postback import PostingTerms, request_of
from lander.settings import LanderSettings
from lander.storage.seed import POSTBACK_URL, SIGNING_KEY
from pydantic import ValidationError
from shared.kit.testing.environment import environment_of
from standins.tests.running import StandIn

HOST = "northwind.example"
VALUES = postback.test_values("lead", UUID(int=5)) | {"sub1": "a&b {c}\n"}


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn("standins.networks", Path(tmp_path_factory.mktemp("networks")), {})
    standin.start()
    yield standin
    standin.stop()


def send(networks: StandIn, method: str = "GET", key: str = SIGNING_KEY, host: str = HOST, age: int = 0) -> Any:
    """Send a lead. Returns the answer's status, and the newest postback that the stand-in shows."""
    terms = PostingTerms((host,), {"lead": POSTBACK_URL.replace(HOST, host)}, method=method, signing_key=key)
    request = request_of(terms, "lead", VALUES, datetime.now(UTC) - timedelta(seconds=age))
    code = NetworkPostbacks(networks.url).send(request, (host,)).code
    return code, httpx.get(f"{networks.url}/dev/networks.json").json()[0]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_postback_arrives_whole_and_its_signature_is_right(networks: StandIn, method: str) -> None:
    code, shown = send(networks, method)

    assert (code, shown["method"], shown["host"], shown["signature"]) == (200, method, HOST, "right")
    assert shown["fields"]["click"] == VALUES["sub1"]
    assert f"{shown['fields']['goal']}" in httpx.get(f"{networks.url}/dev/networks").text


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [({"key": "another"}, "wrong"), ({"age": 400}, "too old"), ({"host": "trk.example"}, "no key")],
)
def test_another_signature_is_not_right(networks: StandIn, changed: dict[str, Any], verdict: str) -> None:
    assert send(networks, **changed)[1]["signature"] == verdict


def test_the_key_of_another_network_is_given_on_the_page(networks: StandIn) -> None:
    form = {"host": "ads.example", "key": "secret"}
    assert httpx.post(f"{networks.url}/dev/networks/keys", data=form).status_code == 303
    assert send(networks, host="ads.example", key="secret")[1]["signature"] == "right"
    assert httpx.post(f"{networks.url}/dev/networks/keys", data={"host": "ads.com", "key": "x"}).status_code == 422


def test_a_network_fails_as_told_and_counts_a_transaction_once(networks: StandIn) -> None:
    switch = f"{networks.url}/dev/networks/behaviour"
    assert httpx.post(switch, json={"answers": 503, "retry_after": "30"}).status_code == 200
    code, failed = send(networks, host="counts.example")
    assert (code, failed["is_repeated"]) == (503, False)
    assert httpx.post(switch, data={"answers": "200"}).status_code == 303
    assert [send(networks, host="counts.example")[1]["is_repeated"] for _ in range(2)] == [False, True]
    assert httpx.post(switch, json={"answers": 100}).status_code == 422


def test_hosts_that_the_network_did_not_name_are_refused(networks: StandIn) -> None:
    request = request_of(PostingTerms(templates={"lead": POSTBACK_URL}), "lead", VALUES, datetime.now(UTC))

    assert NetworkPostbacks(networks.url).send(request, ("other.example",)).is_refused


def test_production_has_no_stand_in() -> None:
    given = environment_of(
        "lander",
        PAIRWISE_PUBLIC_URL="https://pairwise.test",
        DATABASE_URL="postgresql://x/y",
        PAIRWISE_ENV="production",
    )
    assert LanderSettings.from_environment(**given).networks_stand_in is None

    with pytest.raises(ValidationError, match="NETWORKS_STAND_IN_URL"):
        LanderSettings.from_environment(**given, NETWORKS_STAND_IN_URL="http://127.0.0.1:9")
