"""One cluster for all tests of this folder, in namespaces of their own; skipped where no cluster is."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.kube import MARK, PORT, ROOT, Cluster, commands_of, is_taken, missing, values

README = ROOT / "k8s" / "README.md"
# Of one test with what is installed for it, for which the usual ten minutes are too short. Nothing is judged by it.
SECONDS = 7200
# The mark tells a namespace of these tests from another one of that name, which is left alone.
LABELS = f"pod-security.kubernetes.io/enforce=restricted {MARK}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = missing()
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(SECONDS))
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def kubeconfig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, because the README's commands choose a namespace in it."""
    copy = tmp_path_factory.mktemp("cluster") / "kubeconfig"
    shutil.copy(os.environ["TEST_KUBECONFIG"], copy)
    copy.chmod(0o600)
    return copy


@pytest.fixture(scope="session")
def kubernetes(kubeconfig: Path) -> Cluster:
    """The cluster before anything is in it. Fails at once for what would end in a long wait."""
    made = Cluster("pairwise", ROOT, kubeconfig, values())
    assert not is_taken(PORT), f"port {PORT} of this machine is taken; the README forwards it to the gateway"
    assert made.has_default_storage_class(), "the cluster has no default StorageClass, which k8s/README.md asks for"
    return made


@pytest.fixture(scope="session")
def cluster(kubernetes: Cluster) -> Iterator[Cluster]:
    """The README's cluster for development, in a namespace that enforces restricted pods; deleted at the end."""
    made = kubernetes
    namespace, *others = commands_of(README, "## A cluster for development")
    made.clear()
    made.follow(namespace)
    made.run(f"kubectl label namespace pairwise {LABELS}")
    # One node takes neither parts nor volumes, so that a test can drain it.
    spare = made.nodes()[1:][-1:]
    try:
        for node in spare:
            made.run(f"kubectl cordon {node}")
        for line in others:
            if "port-forward" not in line:
                made.follow(line)
        for node in spare:
            made.run(f"kubectl uncordon {node}")
        [forward] = [line for line in others if "port-forward" in line]
        with made.forwarded(forward):
            yield made
    finally:
        for node in spare:
            made.run(f"kubectl uncordon {node}")
        if not os.environ.get("TEST_KEEP_CLUSTER"):
            made.clear()
