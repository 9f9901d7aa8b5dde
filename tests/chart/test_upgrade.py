"""From the last release to this one: Kubernetes takes every change, and UPGRADING.md names what an operator must do."""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from helm_python import Chart
from runner.release import current, previous

from tests.chart.rendering import CHART, ROOT, Loader, Object, Objects, containers, pod_template, refusal, workloads
from tests.upgrade.previous import previous_release

DEVELOPMENT = "k8s/development"
# Values that this release refuses to guess.
NEEDED = ("gateway.trustedHops", "networkPolicy.clients.from")
# What the API server refuses to change, by kind.
IMMUTABLE = {
    "Deployment": ("spec.selector",),
    "StatefulSet": ("spec.selector", "spec.serviceName", "spec.volumeClaimTemplates", "spec.podManagementPolicy"),
    "Service": ("spec.clusterIP",),
    "PersistentVolumeClaim": ("spec.accessModes", "spec.storageClassName", "spec.volumeMode"),
    "Job": ("spec.template", "spec.selector"),
}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The chart and k8s/ of the last release."""
    release = previous_release()
    if release is None:
        pytest.skip("this folder has no history: the last release is not here")
    folder = tmp_path_factory.mktemp("before")
    archive = ["git", "archive", release, "helm", "k8s", "services"]
    made = subprocess.run(archive, cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=made, check=True)
    return folder


@pytest.fixture(scope="module")
def told() -> str:
    """What UPGRADING.md says of this upgrade."""
    text = (CHART / "UPGRADING.md").read_text()
    _, found, section = text.partition(f"\n## From {previous()} to {current()}\n")
    assert found
    return section.partition("\n## ")[0]


def rendered(chart: Path, values: Mapping[str, Any]) -> Objects:
    found: Objects = {}
    for name, text in Chart.load(str(chart)).render(dict(values), name="pairwise", namespace="dating").items():
        for each in [] if name.endswith(".txt") else yaml.load_all(text, Loader):
            if each:
                found[each["kind"], each["metadata"]["name"]] = each
    return found


def applied(folder: Path) -> Objects:
    """The parts of a cluster for development."""
    files = sorted(folder.glob("*.yaml"))
    documents = [each for file in files for each in yaml.load_all(file.read_text(), Loader)]
    return {(each["kind"], each["metadata"]["name"]): each for each in documents if each and "metadata" in each}


def scenarios(before: Path) -> list[tuple[str, dict[str, Any]]]:
    """The last release's own example values, which its operators have."""
    files = sorted((before / "helm/pairwise/ci").glob("*-values.yaml"))
    return [(file.name, yaml.safe_load(file.read_text()) or {}) for file in files]


def at(document: Object, path: str) -> Any:
    value: Any = document
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def refused(old: Objects, new: Objects) -> list[str]:
    """Each change that an upgrade would stop at. Hooks are made anew."""
    return [
        f"{kind} {name}: {path}"
        for (kind, name), document in new.items()
        if (kind, name) in old and "helm.sh/hook" not in document["metadata"].get("annotations", {})
        for path in IMMUTABLE.get(kind, ())
        if at(old[kind, name], path) != at(document, path)
    ]


def test_kubernetes_takes_every_change_of_an_object(before: Path) -> None:
    for name, values in scenarios(before):
        if refusal(values) == "":
            found = refused(rendered(before / "helm/pairwise", values), rendered(CHART, values))
            assert found == [], name
    assert refused(applied(before / DEVELOPMENT), applied(ROOT / DEVELOPMENT)) == []


def test_a_change_that_kubernetes_refuses_is_found() -> None:
    def service(address: str | None) -> Objects:
        return {("Service", "a"): {"metadata": {}, "spec": {"clusterIP": address}}}

    assert refused(service(None), service("None")) == ["Service a: spec.clusterIP"]
    assert refused(service("None"), service("None")) == []


def leaves(values: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def test_every_value_that_went_is_named(before: Path, told: str) -> None:
    old, new = (
        set(leaves(yaml.safe_load((chart / "values.yaml").read_text()))) for chart in (before / "helm/pairwise", CHART)
    )
    gone = {path for path in old - new if not any(each.startswith(f"{path}.") for each in new)}
    assert [path for path in sorted(gone) if not any(f"`{each}`" in told for each in with_groups(path))] == []


def with_groups(path: str) -> Iterator[str]:
    """The value itself and every group it is in: `a.b.c`, `a.b`, `a`."""
    while path:
        yield path
        path = path.rpartition(".")[0]


def test_values_of_the_last_release_are_taken(before: Path, told: str) -> None:
    for name, values in scenarios(before):
        reason = refusal(values)
        named = [path for path in [*leaves(values), *NEEDED] if path in reason]
        assert not reason or named, (name, reason)
        assert all(f"`{each}`" in told for each in named), (name, reason)


def entries(objects: Objects) -> set[tuple[str, str]]:
    """The entries of Secrets that pods read: a Secret's name and a key of it, empty where it is mounted whole."""
    found = set()
    for _, document in workloads(objects):
        for each in containers(document):
            references = (entry.get("valueFrom", {}).get("secretKeyRef") for entry in each.get("env", []))
            found |= {(one["name"], one["key"]) for one in references if one}
        for volume in pod_template(document)["spec"].get("volumes", []):
            if secret := volume.get("secret"):
                found |= {(secret["secretName"], one["key"]) for one in secret.get("items", [{"key": ""}])}
    return found


def test_every_entry_of_a_secret_that_is_new_is_named(before: Path, told: str) -> None:
    old, new = (entries(rendered(chart, {})) for chart in (before / "helm/pairwise", CHART))
    kept = {name for name, _ in old}
    for name, key in sorted(new - old):
        short = name.removeprefix("pairwise-")
        # A whole Secret that is new is named itself; `keys make` and `permissions` print all entries of theirs.
        assert f"-{short}" in told or (name in kept and (key in told or "scripts/pairwise keys make`" in told)), (
            name,
            key,
        )
