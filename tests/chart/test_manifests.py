"""Manifests are valid at every supported version of Kubernetes, and pass semantic rules."""

import json
from functools import cache
from typing import Any

import kubernetes_validate
import pytest
from kubernetes_validate import utils

from tests.chart.rendering import SCENARIOS, Object, Objects, containers, pod_template, render, values_of, workloads

VERSIONS = [f"1.{minor}" for minor in range(29, 37)]
# Other groups are defined by operators, and have no schema there.
OF_KUBERNETES = ("v1", "apps", "batch", "policy", "autoscaling", "networking.k8s.io")


@cache
def shapes() -> tuple[Object, ...]:
    """Deployments of services differ in names alone, so one object of each shape is enough for all scenarios."""
    found = {
        json.dumps([document["kind"], sorted(_paths(document))]): document
        for scenario in SCENARIOS
        for document in render(values_of(scenario)).values()
        if document["apiVersion"].partition("/")[0] in OF_KUBERNETES
    }
    return tuple(found.values())


@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_knows_every_field(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # It reads all definitions of the version from their file for each document.
    monkeypatch.setattr(utils, "schema_contents", cache(utils.schema_contents))
    for document in shapes():
        kubernetes_validate.validate(document, version, strict=True)


def _paths(value: Any, prefix: str = "") -> set[str]:
    if isinstance(value, dict):
        return {path for key, inner in value.items() for path in _paths(inner, f"{prefix}.{key}")}
    if isinstance(value, list):
        return {path for inner in value for path in _paths(inner, f"{prefix}[]")}
    return {f"{prefix}:{type(value).__name__}"}


def test_a_service_selects_pods_that_have_its_port(rendered: Objects) -> None:
    templates = [pod_template(document) for _, document in workloads(rendered)]
    for (kind, name), document in rendered.items():
        if kind == "Service":
            selected = [
                each for each in templates if document["spec"]["selector"].items() <= each["metadata"]["labels"].items()
            ]
            assert len(selected) == 1, name
            named = {port["name"] for each in selected[0]["spec"]["containers"] for port in each.get("ports", [])}
            assert {port["targetPort"] for port in document["spec"]["ports"]} <= named, name


def test_selectors_of_every_object_select_its_own_pods(rendered: Objects) -> None:
    for (kind, name), document in rendered.items():
        if kind == "Deployment":
            wanted = document["spec"]["selector"]["matchLabels"]
            assert wanted.items() <= pod_template(document)["metadata"]["labels"].items()
            budget = rendered.get(("PodDisruptionBudget", name))
            assert budget is None or budget["spec"]["selector"]["matchLabels"] == wanted


def test_names_fit_and_mounts_have_volumes(rendered: Objects) -> None:
    for (kind, name), _ in rendered.items():
        assert len(name) <= 63, (kind, name)
    for name, document in workloads(rendered):
        spec = pod_template(document)["spec"]
        volumes = {volume["name"] for volume in spec.get("volumes", [])}
        mounted = {mount["name"] for each in containers(document) for mount in each.get("volumeMounts", [])}
        assert volumes == mounted, name
        assert ("ServiceAccount", spec["serviceAccountName"]) in rendered
        assert spec["automountServiceAccountToken"] is False
        for each in containers(document):
            assert each["resources"]["limits"]["memory"], name
            assert each["resources"]["requests"]["cpu"], name
            variables = [entry["name"] for entry in each.get("env", [])]
            assert len(variables) == len(set(variables)), name


def test_probes_hit_ports_of_their_container(rendered: Objects) -> None:
    for name, document in workloads(rendered):
        if document["kind"] == "Deployment":
            every = pod_template(document)["spec"]["containers"]
            assert "readinessProbe" in every[0], name
            named = [port["name"] for each in every for port in each["ports"]]
            assert len(named) == len(set(named)), name
            for each in every:
                probes = [each[name] for name in ("startupProbe", "readinessProbe", "livenessProbe") if name in each]
                asked = [probe.get("httpGet") or probe["tcpSocket"] for probe in probes]
                assert {each["port"] for each in asked} <= {port["name"] for port in each["ports"]}, name
                # coturn has no address for its health.
                assert (
                    name == "pairwise-turn"
                    or each != every[0]
                    or {probe["path"] for probe in asked}
                    == {
                        "/health/live",
                        "/health/ready",
                    }
                )


def test_an_autoscaler_and_a_number_of_replicas_exclude_each_other(rendered: Objects) -> None:
    scaled = {
        document["spec"]["scaleTargetRef"]["name"]
        for (kind, _), document in rendered.items()
        if kind in ("HorizontalPodAutoscaler", "ScaledObject")
    }
    for (kind, name), document in rendered.items():
        if kind == "Deployment":
            assert ("replicas" in document["spec"]) == (name not in scaled), name
    assert scaled <= {name for kind, name in rendered if kind == "Deployment"}


def test_no_secret_stands_in_another_object(rendered: Objects) -> None:
    assert "PRIVATE KEY" not in json.dumps(list(rendered.values()))
    assert not any(kind == "Secret" for kind, _ in rendered)
    for _, document in workloads(rendered):
        for each in containers(document):
            for entry in each.get("env", []):
                if entry["name"].endswith(("_KEYS", "_SECRET_ACCESS_KEY", "DATABASE_URL", "NATS_URL", "REDIS_URL")):
                    assert "secretKeyRef" in entry.get("valueFrom", {}) or entry["name"] == "CALLER_PUBLIC_KEYS"


def test_pods_are_spread_among_those_of_their_own_rollout(rendered: Objects) -> None:
    for _, document in workloads(rendered):
        template = pod_template(document)
        for constraint in template["spec"].get("topologySpreadConstraints", []):
            assert constraint["labelSelector"]["matchLabels"].items() <= template["metadata"]["labels"].items()
            assert constraint["matchLabelKeys"] == ["pod-template-hash"]
