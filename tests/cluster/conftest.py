"""One cluster for all tests of this folder, in namespaces of their own; skipped where no cluster is."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.kube import MARK, ROOT, Cluster, commands_of, missing

README = ROOT / "k8s" / "README.md"
# The mark tells a namespace of these tests from another one of that name, which is left alone.
LABELS = f"pod-security.kubernetes.io/enforce=restricted {MARK}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if reason := missing():
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def kubeconfig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, because the README's commands choose a namespace in it."""
    copy = tmp_path_factory.mktemp("cluster") / "kubeconfig"
    shutil.copy(os.environ["TEST_KUBECONFIG"], copy)
    copy.chmod(0o600)
    return copy


@pytest.fixture(scope="session")
def values() -> list[str]:
    """TEST_IMAGE_REGISTRY is put in front of every image; TEST_VALUES has more `--set`, separated by spaces."""
    registry = os.environ.get("TEST_IMAGE_REGISTRY")
    more = os.environ.get("TEST_VALUES", "").split()
    return [*([f"image.registry={registry}"] if registry else []), *more]


@pytest.fixture(scope="session")
def cluster(kubeconfig: Path, values: list[str]) -> Iterator[Cluster]:
    """The README's cluster for development, in a namespace that enforces restricted pods; deleted at the end."""
    made = Cluster("pairwise", ROOT, kubeconfig, values)
    namespace, *others = commands_of(README, "## A cluster for development")
    made.clear()
    made.follow(namespace)
    made.run(f"kubectl label namespace pairwise {LABELS}")
    try:
        for line in others:
            if "port-forward" not in line:
                made.follow(line)
        [forward] = [line for line in others if "port-forward" in line]
        with made.forwarded(forward):
            yield made
    finally:
        if not os.environ.get("TEST_KEEP_CLUSTER"):
            made.clear()
