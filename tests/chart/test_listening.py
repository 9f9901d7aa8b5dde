"""Ports of the parts in k8s/: each is for this machine alone, or asks for a login and stands behind a policy."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path

import nats
import psutil
import pytest
import yaml
from nats.errors import Error as NatsError
from redis import AuthenticationError, Redis
from runner import paths
from runner.cluster_users import text_for_development
from runner.ports import free_ports

from tests.chart.nats_cluster import running
from tests.chart.rendering import Objects, containers, pod_template, render, workloads
from tests.chart.test_cluster_commands import DEVELOPMENT
from tests.chart.test_development import parts, with_pods
from tests.chart.test_network import Labels, allows, fits, pods
from tests.chart.test_production import one, values

STRANGER = {"app": "stranger"}
# Pods that controllers make, with the ports they listen at.
POSTGRES = {"cnpg.io/cluster": "pairwise-postgres"}
POOLER = {"cnpg.io/poolerName": "pairwise-pooler"}
MADE_BY_CONTROLLERS = [
    (POSTGRES, {5432, 8000, 9187}),
    (POOLER, {5432, 9127}),
    ({"app.kubernetes.io/name": "redis"}, {6379}),
]
FOR_CLIENTS = {5432, 4222, 6379}


def everything(folder: str) -> Objects:
    release = render(DEVELOPMENT if folder == "development" else values()["flux"])
    return release | {(each["kind"], each["metadata"]["name"]): each for each in parts(folder) if "metadata" in each}


def listeners(folder: str) -> Iterator[tuple[Labels, int]]:
    """Labels of the pods of each part, and each port they listen at."""
    for document in with_pods(parts(folder)):
        labels = pod_template(document).get("metadata", {}).get("labels", {})
        yield from ((labels, port["containerPort"]) for one in containers(document) for port in one.get("ports", []))
    if folder == "production":
        yield from ((labels, port) for labels, ports in MADE_BY_CONTROLLERS for port in ports)


@pytest.mark.parametrize("folder", ["development", "production"])
def test_a_part_is_reached_by_the_release_at_the_ports_for_clients_and_by_no_stranger(folder: str) -> None:
    objects = everything(folder)
    release = [labels for labels, _ in pods(render(DEVELOPMENT)).values()]
    assert {port for _, port in listeners(folder)} >= FOR_CLIENTS
    for labels, port in listeners(folder):
        assert not allows(objects, "ingress", labels, STRANGER, port), (labels, port)
        reached = {allows(objects, "ingress", labels, pod, port) for pod in release}
        assert reached == {port in FOR_CLIENTS}, (labels, port)


def test_the_servers_of_a_part_reach_each_other() -> None:
    objects = everything("production")
    server = one("nats", "StatefulSet")["spec"]["template"]["metadata"]["labels"]
    assert allows(objects, "ingress", server, server, 6222)
    assert allows(objects, "egress", server, server, 6222)
    job = one("databases", "Job")["spec"]["template"]["metadata"]["labels"]
    assert all(allows(objects, "ingress", POSTGRES, peer, 5432) for peer in (POSTGRES, POOLER, job))


def test_the_labels_of_controllers_are_those_of_the_objects() -> None:
    assert POSTGRES["cnpg.io/cluster"] == one("postgres", "Cluster")["metadata"]["name"]
    assert POOLER["cnpg.io/poolerName"] == one("postgres", "Pooler")["metadata"]["name"]


@pytest.mark.parametrize("folder", ["development", "production"])
def test_the_policy_of_a_part_opens_no_pod_of_the_release(folder: str) -> None:
    """Kubernetes adds policies up."""
    release = [labels for labels, _ in pods(render(DEVELOPMENT)).values()]
    for each in parts(folder):
        if each["kind"] == "NetworkPolicy":
            assert each["spec"]["podSelector"], "an empty selector selects every pod"
            assert not any(fits(each["spec"]["podSelector"], labels) for labels in release)


def test_every_port_of_a_release_is_one_that_a_policy_knows() -> None:
    """8080 serves the callers in the registry, 8081 has health and metrics, 2525 is the stand-in for SMTP."""
    ports = {
        port["containerPort"]
        for values_of in (DEVELOPMENT, values()["flux"])
        for _, document in workloads(render(values_of))
        for container in containers(document)
        for port in container.get("ports", [])
    }
    assert ports == {8080, 8081, 2525}


def test_nats_of_production_listens_to_others_for_clients_and_servers_alone(tmp_path: Path) -> None:
    with running(tmp_path) as nodes:
        [server] = [each for each in psutil.Process().children() if str(nodes[0].folder) in " ".join(each.cmdline())]
        assert to_others(server) == {nodes[0].client_port, nodes[0].route_port}
        assert ("127.0.0.1", nodes[0].monitor_port) in opened(server)


def test_nats_of_development_listens_to_others_for_clients_alone_and_asks_them_for_a_login(tmp_path: Path) -> None:
    [document] = [each for each in parts() if each["kind"] == "ConfigMap" and "nats.conf" in each["data"]]
    secret = next(
        each for each in yaml.safe_load_all(text_for_development()) if each["metadata"]["name"] == "nats-users"
    )
    (tmp_path / "users").mkdir()
    (tmp_path / "users/users.conf").write_text(secret["stringData"]["users.conf"])
    found = free_ports()
    port, monitor = next(found), next(found)
    text = document["data"]["nats.conf"].replace("/data", str(tmp_path)).replace("8222", str(monitor))
    (tmp_path / "nats.conf").write_text(f"port: {port}\n{text}")
    with started([str(paths.nats_server()), "--config", str(tmp_path / "nats.conf")], port) as server:
        assert to_others(server) == {port}
        with pytest.raises(NatsError, match=r"(?i)authorization"):
            asyncio.run(nats.connect(f"nats://127.0.0.1:{port}", allow_reconnect=False, connect_timeout=60))


def test_redis_of_development_asks_for_a_login(tmp_path: Path) -> None:
    [document] = [each for each in with_pods(parts()) if each["metadata"]["name"] == "redis"]
    secret = next(
        each for each in yaml.safe_load_all(text_for_development()) if each["metadata"]["name"] == "redis-users"
    )
    (tmp_path / "users.acl").write_text(secret["stringData"]["users.acl"])
    port = next(free_ports())
    words = [word.replace("/etc/redis", str(tmp_path)) for word in containers(document)[0]["args"]]
    with started([str(paths.redis_server()), "--port", str(port), "--dir", str(tmp_path), *words], port) as server:
        assert to_others(server) == {port}
        with pytest.raises(AuthenticationError):
            Redis(port=port).ping()


def test_postgres_of_development_asks_for_a_password() -> None:
    """Its image accepts connections without a password only with POSTGRES_HOST_AUTH_METHOD=trust."""
    [document] = [each for each in with_pods(parts()) if each["metadata"]["name"] == "postgres"]
    environment = {entry["name"]: entry["value"] for entry in containers(document)[0]["env"]}
    assert environment.keys() == {"POSTGRES_PASSWORD"}


def opened(process: psutil.Process) -> set[tuple[str, int]]:
    return {(each.laddr.ip, each.laddr.port) for each in process.net_connections("inet") if each.status == "LISTEN"}


def to_others(process: psutil.Process) -> set[int]:
    return {port for address, port in opened(process) if not ip_address(address).is_loopback}


@contextmanager
def started(command: list[str], port: int) -> Iterator[psutil.Process]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found, deadline = psutil.Process(process.pid), time.monotonic() + 120
        while port not in {number for _, number in opened(found)}:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield found
    finally:
        process.kill()
        process.wait()
