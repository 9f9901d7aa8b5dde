"""The TURN server of the chart: coturn reads its configuration, and relays between the pages of a call alone."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from chat.domain.relay import issue_credentials
from runner.ports import free_ports
from runner.testing import programs

from tests.chart.rendering import Objects, containers, pod_template, refusal, render

TLS = {"turn": {"enabled": True, "host": "turn.example.com", "tlsSecret": "turn-tls"}}
PLAIN = {"turn": {"enabled": True, "host": "turn.example.com"}}
KEYS = "newest-key earlier-key"


def own_address() -> str:
    """An address of this machine that coturn does not take for a loopback address, as that of a pod."""
    of_interfaces = (each.address for found in psutil.net_if_addrs().values() for each in found)
    return next(str(each) for each in of_interfaces if re.fullmatch(r"[\d.]+", each) and not each.startswith("127."))


@dataclass
class Server:
    address: str
    port: int
    log: Path

    def relay(self, secret: str, peer: str, port: int) -> str:
        """What becomes of messages that a client with this secret sends to this peer."""
        credentials = issue_credentials([], secret, time.time())
        client = programs.find("turnutils_uclient")
        assert client
        user = ["-u", credentials.username, "-w", credentials.credential]
        command = [client, *user, "-p", str(self.port), "-n", "4", "-m", "1", "-e", peer, "-r", str(port), self.address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        if "Total lost packets 0 (0.000000%)" in done.stdout:
            return "come back"
        return next(iter(re.findall(r"error (\d{3})", done.stdout + done.stderr)), "no answer")


def configured(objects: Objects, folder: Path) -> tuple[Path, dict[str, str]]:
    """The start script of the pod and its environment, with the paths of the pod in this folder."""
    [container] = containers(objects["Deployment", "pairwise-turn"])
    assert container["command"] == ["sh", "/etc/turn/start.sh"]
    for name, text in objects["ConfigMap", "pairwise-turn"]["data"].items():
        here = text.replace("/etc/turn-certificate", str(folder)).replace("/etc/turn/", f"{folder}/")
        (folder / name).write_text(here.replace("/run/turn/", f"{folder}/run/"))
    (folder / "run").mkdir()
    assert {each["name"] for each in container["env"]} == {"POD_IP", "TURN_KEYS"}
    return folder / "start.sh", {**os.environ, "POD_IP": own_address(), "TURN_KEYS": KEYS}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    script, environment = configured(render(PLAIN), tmp_path)
    port = next(free_ports())
    configuration, log = tmp_path / "turnserver.conf", tmp_path / "log"
    text = configuration.read_text().replace("listening-port=3478", f"listening-port={port}")
    configuration.write_text(text.replace("log-file=/dev/null", f"simple-log\nlog-file={log}"))
    assert programs.find("turnserver"), "coturn is missing (Debian: `sudo apt-get install coturn`)"
    process = subprocess.Popen(["sh", script], env=environment)
    made = Server(environment["POD_IP"], port, log)
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex((made.address, port)) == 0:
                break
        time.sleep(0.1)
    yield made
    process.terminate()
    process.wait()


@pytest.fixture
def echo() -> Iterator[Any]:
    """Answers messages, at each address of this machine, as a page or another pod would."""
    port = next(free_ports())
    program = programs.find("turnutils_peer")
    assert program
    address = own_address()
    process = subprocess.Popen([program, "-L", address, "-L", "127.0.0.1", "-p", str(port)])
    yield address, port
    process.terminate()
    process.wait()


def test_coturn_knows_every_option_and_takes_each_key_of_the_ring(server: Server, echo: Any) -> None:
    assert not re.search("Bad configuration|unknown|ERROR", server.log.read_text(), re.IGNORECASE)
    for key in KEYS.split():
        assert server.relay(key, *echo) == "come back", key
    assert server.relay("another-key", *echo) != "come back"


@pytest.mark.parametrize("peer", ["127.0.0.1", "10.0.0.1", "192.168.0.1", "169.254.169.254", "9.9.9.9"])
def test_it_sends_to_nobody_but_itself(server: Server, peer: str) -> None:
    assert server.relay("newest-key", peer, 3480) == "403"


def test_its_policy_lets_it_open_no_connection_and_admits_its_ports() -> None:
    objects = render(TLS)
    policy = objects["NetworkPolicy", "pairwise-turn"]["spec"]
    admitted = {(port["port"], port["protocol"]) for rule in policy["ingress"] for port in rule["ports"]}
    [container] = containers(objects["Deployment", "pairwise-turn"])
    assert policy["egress"] == []
    assert admitted == {(port["containerPort"], port.get("protocol", "TCP")) for port in container["ports"]}
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]}
    assert pod_template(objects["Deployment", "pairwise-turn"])["spec"]["securityContext"]["runAsNonRoot"]


@pytest.mark.parametrize(
    ("values", "urls"),
    [
        (PLAIN, ["turn:turn.example.com:3478?transport=udp", "turn:turn.example.com:3478?transport=tcp"]),
        (
            {"turn": {**TLS["turn"], "ports": {"plain": 80, "tls": 443}}},
            [
                "turn:turn.example.com:80?transport=udp",
                "turn:turn.example.com:80?transport=tcp",
                "turns:turn.example.com:443?transport=tcp",
            ],
        ),
    ],
    ids=["plain", "with TLS"],
)
def test_pages_of_calls_are_sent_to_its_service(values: dict[str, Any], urls: list[str]) -> None:
    objects = render(values)
    [container] = containers(objects["Deployment", "pairwise-chat-web"])
    given = {each["name"]: each.get("value") for each in container["env"]}["TURN_URLS"]
    assert given.split() == urls
    published = {str(port["port"]) for port in objects["Service", "pairwise-turn"]["spec"]["ports"]}
    assert published == {re.split("[:?]", url)[2] for url in urls}


@pytest.mark.parametrize(
    ("values", "path"),
    [
        ({"turn": {"enabled": True}}, "turn.host"),
        ({**PLAIN, "calls": {"turnUrls": ["turn:other.example"]}}, "calls.turnUrls"),
        ({"turn": {**TLS["turn"], "ports": {"tls": 3478}}}, "turn.ports"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_values_that_cannot_be_right_are_refused(values: dict[str, Any], path: str) -> None:
    assert f"- {path}: " in refusal(values)


def test_a_changed_setting_replaces_its_pod() -> None:
    before, after = (
        pod_template(render({"turn": {**PLAIN["turn"], "quotas": {"page": page}}})["Deployment", "pairwise-turn"])
        for page in (8, 9)
    )
    assert before["metadata"] != after["metadata"]
