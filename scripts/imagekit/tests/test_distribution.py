"""Images leave buildah's store under the names that nodes look for."""

from pathlib import Path

import pytest

from imagekit import buildah, command, distribution
from imagekit.images import image


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments that buildah gets; its archives go to a folder of the test."""
    made: list[list[str]] = []
    monkeypatch.setattr(buildah, "run", lambda *words: made.append([str(word) for word in words]))
    monkeypatch.setattr(distribution, "ARCHIVES", tmp_path / "images")
    return made


def test_an_archive_names_the_registry_that_nodes_add(calls: list[list[str]], tmp_path: Path) -> None:
    archive = distribution.save(image("services"), "1.2.3")
    assert archive == tmp_path / "images/services.tar"
    assert calls == [["push", "pairwise/services:1.2.3", f"docker-archive:{archive}:docker.io/pairwise/services:1.2.3"]]


def test_an_archive_is_written_anew(calls: list[list[str]]) -> None:
    archive = distribution.save(image("services"), "1.2.3")
    archive.write_text("of an earlier build, which buildah would not replace")
    distribution.save(image("services"), "1.2.3")
    assert not archive.exists()


@pytest.mark.parametrize("registry", ["registry.example/mirror", "registry.example/mirror/"])
def test_a_registry_gets_what_the_chart_names_with_it(calls: list[list[str]], registry: str) -> None:
    name = "registry.example/mirror/pairwise/webapp:1.2.3"
    assert distribution.push(image("webapp"), "1.2.3", registry) == name
    assert calls == [["push", "--all", "pairwise/webapp:1.2.3", f"docker://{name}"]]


def test_all_images_are_saved_unless_some_are_named(calls: list[list[str]]) -> None:
    assert command.main(["save", "--tag", "1.2.3"]) == 0
    assert len(calls) == 4
    assert command.main(["save", "--tag", "1.2.3", "gateway"]) == 0
    assert len(calls) == 5
    assert command.main(["push", "--registry", "registry.example", "stand-ins"]) == 0
    assert calls[-1][-1].startswith("docker://registry.example/pairwise/stand-ins:")
