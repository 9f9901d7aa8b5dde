"""k8s/production/nats.yaml on three real servers, with the Secrets that `scripts/pairwise permissions` makes."""

import json
import os
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from runner import nats_routes, paths, streams
from runner.cluster_users import CERTIFICATE, ROUTES, between_servers
from runner.cluster_users import objects as users
from runner.ports import free_ports

from tests.chart.rendering import ROOT

PASSWORD = "secret"
BETWEEN_SERVERS = "between-servers"
SERVERS = 3
# The certificate names this machine, as production's names the pods.
CERTIFICATES = nats_routes.certificate(["localhost"])


@dataclass(frozen=True)
class Node:
    """One server, running. `folder` has its configuration, its Secrets and its log."""

    name: str
    folder: Path
    client_port: int
    route_port: int
    monitor_port: int

    def peers(self) -> set[str]:
        """Names of the servers it has joined, by route, leafnode or gateway."""
        routes, leafs, gateways = (self.ask(what) for what in ("routez", "leafz", "gatewayz"))
        remotes = {each["remote_name"] for each in routes["routes"]} | {each["name"] for each in leafs.get("leafs", [])}
        return remotes | set(gateways.get("outbound_gateways", {})) | set(gateways.get("inbound_gateways", {}))

    def ask(self, what: str) -> dict[str, Any]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor_port}/{what}", timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def log(self) -> str:
        return (self.folder / "log").read_text()


def configuration() -> str:
    documents = yaml.safe_load_all((ROOT / "k8s/production/nats.yaml").read_text())
    text: str = next(each for each in documents if each["kind"] == "ConfigMap")["data"]["nats.conf"]
    return text


def secrets() -> dict[str, dict[str, str]]:
    """The Secrets that `scripts/pairwise permissions` makes, by name."""
    made = users(lambda *_: PASSWORD, "nats:4222", "redis:1")
    made += between_servers(BETWEEN_SERVERS, CERTIFICATES, SERVERS)
    return {each["metadata"]["name"]: each["stringData"] for each in made}


def write(folder: Path, text: str, entries: Mapping[str, Mapping[str, str]]) -> str:
    """Write the Secrets where the StatefulSet mounts them, below `folder`; returns the text with paths of `folder`."""
    for mount, secret in {"users": "nats-users", "routes": ROUTES, "tls": CERTIFICATE}.items():
        (folder / mount).mkdir(parents=True)
        for name, value in entries[secret].items():
            (folder / mount / name).write_text(value)
    own = text.replace("/etc/nats", str(folder)).replace("/data", str(folder))
    (folder / "nats.conf").write_text(own)
    return own


@contextmanager
def running(folder: Path, change: Callable[[str], str] = lambda text: text) -> Iterator[list[Node]]:
    """Three servers of one cluster, each with the configuration of production on ports of its own."""
    found = free_ports()
    nodes = [
        Node(f"nats-{number}", folder / f"nats-{number}", next(found), next(found), next(found))
        for number in range(SERVERS)
    ]
    made, processes = secrets(), list[subprocess.Popen[bytes]]()
    for server, node in zip(nats_routes.servers(SERVERS), nodes, strict=True):
        made[ROUTES]["routes.conf"] = made[ROUTES]["routes.conf"].replace(server, f"localhost:{node.route_port}")
    try:
        for node in nodes:
            own = write(node.folder, change(configuration()), made)
            own = own.replace("127.0.0.1:8222", f"127.0.0.1:{node.monitor_port}")
            own = own.replace("port: 6222", f"port: {node.route_port}")
            (node.folder / "nats.conf").write_text(f"port: {node.client_port}\n{own}")
            processes.append(start(node))
        until(lambda: all(streams.is_well(node.monitor_port) for node in nodes), nodes[0])
        yield nodes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def start(node: Node) -> subprocess.Popen[bytes]:
    command = [str(paths.nats_server()), "--config", str(node.folder / "nats.conf")]
    with (node.folder / "log").open("wb") as log:
        return subprocess.Popen(command, env=os.environ | {"POD_NAME": node.name}, stdout=log, stderr=log)


def until(happened: Callable[[], bool], node: Node) -> None:
    """Wait for it, also while a server does not answer yet; the error has the end of the node's log."""
    deadline = time.monotonic() + 120
    while True:
        with suppress(OSError):
            if happened():
                return
        assert time.monotonic() < deadline, node.log()[-2000:]
        time.sleep(0.1)
