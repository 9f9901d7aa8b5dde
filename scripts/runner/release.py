"""`scripts/pairwise release`: the edits of a release, and the commit that one was made on.

`make` gives what CHANGELOG.md calls unreleased the version of the chart, and the day. That commit is the release.
`next VERSION` is the commit after it: it writes the newest migration of each history into services/released.yaml and
raises the version everywhere, so that no image or chart made later is taken for the release. `commit VERSION` prints
the commit of a release, which needs no tag: the last one whose Chart.yaml has that version.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import yaml
from alembic.config import Config
from alembic.script import ScriptDirectory
from shared.ops.migrate import kit_config, service_config
from shared.registry import service_names

from runner import chart_values
from runner.paths import ROOT

VERSION = re.compile(r"\d+\.\d+\.\d+")
CHART = "helm/pairwise/Chart.yaml"
# Files with the version of the release they are part of, each in its own words.
VERSIONED = {
    CHART: r"^((?:v|appV)ersion: ){old}$",
    "helm/values/values.yaml": r'(default: "pairwise/[a-z-]+:){old}(?=")',
    "k8s/production/databases.yaml": r"(image: pairwise/services:){old}$",
    "k8s/one-machine/parts.yaml": r"(image: pairwise/services:){old}$",
    "k8s/one-machine/restore.yaml": r"(image: pairwise/services:){old}$",
    "k8s/production/argocd.yaml": r"(targetRevision: v){old}$",
    "k8s/production/flux.yaml": r"(chart: pairwise, version: ){old}(?=,)",
}
IMAGE = re.compile(r"^\s*-?\s*image(?:Name)?:\s*([^\s#]+)", re.MULTILINE)
# A tag can be moved to another image, a digest cannot.
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
UNRELEASED = "## Unreleased\n"
# What the sections of the next release begin with, until somebody writes what changed, or that nothing did.
UNWRITTEN = "Not written yet."


class Refused(Exception):
    """The release cannot be made; the message says what is missing."""


def current(root: Path = ROOT) -> str:
    """The version that this folder is of."""
    return str(yaml.safe_load((root / CHART).read_text())["version"])


def previous(root: Path = ROOT) -> str:
    """The last release before it."""
    return str(yaml.safe_load((root / "services/released.yaml").read_text())["version"])


def make(root: Path = ROOT, day: str = "") -> str:
    """Write the version and the day above the unreleased changes. Returns the version. Raises Refused."""
    version, changelog = current(root), root / "CHANGELOG.md"
    text = changelog.read_text()
    if f"\n## {version} - " in text:
        raise Refused(f"CHANGELOG.md has {version} already; `scripts/pairwise release next` raises the version")
    _, _, changes = text.partition(UNRELEASED)
    if not changes.partition("\n## ")[0].strip():
        raise Refused("CHANGELOG.md names no unreleased change")
    for name, heading in (("CHANGELOG.md", version), ("UPGRADING.md", f"From {previous(root)} to {version}")):
        section = _section((root / "helm/pairwise" / name).read_text(), heading)
        if section in ("", UNWRITTEN):
            raise Refused(f"helm/pairwise/{name} has nothing under “{heading}”")
    if unpinned := [f"{file}: {image}" for file, image in external_images(root) if not DIGEST.search(image)]:
        raise Refused(
            "these images have no digest; append the one that "
            "`skopeo inspect --format '{{.Digest}}' docker://IMAGE` prints, as IMAGE@sha256:...\n" + "\n".join(unpinned)
        )
    day = day or datetime.now(UTC).date().isoformat()
    changelog.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n## {version} - {day}\n", 1))
    return version


def external_images(root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """File and name of each image of production that is not built from this repository."""
    folders = [root / "k8s/one-machine", root / "k8s/production"]
    for file in sorted(file for folder in folders for file in folder.glob("*.yaml")):
        for image in IMAGE.findall(file.read_text()):
            if not image.startswith("pairwise/"):
                yield str(file.relative_to(root)), image


def _section(text: str, heading: str) -> str:
    _, found, rest = text.partition(f"\n## {heading}\n")
    return rest.partition("\n## ")[0].strip() if found else ""


def raise_to(version: str, root: Path = ROOT) -> None:
    """Begin the next release after the one that CHANGELOG.md names last. Raises Refused."""
    old = current(root)
    if not VERSION.fullmatch(version) or _numbers(version) <= _numbers(old):
        raise Refused(f"{version} is no version after {old}")
    if f"\n## {old} - " not in (root / "CHANGELOG.md").read_text():
        raise Refused(f"{old} is not released yet: `scripts/pairwise release make`")
    for name, pattern in VERSIONED.items():
        file = root / name
        text, count = re.subn(pattern.format(old=re.escape(old)), rf"\g<1>{version}", file.read_text(), flags=re.M)
        if not count:
            raise Refused(f"{name} does not have the version {old}")
        file.write_text(text)
    _begin(root / "helm/pairwise/CHANGELOG.md", f"## {version}\n")
    _begin(root / "helm/pairwise/UPGRADING.md", f"## From {old} to {version}\n")
    write_released(old, root / "services/released.yaml")


def _begin(file: Path, heading: str) -> None:
    head, mark, rest = file.read_text().partition("\n## ")
    file.write_text(f"{head}\n{heading}{UNWRITTEN}\n{mark}{rest}")


def write_released(version: str, file: Path) -> None:
    """The newest migration of each history of this folder, as those of this release; the file's comment stays."""
    comment = [line for line in file.read_text().splitlines() if line.startswith("#")]
    lines = [f"  {name}: {_scalar(ScriptDirectory.from_config(config).get_current_head())}" for name, config in _all()]
    file.write_text("\n".join([*comment, f"version: {version}", "migrations:", *lines]) + "\n")


def _all() -> Iterator[tuple[str, Config]]:
    yield "kit", kit_config("postgresql://")
    for name in service_names():
        yield name, service_config(name, "postgresql://")


def _scalar(head: str | None) -> str:
    return f'"{head}"' if head and head.isdecimal() else str(head)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def commit_of(version: str, root: Path = ROOT) -> str | None:
    """The last commit of this history whose Chart.yaml has this version; None where there is none, or no history.

    It is the parent of the commit that raised the version; the tag of a release need not have been fetched.
    """
    if f"\nversion: {version}\n" in _git(root, "show", f"HEAD:{CHART}"):
        return _git(root, "rev-parse", "HEAD").strip() or None
    changed = _git(root, "log", "--format=%H", f"-Sversion: {version}", "--", CHART).split()
    for commit in changed:
        if f"\nversion: {version}\n" in _git(root, "show", f"{commit}^:{CHART}"):
            return _git(root, "rev-parse", f"{commit}^").strip()
    return None


def _git(root: Path, *arguments: str) -> str:
    """Empty where git has no answer, as in a folder without history."""
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False).stdout


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    made = commands.add_parser("make", help="write the version and the day into CHANGELOG.md")
    made.add_argument("--day", default="", metavar="YYYY-MM-DD", help="today by default")
    commands.add_parser("next", help="raise the version").add_argument("version")
    commands.add_parser("commit", help="print the commit of a release").add_argument("version")
    given = parser.parse_args(arguments)
    try:
        if given.command == "make":
            print(f"CHANGELOG.md names {make(day=given.day)}: commit this, and tag that commit")
        elif given.command == "next":
            raise_to(given.version)
            chart_values.main()
        elif (commit := commit_of(given.version)) is not None:
            print(commit)
        else:
            raise Refused(f"this history has no commit of {given.version}")
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
