"""An upgrade of all workloads from the last release's tag to this release, under load."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from shared.registry import service_secrets

from tests.cluster.kube import MARK, Cluster, commands_of
from tests.cluster.members import wait_for_gateway
from tests.cluster.test_life_of_a_release import DEVELOPMENT, TWO_OF_EACH, assert_nothing_lost, under_load
from tests.upgrade.previous import previous_release, with_commands

HEADING = "## A cluster for development"


@pytest.fixture
def installed(kubernetes: Cluster, tmp_path: Path) -> Iterator[Cluster]:
    """The last release, installed by its own README, with two replicas of each."""
    if (release := previous_release()) is None:
        pytest.skip("this folder has no history of an earlier release")
    with_commands(release, tmp_path)
    made = replace(kubernetes, folder=tmp_path)
    namespace, *commands = commands_of(tmp_path / "k8s" / "README.md", HEADING)
    kubernetes.clear()
    made.follow(namespace)
    made.run(f"kubectl label namespace pairwise {MARK}")
    try:
        for line in commands:
            if "port-forward" not in line:
                made.follow(line)
        made.helm("upgrade", "pairwise", "helm/pairwise", *DEVELOPMENT, *TWO_OF_EACH, "--wait", "--timeout", "15m")
        [forward] = [line for line in commands if "port-forward" in line]
        with made.forwarded(forward):
            wait_for_gateway()
            yield made
    finally:
        if not os.environ.get("TEST_KEEP_CLUSTER"):
            made.clear()


def test_an_upgrade_under_load_loses_nothing(installed: Cluster, kubernetes: Cluster) -> None:
    """UPGRADING: parts and their users first. The chart's Job adds the keys that are new, and changes none."""
    kubernetes.run("kubectl apply -k k8s/development")
    # NATS and Redis read their users when they start.
    kubernetes.kubectl("rollout", "restart", "deployment/nats", "deployment/redis")
    for part in ("nats", "redis", "postgres"):
        kubernetes.kubectl("rollout", "status", f"deployment/{part}")
    before = keys(kubernetes)
    load = under_load(installed)
    upgrade = ["upgrade", "pairwise", "helm/pairwise", *DEVELOPMENT, *TWO_OF_EACH, "--set", "secretsJob.enabled=true"]
    kubernetes.helm(*upgrade, "--wait", "--timeout", "15m")
    assert_nothing_lost(kubernetes, load)
    assert kubernetes.restarts() == {}
    after = keys(kubernetes)
    assert {name: after[name] for name in before} == before
    assert {secret.name for secret in service_secrets()} <= after.keys()


def keys(cluster: Cluster) -> dict[str, str]:
    """The entries of the Secret with the keys, encoded."""
    data: dict[str, str] = json.loads(cluster.kubectl("get", "secret", "pairwise-keys", "--output=json"))["data"]
    return data
