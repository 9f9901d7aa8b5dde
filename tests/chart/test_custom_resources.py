"""Custom resources of the chart and of k8s/ fit the definitions of the operators that read them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chart import definitions
from tests.chart.rendering import ROOT, SCENARIOS, Loader, Object, changed, render, values_of
from tests.chart.test_manifests import OF_KUBERNETES

# Published by no package: a plugin of CloudNativePG, a file that kubectl reads itself, and an object of k3s.
WITHOUT_DEFINITION = {"ObjectStore", "Kustomization", "HelmChartConfig"}


@pytest.fixture(scope="module", autouse=True)
def _definitions() -> None:
    definitions.install()


@cache
def custom_resources() -> dict[str, Object]:
    """Each once, by its text."""
    rendered = (each for scenario in SCENARIOS for each in render(values_of(scenario)).values())
    files = sorted((ROOT / "k8s").rglob("*.yaml"))
    kept = (each for file in files for each in yaml.load_all(file.read_text(), Loader) if each and "kind" in each)
    return {
        json.dumps(each, sort_keys=True): each
        for each in (*rendered, *kept)
        if each["apiVersion"].partition("/")[0] not in OF_KUBERNETES
    }


def defined() -> list[Object]:
    return [each for each in custom_resources().values() if each["kind"] not in WITHOUT_DEFINITION]


def first(kind: str) -> Object:
    return next(each for each in defined() if each["kind"] == kind)


def test_the_only_objects_without_a_definition_are_known() -> None:
    kinds = {each["kind"] for each in custom_resources().values()}
    assert {each["kind"] for each in defined()} == kinds - WITHOUT_DEFINITION
    assert kinds >= WITHOUT_DEFINITION | {"Cluster", "ScaledObject", "PodMonitor", "HTTPRoute", "ExternalSecret"}


def test_operators_take_every_value() -> None:
    assert definitions.wrong_values(defined()) == []


def test_operators_know_every_field(tmp_path: Path) -> None:
    assert definitions.unknown_fields(defined(), tmp_path) == ""


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("Cluster", "spec.instances", "three"),
        ("ScaledObject", "spec.scaleTargetRef", None),
        ("HTTPRoute", "spec.rules", "all"),
        ("Certificate", "spec.secretName", 1),
    ],
)
def test_a_wrong_value_is_found(kind: str, path: str, value: Any) -> None:
    [found] = definitions.wrong_values([changed(first(kind), path, value)])
    assert kind in found


def test_unknown_fields_are_found(tmp_path: Path) -> None:
    found = definitions.unknown_fields(
        [changed(first("Cluster"), "spec.instanceCount", 3), changed(first("PodMonitor"), "spec.podSelector", {})],
        tmp_path,
    )
    assert [word in found for word in ("instanceCount", "podSelector")] == [True, True]
