"""Images leave buildah's store under the names that nodes look for."""

from pathlib import Path

import pytest

from imagekit import buildah, command, distribution
from imagekit.images import IMAGES, image

DIGEST = f"sha256:{'0' * 64}"


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments that buildah gets; its archives go to a folder of the test."""
    made: list[list[str]] = []

    def record(*words: object) -> str:
        given = [str(word) for word in words]
        if "--digestfile" in given:
            at = given.index("--digestfile")
            Path(given[at + 1]).write_text(f"{DIGEST}\n")
            del given[at : at + 2]
        made.append(given)
        return ""

    monkeypatch.setattr(buildah, "run", record)
    monkeypatch.setattr(buildah, "ask", record)
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
    by_digest = f"registry.example/mirror/pairwise/webapp@{DIGEST}"
    assert distribution.push(image("webapp"), "1.2.3", registry) == by_digest
    assert calls == [["push", "--all", "pairwise/webapp:1.2.3", f"docker://{name}"]]


def test_images_of_two_architectures_get_one_name(calls: list[list[str]]) -> None:
    registry, name = "registry.example:5000/mirror", "registry.example:5000/mirror/pairwise/webapp"
    for architecture in ("amd64", "arm64"):
        distribution.push(image("webapp"), "1.2.3", registry, architecture)
    pushed = [call[-1] for call in calls]

    joined = distribution.join(image("webapp"), "1.2.3", registry, ["amd64", "arm64"])

    assert joined == f"{name}@{DIGEST}"
    assert [call[-1] for call in calls if call[:2] == ["manifest", "add"]] == pushed
    assert ["manifest", "push", "--all", f"{name}:1.2.3", f"docker://{name}:1.2.3"] in calls
    assert calls[-1] == ["manifest", "rm", f"{name}:1.2.3"]


def test_all_images_are_saved_unless_some_are_named(calls: list[list[str]]) -> None:
    assert command.main(["save", "--tag", "1.2.3"]) == 0
    assert len(calls) == len(IMAGES)
    assert command.main(["save", "--tag", "1.2.3", "gateway"]) == 0
    assert len(calls) == len(IMAGES) + 1
    assert command.main(["push", "--registry", "registry.example", "stand-ins"]) == 0
    assert calls[-1][-1].startswith("docker://registry.example/pairwise/stand-ins:")
