"""Envoy itself validates the configuration made from the route table."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from runner import paths
from shared.registry import load_routes

from gateway.envoy import configuration
from gateway.settings import GatewaySettings


def settings_for(public_key: Path, *, development: bool) -> GatewaySettings:
    url = "http://localhost:8080" if development else "https://pairwise.example"
    addresses = {route.target: f"{route.to_service}:8080" for route in load_routes(development=development)}
    return GatewaySettings(public_url=url, development=development, addresses=addresses, public_key=public_key)


@pytest.mark.parametrize("development", [True, False])
def test_envoy_accepts_the_configuration(public_key: Path, tmp_path: Path, development: bool) -> None:
    file = tmp_path / "envoy.json"
    file.write_text(json.dumps(configuration(settings_for(public_key, development=development))))

    checked = subprocess.run(
        [paths.envoy(), "--mode", "validate", "-c", file], capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stderr[-3000:]


def test_production_knows_neither_stand_ins_nor_development_hosts(public_key: Path) -> None:
    made = json.dumps(configuration(settings_for(public_key, development=False)))

    assert "/dev/mailbox" not in made
    assert "iskra.localhost" not in made
    assert "iskra.example" in made
    assert "__Host-token" in made
    assert "strict-transport-security" in made


def test_every_route_of_a_service_says_whether_it_needs_a_token(public_key: Path) -> None:
    made = configuration(settings_for(public_key, development=True))
    manager = made["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"]
    lines: list[dict[str, Any]] = [line for host in manager["route_config"]["virtual_hosts"] for line in host["routes"]]

    assert all("envoy.filters.http.jwt_authn" in line["typed_per_filter_config"] for line in lines)


def test_a_route_to_nowhere_is_refused(public_key: Path) -> None:
    settings = settings_for(public_key, development=False)
    without_chat = {target: address for target, address in settings.addresses.items() if target != "chat/live"}

    with pytest.raises(ValueError, match="chat/live"):
        configuration(settings.model_copy(update={"addresses": without_chat}))


def test_calls_to_a_process_that_holds_streams_are_a_cluster_of_their_own(public_key: Path) -> None:
    settings = settings_for(public_key, development=False)
    addresses = {**settings.addresses, "chat-live-calls": "calls:8080"}
    made = {
        each["name"]: each
        for each in configuration(settings.model_copy(update={"addresses": addresses}))["static_resources"]["clusters"]
    }

    calls, streams = made["chat-live-calls"], made["chat-live"]
    assert calls["circuit_breakers"] == made["chat-web"]["circuit_breakers"] != streams["circuit_breakers"]
    assert "http2_protocol_options" not in json.dumps(calls)
    assert "http2_protocol_options" in json.dumps(streams)
    assert '"calls"' in json.dumps(calls["load_assignment"])
