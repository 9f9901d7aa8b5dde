"""Objects that documents name in commands are those that the chart and the parts make for the release `pairwise`."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from runner.commands import COMMANDS, NAME, Commands, Program
from shared.registry import service_names

from tests.chart.rendering import CHART, ROOT, render
from tests.chart.test_cluster_commands import DEVELOPMENT
from tests.chart.test_development import parts

OBJECT = re.compile(r"\b(deploy|deployment|service|svc)/([a-z0-9$-]+)")
WORKLOAD = re.compile(r"\bapp\.kubernetes\.io/name=([a-z0-9-]+)")
ROW = re.compile(r"^\| `(?P<laptop>[^|`]+)` \| (?P<service>\w+) \| `(?P<module>[^|`]+)` \|$", re.MULTILINE)
KINDS = {"deploy": "Deployment", "deployment": "Deployment", "service": "Service", "svc": "Service"}


def documents() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "k8s/README.md")
    for folder in (ROOT / "docs", CHART, ROOT / "services"):
        yield from (file for file in sorted(folder.rglob("*.md")) if "decisions" not in file.parts)


def named(text: str) -> Iterator[tuple[str, str]]:
    """Kind and name of each object in commands; a loop over services names one for each."""
    for kind, name in OBJECT.findall(text):
        for service in service_names() if "$service" in name else [""]:
            yield KINDS[kind], name.replace("$service", service)


@pytest.fixture(scope="module")
def made() -> set[tuple[str, str]]:
    return {*render(DEVELOPMENT), *((each["kind"], each["metadata"]["name"]) for each in parts() if "metadata" in each)}


@pytest.mark.parametrize("document", list(documents()), ids=lambda file: str(file.relative_to(ROOT)))
def test_objects_in_commands_are_made(document: Path, made: set[tuple[str, str]]) -> None:
    text = document.read_text()
    assert [each for each in named(text) if each not in made] == []
    assert [name for name in WORKLOAD.findall(text) if ("Deployment", f"pairwise-{name}") not in made] == []


def test_commands_are_read() -> None:
    assert list(named("kubectl exec deploy/pairwise-$service-worker -- x")) == [
        ("Deployment", f"pairwise-{service}-worker") for service in service_names()
    ]
    assert WORKLOAD.findall("-l app.kubernetes.io/name=gateway") == ["gateway"]


def test_commands_have_their_modules_in_a_cluster() -> None:
    """k8s/README.md names what each command of an instance runs, and in which service."""
    _, _, section = (ROOT / "k8s/README.md").read_text().partition("\n## Commands\n")
    rows = {row["laptop"]: (row["service"], row["module"]) for row in ROW.finditer(section.partition("\n## ")[0])}
    assert rows == {name: (each.service, each.module) for name, each in programs(NAME, COMMANDS) if each.service}
    assert all((ROOT / "services" / f"{module.replace('.', '/')}.py").is_file() for _, module in rows.values())


def programs(name: str, commands: Commands) -> Iterator[tuple[str, Program]]:
    for word, each in commands.items():
        if isinstance(each, Program):
            yield f"{name} {word}", each
        else:
            yield from programs(f"{name} {word}", each)
