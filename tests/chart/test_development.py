"""k8s/development is enough for what README, tests of a cluster and a person at a laptop do with it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml
from capacity.connections import connections
from capacity.fleet import Fleet, Server, Workload, rendered
from imagekit.distribution import node_name
from imagekit.images import IMAGES
from shared.registry import services

from tests.chart.rendering import ROOT, Loader, Object, containers, pod_template, workloads
from tests.chart.rendering import render as render_by_name
from tests.chart.test_cluster_commands import DEVELOPMENT, with_sets
from tests.cluster.test_life_of_a_release import SECOND, TWO_OF_EACH

FOLDERS = [ROOT / "k8s" / name for name in ("development", "production")]
# A control plane that shares the node (kubeadm, kind) asks for 0.95 of its two cores.
CORES_LEFT = 1.05
GIB = 2**30
UNITS = {"m": 1e-3, "": 1.0, "Mi": 2.0**20, "Gi": 2.0**30}
# What a namespace that enforces `restricted` admits.
VOLUMES = {"name", "configMap", "emptyDir", "persistentVolumeClaim", "projected", "secret", "downwardAPI", "csi"}


def parts(folder: str = "development") -> list[Object]:
    files = sorted((ROOT / "k8s" / folder).glob("*.yaml"))
    found = (each for file in files for each in yaml.load_all(file.read_text(), Loader))
    return [each for each in found if each and "kind" in each]


def with_pods(objects: list[Object]) -> Iterator[Object]:
    yield from (each for each in objects if each["apiVersion"] in ("apps/v1", "batch/v1"))


def amount(quantity: str) -> float:
    unit = str(quantity).lstrip("0123456789.")
    return float(str(quantity).removesuffix(unit)) * UNITS[unit]


def asked(objects: list[Object], what: str, surge: int = 0) -> float:
    """What all pods ask of a node, with `surge` more pods of each Deployment that replaces its pods one by one."""
    total = 0.0
    for each in with_pods(objects):
        if each["kind"] == "Job":
            continue
        rolling = each["spec"].get("strategy", {}).get("type", "RollingUpdate") == "RollingUpdate"
        pods = each["spec"].get("replicas", 1) + (surge if rolling else 0)
        own = [amount(one["resources"]["requests"][what]) for one in each["spec"]["template"]["spec"]["containers"]]
        total += pods * sum(own)
    return round(total, 6)


def release(words: list[str], name: str = "pairwise") -> list[Object]:
    return list(render_by_name(with_sets(words), release=name).values())


def test_a_node_of_two_cores_has_room_for_it() -> None:
    usual = [*parts(), *release([])]
    assert asked(usual, "cpu") <= CORES_LEFT / 2
    assert asked(usual, "memory") <= 3 * GIB


def test_a_node_of_two_cores_has_room_for_what_the_tests_of_a_cluster_do() -> None:
    two = [*parts(), *release(TWO_OF_EACH)]
    assert asked(two, "cpu", surge=1) <= CORES_LEFT
    assert asked(two, "memory", surge=1) <= 7 * GIB
    beside = [*parts(), *release([]), *release(SECOND, "second")]
    assert asked(beside, "cpu", surge=1) <= CORES_LEFT


def test_postgres_takes_the_connections_of_two_of_each_while_all_of_them_are_replaced() -> None:
    [postgres] = [each for each in with_pods(parts()) if each["metadata"]["name"] == "postgres"]
    [setting] = [word for word in containers(postgres)[0]["args"] if word.startswith("max_connections=")]
    server = Server(int(setting.partition("=")[2]), poolers=0, pool_size=0, clients=0)
    for values in (with_sets(TWO_OF_EACH), DEVELOPMENT):
        assert connections(fleet_of(values), server).sessions <= server.max_connections
    # A second release beside the first has pools of its own.
    assert connections(fleet_of(DEVELOPMENT), server).sessions * 1.8 <= server.max_connections


def fleet_of(values: Mapping[str, Any]) -> Fleet:
    pods = {each["metadata"]["name"]: each["spec"] for each in rendered(values) if each["kind"] == "Deployment"}
    found = []
    for service in services():
        for process in service.processes:
            spec = pods[f"pairwise-{service.name}-{process}"]
            told = {entry["name"]: entry.get("value") for entry in spec["template"]["spec"]["containers"][0]["env"]}
            pool = int(told["DATABASE_POOL_SIZE"])
            found.append(Workload(service.name, process, spec["replicas"], spec["replicas"], pool))
    return Fleet(tuple(found), is_pooled=False)


# Those of a release without secretsJob, which alone runs the tools.
CHARTS = [image for image in IMAGES if image.name != "tools"]


def test_nodes_find_the_images_that_are_saved_for_them() -> None:
    """A node reads a name without a registry as one of docker.io; buildah keeps it as one of localhost."""
    objects = render_by_name(DEVELOPMENT)
    named = {each["image"] for _, document in workloads(objects) for each in containers(document)}
    tags = {name.rpartition(":")[2] for name in named}
    assert {f"docker.io/{name}" for name in named} == {node_name(image, tag) for image in CHARTS for tag in tags}


@pytest.mark.parametrize("folder", ["development", "production"])
def test_a_namespace_of_restricted_pods_takes_the_parts(folder: str) -> None:
    found = list(with_pods(parts(folder)))
    assert found
    for document in found:
        spec, name = pod_template(document)["spec"], document["metadata"]["name"]
        assert spec["automountServiceAccountToken"] is False, name
        assert spec["securityContext"]["runAsNonRoot"] is True, name
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        for volume in spec.get("volumes", []):
            assert volume.keys() <= VOLUMES, name
        for each in containers(document):
            security = each["securityContext"]
            assert (security["allowPrivilegeEscalation"], security["readOnlyRootFilesystem"]) == (False, True), name
            assert security["capabilities"] == {"drop": ["ALL"]}, name
            # A LimitRange or a ResourceQuota refuses pods without.
            assert {"cpu", "memory"} <= each["resources"]["requests"].keys(), name
            assert each["resources"]["limits"]["memory"], name


@pytest.mark.parametrize("folder", ["development", "production"])
def test_what_the_parts_mount_and_select_is_there(folder: str) -> None:
    objects = parts(folder)
    names = {(each["kind"], each["metadata"]["name"]) for each in objects if "metadata" in each}
    made_by_scripts = {("Secret", name) for name in ("nats-users", "nats-routes", "nats-tls", "redis-users")}
    for document in with_pods(objects):
        spec = pod_template(document)["spec"]
        claims = {one["metadata"]["name"] for one in document["spec"].get("volumeClaimTemplates", [])}
        volumes = {one["name"]: one for one in spec.get("volumes", [])}
        mounted = {mount["name"] for each in containers(document) for mount in each.get("volumeMounts", [])}
        assert mounted == volumes.keys() | claims
        for volume in volumes.values():
            for kind, key, path in (
                ("ConfigMap", "configMap", "name"),
                ("Secret", "secret", "secretName"),
                ("PersistentVolumeClaim", "persistentVolumeClaim", "claimName"),
            ):
                if key in volume:
                    assert (kind, volume[key][path]) in names | made_by_scripts
    for service in (each for each in objects if each["kind"] == "Service"):
        selected = [
            pod_template(each)
            for each in with_pods(objects)
            if service["spec"]["selector"].items() <= pod_template(each).get("metadata", {}).get("labels", {}).items()
        ]
        assert len(selected) == 1, service["metadata"]["name"]
        ports = {port["name"] for each in selected[0]["spec"]["containers"] for port in each["ports"]}
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports


def test_devices_of_the_push_stand_in_are_where_notifications_sends_to() -> None:
    settings = {
        setting["name"]: setting.get("value")
        for document in render_by_name(DEVELOPMENT).values()
        if document["kind"] == "Deployment"
        for container in containers(document)
        for setting in container.get("env", [])
        if setting["name"] in ("PUSH_URL", "PUSH_STAND_IN_URL")
    }
    assert settings["PUSH_URL"] == settings["PUSH_STAND_IN_URL"]
