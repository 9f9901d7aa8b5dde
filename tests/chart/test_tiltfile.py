"""The Tiltfile, evaluated with Tilt's builtins replaced by recorders."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import starlark as sl
import yaml
from shared.registry import services

from tests.chart.rendering import ROOT, containers, render, values_of, workloads

COPIED = re.compile(r"^COPY (?!--from)(?:--\S+ )*(?P<sources>.+) \S+$", re.MULTILINE)


class Tilt:
    """The calls of the Tiltfile to Tilt."""

    def __init__(self) -> None:
        self.calls: dict[str, list[tuple[list[Any], dict[str, Any]]]] = {}

    def values(self, name: str) -> list[Any]:
        """The first argument of each call."""
        return [given[0] for given, _ in self.calls.get(name, [])]

    def record(self, name: str, returned: Any = None) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            self.calls.setdefault(name, []).append((list(given), named))
            return returned if returned is not None else {"call": name, "given": list(given)}

        return call


OF_CONFIG = ("define_string_list", "define_string", "parse", "set_enabled_resources")
BUILTINS = (
    "docker_build",
    "k8s_yaml",
    "k8s_resource",
    "allow_k8s_contexts",
    "local",
    "local_resource",
    "default_registry",
)
OBJECT = {"kind": "ConfigMap", "metadata": {"name": "one"}}


def evaluated(settings: dict[str, Any]) -> Tilt:
    """The calls of `tilt up` by a user called Jo.Doe, with these settings."""
    recorder, module = Tilt(), sl.Module()
    module.add_callable("read_yaml", lambda path: yaml.safe_load((ROOT / path).read_text()))
    module.add_callable("read_file", lambda path: path)
    module.add_callable("decode_yaml_stream", lambda text: [OBJECT | {"from": text}])
    module.add_callable("encode_yaml_stream", json.dumps)
    for name in BUILTINS:
        module.add_callable(name, recorder.record(name, returned="Jo.Doe\n" if name == "local" else name))
    for name in ("kustomize", "helm"):
        module.add_callable(name, recorder.record(name, returned=name))
    for name in ("sync", "fall_back_on"):
        module.add_callable(name, recorder.record(name))
    for name in OF_CONFIG:
        module.add_callable(f"config_{name}", recorder.record(name, returned=settings if name == "parse" else name))
    dialect = sl.Dialect.extended()
    dialect.enable_top_level_stmt = True
    builtins = sl.Globals.extended_by([sl.LibraryExtension.StructType])
    config = f"config = struct({', '.join(f'{name} = config_{name}' for name in OF_CONFIG)})"
    for name, text in (("config", config), ("Tiltfile", (ROOT / "Tiltfile").read_text())):
        sl.eval(module, sl.parse(name, text, dialect=dialect), builtins)
    return recorder


@pytest.fixture(scope="module")
def tilt() -> Tilt:
    return evaluated({})


def test_each_developer_has_a_namespace(tilt: Tilt) -> None:
    namespace, *deployed = [json.loads(text) for text in tilt.values("k8s_yaml")]
    assert namespace[0]["metadata"]["name"] == "pairwise-jo-doe"
    assert {each["metadata"]["namespace"] for objects in deployed for each in objects} == {"pairwise-jo-doe"}
    assert {each["from"] for objects in deployed for each in objects} == {
        ".local/cluster-keys.yaml",
        "kustomize",
        "helm",
    }
    [(_, options)] = evaluated({"namespace": "mine"}).calls["helm"]
    assert options["namespace"] == "mine"


def test_another_cluster_is_named(tilt: Tilt) -> None:
    there = evaluated({"context": "shared", "registry": "registry.example/dev"})
    assert there.values("allow_k8s_contexts") == [*tilt.values("allow_k8s_contexts"), "shared"]
    assert there.values("default_registry") == ["registry.example/dev"]
    assert "default_registry" not in tilt.calls


def test_chosen_services_come_with_those_that_they_ask(tilt: Tilt) -> None:
    assert "set_enabled_resources" not in tilt.calls
    [enabled] = evaluated({"services": ["likes"]}).values("set_enabled_resources")
    by_name = {service.name: service for service in services()}
    wanted = {"likes", "identity"}
    while more := {asked for name in wanted for asked in by_name[name].asks} - wanted:
        wanted |= more
    running = {f"pairwise-{name}-{process}" for name in wanted for process in by_name[name].processes}
    assert running <= {*enabled}
    everything = {f"pairwise-{name}-{process}" for name, one in by_name.items() for process in one.processes}
    assert {*enabled} & everything == running < everything
    # What else runs is all there is.
    rest = {*tilt.values("k8s_resource"), *tilt.values("local_resource"), "uncategorized"} - everything
    assert {*enabled} - running == rest


def builds(tilt: Tilt) -> dict[str, tuple[str, dict[str, Any]]]:
    """The context and options of each image."""
    return {given[0]: (given[1], named) for given, named in tilt.calls["docker_build"]}


def test_every_image_of_the_chart_is_built(tilt: Tilt) -> None:
    used = {
        container["image"].rpartition(":")[0]
        for _, document in workloads(render(values_of("development")))
        if document["kind"] != "Pod"  # Tilt leaves tests of Helm out
        for container in containers(document)
    }
    assert builds(tilt).keys() == used


def test_the_sources_of_a_dockerfiles_copies_are_in_its_context(tilt: Tilt) -> None:
    for image, (context, options) in builds(tilt).items():
        dockerfile = (ROOT / options["dockerfile"]).read_text()
        for copied in COPIED.finditer(dockerfile):
            for source in copied["sources"].split():
                assert (ROOT / context / source).exists(), f"{image} copies {source}"
                if "only" in options:
                    assert any(f"{source}/".startswith(f"{each}/") for each in options["only"]), f"{image}: {source}"
        for each in options.get("only", []):
            assert (ROOT / context / each).exists()


def test_synced_files_are_in_the_image_where_python_finds_them(tilt: Tilt) -> None:
    _, options = builds(tilt)["pairwise/services"]
    dockerfile = (ROOT / "services/Dockerfile").read_text()
    assert options["target"] == "development"
    assert "AS development" in dockerfile
    assert json.dumps(["python", "-m", "shared.ops.reload"]) in dockerfile
    for update in options["live_update"]:
        if update["call"] == "sync":
            source, target = update["given"]
            assert target == f"/app/{source}"
            assert f"COPY {source} {source}\n" in dockerfile
    # Files of the image that are not synced build it anew.
    covered = [path for update in options["live_update"] for path in _paths(update)]
    assert sorted(covered) == sorted(options["only"])


def _paths(update: dict[str, Any]) -> list[str]:
    paths: list[str] = update["given"][0] if update["call"] == "fall_back_on" else update["given"][:1]
    return paths


def test_the_last_stage_of_the_services_is_for_production() -> None:
    stages = re.findall(r"^FROM (\S+)", (ROOT / "services/Dockerfile").read_text(), re.MULTILINE)
    assert stages[-1] == "runtime"


def test_every_deployment_and_job_is_a_resource_and_nothing_else_is(tilt: Tilt) -> None:
    named = {given[0] for given, _ in tilt.calls["k8s_resource"]}
    of_chart = {name for (kind, name) in render(values_of("development")) if kind in ("Deployment", "Job")}
    of_parts = {
        document["metadata"]["name"]
        for file in (ROOT / "k8s/development").glob("*.yaml")
        for document in yaml.safe_load_all(file.read_text())
        if document and document.get("kind") == "Deployment"
    }
    assert named == of_chart | of_parts
    assert len([service for service in services() if f"pairwise-{service.name}-web" in named]) == len(services())


def test_the_chart_is_rendered_with_the_values_that_the_tests_render(tilt: Tilt) -> None:
    [(_, options)] = tilt.calls["helm"]
    assert options["name"] == "pairwise"
    [values] = options["values"]
    assert yaml.safe_load(Path(ROOT / values).read_text()) == values_of("development")
