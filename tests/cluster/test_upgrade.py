"""An upgrade of all workloads from the last release's tag to this release, under load."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.kube import MARK, ROOT, Cluster, commands_of
from tests.cluster.members import wait_for_gateway
from tests.cluster.test_life_of_a_release import DEVELOPMENT, TWO_OF_EACH, assert_nothing_lost, under_load
from tests.upgrade.previous import previous_release, with_commands

HEADING = "## A cluster for development"


@pytest.fixture
def installed(kubeconfig: Path, values: list[str], tmp_path: Path) -> Iterator[Cluster]:
    """The last release, installed by its own README, with two replicas of each."""
    if (release := previous_release()) is None:
        pytest.skip("this folder has no history of an earlier release")
    with_commands(release, tmp_path)
    made = Cluster("pairwise", tmp_path, kubeconfig, values)
    made.clear()
    namespace, *commands = commands_of(tmp_path / "k8s" / "README.md", HEADING)
    made.follow(namespace)
    made.run(f"kubectl label namespace pairwise {MARK}")
    for line in commands:
        if "port-forward" not in line:
            made.follow(line)
    made.helm("upgrade", "pairwise", "helm/pairwise", *DEVELOPMENT, *TWO_OF_EACH, "--wait", "--timeout", "15m")
    [forward] = [line for line in commands if "port-forward" in line]
    with made.forwarded(forward):
        wait_for_gateway()
        yield made
    made.clear()


def test_an_upgrade_under_load_loses_nothing(installed: Cluster, kubeconfig: Path, values: list[str]) -> None:
    load = under_load(installed)
    now = Cluster("pairwise", ROOT, kubeconfig, values)
    now.run("kubectl apply -k k8s/development")
    now.helm("upgrade", "pairwise", "helm/pairwise", *DEVELOPMENT, *TWO_OF_EACH, "--wait", "--timeout", "15m")
    assert_nothing_lost(now, load)
    assert now.restarts() == {}
