"""Renders the chart with Helm's SDK, and finds things in the objects."""

import json
import logging
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from helm_python import Chart, HelmError

logging.getLogger("helm").setLevel(logging.WARNING)
ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "helm" / "pairwise"
SCENARIOS = {file.name.removesuffix("-values.yaml"): file for file in sorted((CHART / "ci").glob("*-values.yaml"))}
SCENARIOS["one-machine"] = ROOT / "k8s/one-machine/values.yaml"
SITE = ROOT / "services/shared/sites/documents/pairwise.yaml"
WITH_PODS = ("Deployment", "Job", "Pod")
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Object = dict[str, Any]
Objects = dict[tuple[str, str], Object]


@cache
def _chart() -> Chart:
    return Chart.load(str(CHART))


def values_of(scenario: str) -> dict[str, Any]:
    return yaml.load(SCENARIOS[scenario].read_text(), Loader) or {}  # noqa: S506 - a safe loader


def render(values: Mapping[str, Any] | None = None, *, release: str = "pairwise") -> Objects:
    """The objects that these values make, by kind and name. Raises HelmError with the chart's refusal."""
    made: Objects = json.loads(_rendered(json.dumps(values or {}), release), object_pairs_hook=_by_kind_and_name)
    return made


def _by_kind_and_name(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    if pairs and "\0" in pairs[0][0]:
        return {(key.partition("\0")[0], key.partition("\0")[2]): value for key, value in pairs}
    return dict(pairs)


@cache
def _rendered(values: str, release: str) -> str:
    files = _chart().render(json.loads(values), name=release, namespace="dating")
    made: dict[str, Object] = {}
    for name, text in files.items():
        for document in [] if name.endswith(".txt") else yaml.load_all(text, Loader):
            if document:
                key = f"{document['kind']}\0{document['metadata']['name']}"
                assert key not in made, f"{key} is made twice"
                made[key] = document
    return json.dumps(made)


def site(**other: Any) -> dict[str, Any]:
    """A site document, with other fields."""
    as_json = json.dumps(yaml.load(SITE.read_text(), Loader), default=str)  # noqa: S506 - a safe loader
    return {**json.loads(as_json), **other}


def refusal(values: Mapping[str, Any]) -> str:
    """Why the chart refuses these values; empty when it renders them."""
    try:
        _rendered(json.dumps(values), "pairwise")
    except HelmError as error:
        return str(error)
    return ""


def pod_template(document: Object) -> Object:
    """The metadata and spec of the pods that an object makes."""
    spec = document["spec"].get("jobTemplate", document)["spec"]
    template: Object = document if document["kind"] == "Pod" else spec["template"]
    return template


def workloads(objects: Objects) -> Iterator[tuple[str, Object]]:
    """Every object with pods, by its name."""
    for (kind, name), document in objects.items():
        if kind in WITH_PODS:
            yield name, document


def containers(document: Object) -> list[Object]:
    pod = pod_template(document)["spec"]
    return [*pod.get("initContainers", []), *pod["containers"]]


def main_container(document: Object) -> Object:
    """The first container that stays."""
    found: Object = pod_template(document)["spec"]["containers"][0]
    return found


def runs(objects: Objects, service: str, process: str) -> Object:
    """The Deployment whose pods run this process, alone or with others of its service. Raises StopIteration."""
    return next(
        document
        for (kind, _), document in objects.items()
        if kind == "Deployment"
        and (words := main_container(document).get("args"))
        and words[0] == service
        and process in words[1].split("+")
    )


def changed(values: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy of these values with another one at this path, such as `gateway.replicas` or `clients.from[0].a`."""
    copy: dict[str, Any] = json.loads(json.dumps(values))
    *groups, last = path.split(".")
    inside = copy
    for group in groups:
        name, is_list, _ = group.partition("[0]")
        inside = inside.setdefault(name, [{}])[0] if is_list else inside.setdefault(name, {})
    inside[last] = value
    return copy
