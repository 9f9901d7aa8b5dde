"""The pods that the chart makes of a file of values, and what its examples of production state."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from helm_python import Chart
from runner.paths import ROOT
from shared.registry import services

CHART = ROOT / "helm" / "pairwise"
POSTGRES = ROOT / "k8s" / "production" / "postgres.yaml"
# The deployment strategy of every workload: a rolling update has one pod more.
SURGE = 1

# Streams of a live pod without an autoscaler, which is its usual target (`processes.live.autoscaling.streams`).
STREAMS_A_POD = 8000

logging.getLogger("helm").setLevel(logging.WARNING)


@dataclass(frozen=True)
class Workload:
    """One process of one service, or the gateway or web app, whose `service` is its own name and `kind` too."""

    service: str
    kind: str
    fewest: int
    most: int
    pool_size: int
    # The streams or pending events that its autoscaler wants a pod to have; 0 without one, and by CPU.
    target: int = 0
    # Of Envoy, for the gateway.
    threads: int = 1

    @property
    def name(self) -> str:
        return self.service if self.service == self.kind else f"{self.service}-{self.kind}"

    @property
    def at_once(self) -> int:
        """The most pods that run, while it is updated."""
        return self.most + SURGE


@dataclass(frozen=True)
class Fleet:
    workloads: tuple[Workload, ...]
    is_pooled: bool

    def of(self, kind: str) -> list[Workload]:
        return [workload for workload in self.workloads if workload.kind == kind]

    def one(self, service: str, kind: str) -> Workload:
        return next(each for each in self.of(kind) if each.service == service)


@dataclass(frozen=True)
class Server:
    """PostgreSQL and its poolers, as k8s/production/postgres.yaml makes them."""

    max_connections: int
    poolers: int
    # Sessions of one pooler for each database.
    pool_size: int
    clients: int
    # That its pod asks for.
    cores: float = 1.0


@cache
def fleet(values: str) -> Fleet:
    """The fleet of `helm/pairwise/ci/<values>-values.yaml`."""
    given = yaml.safe_load((CHART / "ci" / f"{values}-values.yaml").read_text()) or {}
    objects = list(rendered(given))
    scalers = {
        each["spec"]["scaleTargetRef"]["name"]: each["spec"]
        for each in objects
        if each["kind"] in ("HorizontalPodAutoscaler", "ScaledObject")
    }
    found = {each["metadata"]["name"]: each for each in objects if each["kind"] == "Deployment"}
    prefix = next(name for name in found if name.endswith("-gateway")).removesuffix("gateway")
    processes = [(service.name, process) for service in services() for process in service.processes]
    named = [*((f"{name}-{kind}", name, kind) for name, kind in processes), ("gateway",) * 3, ("webapp",) * 3]
    workloads = [
        _workload(service, kind, found[prefix + name]["spec"], scalers.get(prefix + name, {}))
        for name, service, kind in named
    ]
    return Fleet(tuple(workloads), any("DATABASE_POOLER_URL" in _environment(each["spec"]) for each in found.values()))


def streams_a_pod(of: Fleet) -> int:
    return of.one("chat", "live").target or STREAMS_A_POD


def rendered(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects that the chart makes of these values."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for name, text in Chart.load(str(CHART)).render(dict(values), name="pairwise", namespace="dating").items():
        if not name.endswith(".txt"):
            yield from filter(None, yaml.load_all(text, loader))


def _workload(service: str, kind: str, deployment: Mapping[str, Any], scaler: Mapping[str, Any]) -> Workload:
    fewest = scaler.get("minReplicas", scaler.get("minReplicaCount", deployment.get("replicas", 1)))
    most = scaler.get("maxReplicas", scaler.get("maxReplicaCount", deployment.get("replicas", 1)))
    pool = int(_environment(deployment).get("DATABASE_POOL_SIZE", {}).get("value", 0))
    [main, *_] = deployment["template"]["spec"]["containers"]
    command = main.get("command", [])
    threads = int(command[command.index("--concurrency") + 1]) if "--concurrency" in command else 1
    return Workload(service, kind, fewest, most, pool, _target(scaler), threads)


def _target(scaler: Mapping[str, Any]) -> int:
    for metric in scaler.get("metrics", ()):
        if metric["type"] == "Pods":
            return int(metric["pods"]["target"]["averageValue"])
    for trigger in scaler.get("triggers", ()):
        return int(trigger["metadata"].get("threshold") or trigger["metadata"]["lagThreshold"])
    return 0


def _environment(deployment: Mapping[str, Any]) -> dict[str, Any]:
    [main, *_] = deployment["template"]["spec"]["containers"]
    return {entry["name"]: entry for entry in main.get("env", ())}


@cache
def server(path: Path = POSTGRES) -> Server:
    documents = {each["kind"]: each["spec"] for each in yaml.safe_load_all(path.read_text())}
    pooler = documents["Pooler"]
    parameters = pooler["pgbouncer"]["parameters"]
    return Server(
        max_connections=int(documents["Cluster"]["postgresql"]["parameters"]["max_connections"]),
        poolers=pooler["instances"],
        pool_size=int(parameters["default_pool_size"]),
        clients=int(parameters["max_client_conn"]),
        cores=float(documents["Cluster"]["resources"]["requests"]["cpu"]),
    )
