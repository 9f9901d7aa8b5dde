"""What `scripts/images try` reads from rendered objects. Starting them needs root and images: see CONTRIBUTING.md."""

from pathlib import Path
from typing import Any

import pytest

from imagekit.trial.memory import Group, bytes_of
from imagekit.trial.pods import Cluster

LIMITS = {"limits": {"memory": "384Mi"}}
SECURITY = {"readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}


def deployment(**container: Any) -> dict[str, Any]:
    main = {"name": "web", "image": "pairwise/services:1", "securityContext": SECURITY, "resources": LIMITS}
    main |= container
    volumes = [
        {"name": "keys", "secret": {"secretName": "held", "items": [{"key": "a", "path": "a.pem"}]}},
        {"name": "sites", "configMap": {"name": "sites"}},
        {"name": "scratch", "emptyDir": {}},
        {"name": "store", "persistentVolumeClaim": {"claimName": "all"}},
    ]
    pod = {"securityContext": {"runAsUser": 10001, "runAsGroup": 10002}, "containers": [main], "volumes": volumes}
    return {"kind": "Deployment", "metadata": {"name": "one"}, "spec": {"template": {"spec": pod}}}


def cluster(**container: Any) -> Cluster:
    held = {"kind": "Secret", "metadata": {"name": "held"}, "stringData": {"a": "key", "b": "other"}}
    sites = {"kind": "ConfigMap", "metadata": {"name": "sites"}, "data": {"one.yaml": "hosts: []"}}
    return Cluster(iter([deployment(**container), held, sites]))


def test_a_container_gets_its_environment_and_no_other_secret() -> None:
    reference = {"secretKeyRef": {"name": "held", "key": "a"}}
    entries = [{"name": "PLAIN", "value": "text"}, {"name": "SECRET", "valueFrom": reference}]
    main = cluster(env=entries, args=["chat", "web"]).pod("Deployment", "one").main
    assert main.environment == {"PLAIN": "text", "SECRET": "key"}
    assert (main.command, main.args) == (None, ("chat", "web"))
    assert (main.user, main.group) == (10001, 10002)
    assert main.memory == 384 * 2**20


def test_files_are_those_of_its_mounts() -> None:
    mounts = [{"name": name, "mountPath": f"/{name}"} for name in ("keys", "sites", "scratch", "store")]
    main = cluster(volumeMounts=mounts).pod("Deployment", "one").main
    assert main.files == {"/keys": {"a.pem": "key"}, "/sites": {"one.yaml": "hosts: []"}}
    assert main.folders == {"/scratch": "one-scratch", "/store": "claim-all"}


@pytest.mark.parametrize("key", ["c", ""])
def test_a_secret_that_is_not_there_is_an_error(key: str) -> None:
    with pytest.raises(KeyError):
        cluster(env=[{"name": "A", "valueFrom": {"secretKeyRef": {"name": "held", "key": key}}}]).pod(
            "Deployment", "one"
        )


def test_a_container_that_may_write_to_its_image_is_refused() -> None:
    with pytest.raises(ValueError, match="may write"):
        cluster(securityContext={**SECURITY, "readOnlyRootFilesystem": False}).pod("Deployment", "one")


@pytest.mark.parametrize(("quantity", "number"), [("384Mi", 402_653_184), ("1G", 10**9), ("1024", 1024), ("2k", 2000)])
def test_quantities_are_bytes(quantity: str, number: int) -> None:
    assert bytes_of(quantity) == number


@pytest.mark.parametrize(
    ("files", "limit"),
    [
        (
            {"memory.max_usage_in_bytes": "5\n", "memory.oom_control": "under_oom 0\noom_kill 2\n"},
            "memory.limit_in_bytes",
        ),
        ({"memory.peak": "5\n", "memory.events": "low 0\noom 3\noom_kill 2\n"}, "memory.max"),
    ],
)
def test_a_limit_is_written_and_read_in_both_versions_of_control_groups(
    tmp_path: Path, files: dict[str, str], limit: str
) -> None:
    if limit == "memory.limit_in_bytes":
        (tmp_path / limit).touch()
    group = Group(tmp_path / "one", 1000)
    for name, text in files.items():
        (tmp_path / "one" / name).write_text(text)

    assert (tmp_path / "one" / limit).read_text() == "1000"
    assert (group.peak(), group.kills()) == (5, 2)
