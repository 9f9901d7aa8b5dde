"""A release is made in two commits, and found again without a tag."""

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from alembic.script import ScriptDirectory
from runner import release
from runner.paths import ROOT
from runner.release import Refused
from shared.ops.migrate import service_config
from shared.registry import service_names

FILES = [
    *release.VERSIONED,
    "services/released.yaml",
    *(f"k8s/production/{name}.yaml" for name in ("nats", "postgres")),
]
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n- One thing.\n\n## 0.0.1 - 2020-01-01\nThe first.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of this repository that a release changes, at 1.0.0 after 0.9.0, in a repository of their own."""
    version = release.current()
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text()
        (tmp_path / name).write_text(text.replace(version, "1.0.0").replace(release.previous(), "0.9.0"))
    for name, image in release.external_images(tmp_path):
        pinned = f"{image.partition('@')[0]}@sha256:{'0' * 64}"
        (tmp_path / name).write_text((tmp_path / name).read_text().replace(image, pinned))
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    (tmp_path / "helm/pairwise/CHANGELOG.md").write_text(
        "# Changes\n\n## 1.0.0\n- One value.\n\n## 0.9.0\nThe first.\n"
    )
    (tmp_path / "helm/pairwise/UPGRADING.md").write_text("# Upgrading\n\n## From 0.9.0 to 1.0.0\n1. One step.\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=Ann", "-c", "user.email=ann@pairwise.example", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def commit(folder: Path) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "one")
    return git(folder, "rev-parse", "HEAD")


def test_a_release_names_the_images_of_others_by_digest(folder: Path) -> None:
    found = list(release.external_images(folder))
    assert {name for name, _ in found} == {
        *(f"k8s/one-machine/{name}.yaml" for name in ("parts", "restore")),
        *(f"k8s/production/{name}.yaml" for name in ("nats", "postgres")),
    }
    for name, image in found:
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(image, image.partition("@")[0]))
        with pytest.raises(Refused, match=name):
            release.make(folder)
        (folder / name).write_text(text)
    assert release.make(folder) == "1.0.0"


def test_a_release_is_made_and_the_next_begun(folder: Path) -> None:
    assert release.make(folder, "2021-02-03") == "1.0.0"
    assert (
        "## Unreleased\n\n## 1.0.0 - 2021-02-03\n\n### Added\n- One thing.\n" in (folder / "CHANGELOG.md").read_text()
    )
    released = commit(folder)

    release.raise_to("1.1.0", folder)
    commit(folder)
    commit(folder)
    (folder / "CHANGELOG.md").write_text(
        (folder / "CHANGELOG.md").read_text().replace("Unreleased\n", "Unreleased\n- x\n")
    )
    with pytest.raises(Refused, match=r"nothing under “1.1.0”"):
        release.make(folder)

    assert (release.current(folder), release.previous(folder)) == ("1.1.0", "1.0.0")
    for name in release.VERSIONED:
        text = (folder / name).read_text()
        assert "1.1.0" in text
        assert "1.0.0" not in text, name
    assert "\n## 1.1.0\n" in (folder / "helm/pairwise/CHANGELOG.md").read_text()
    assert "\n## From 1.0.0 to 1.1.0\n" in (folder / "helm/pairwise/UPGRADING.md").read_text()
    assert release.commit_of("1.0.0", folder) == released
    assert release.commit_of("1.1.0", folder) == git(folder, "rev-parse", "HEAD")
    assert release.commit_of("7.0.0", folder) is None


def test_the_commit_of_a_release_is_found_behind_a_merge(folder: Path) -> None:
    start = git(folder, "rev-parse", "HEAD")
    git(folder, "checkout", "--quiet", "-b", "releasing")
    release.make(folder)
    released = commit(folder)
    release.raise_to("1.1.0", folder)
    commit(folder)
    git(folder, "checkout", "--quiet", "-b", "other", start)
    (folder / "other").write_text("")
    commit(folder)
    git(folder, "merge", "--quiet", "--no-ff", "--message", "both", "releasing")
    assert release.commit_of("1.0.0", folder) == released


def test_released_migrations_are_the_heads_of_this_folder(folder: Path) -> None:
    file = folder / "services/released.yaml"
    comment = [line for line in file.read_text().splitlines() if line.startswith("#")]
    release.write_released("1.0.0", file)
    written = yaml.safe_load(file.read_text())
    assert written["version"] == "1.0.0"
    assert written["migrations"].keys() == {"kit", *service_names()}
    for name in service_names():
        head = ScriptDirectory.from_config(service_config(name, "postgresql://")).get_current_head()
        assert written["migrations"][name] == head
    assert file.read_text().splitlines()[: len(comment)] == comment


def test_a_folder_without_history_has_no_release(tmp_path: Path) -> None:
    assert release.commit_of("1.0.0", tmp_path) is None


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("CHANGELOG.md", "### Added\n- One thing.\n", "", "no unreleased change"),
        ("CHANGELOG.md", "0.0.1", "1.0.0", "has 1.0.0 already"),
        ("helm/pairwise/CHANGELOG.md", "- One value.", "", "nothing under “1.0.0”"),
        ("helm/pairwise/UPGRADING.md", "1. One step.", "", "nothing under “From 0.9.0 to 1.0.0”"),
        ("helm/pairwise/UPGRADING.md", "0.9.0", "0.8.0", "nothing under “From 0.9.0 to 1.0.0”"),
    ],
)
def test_an_unfinished_release_is_refused_and_changes_nothing(
    folder: Path, file: str, old: str, new: str, why: str
) -> None:
    (folder / file).write_text((folder / file).read_text().replace(old, new))
    before = (folder / "CHANGELOG.md").read_text()
    with pytest.raises(Refused, match=why):
        release.make(folder)
    assert (folder / "CHANGELOG.md").read_text() == before


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9", "2", "v1.1.0"])
def test_the_version_goes_up(folder: Path, version: str) -> None:
    release.make(folder)
    with pytest.raises(Refused, match="no version after"):
        release.raise_to(version, folder)


def test_a_version_that_was_not_released_is_not_left(folder: Path) -> None:
    with pytest.raises(Refused, match="not released yet"):
        release.raise_to("1.1.0", folder)


def test_a_file_without_the_version_is_named(folder: Path) -> None:
    release.make(folder)
    shutil.copy(ROOT / "LICENSE", folder / "k8s/production/flux.yaml")
    with pytest.raises(Refused, match=r"flux\.yaml does not have"):
        release.raise_to("1.1.0", folder)
