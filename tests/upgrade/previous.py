"""The release before this one, checked out beside it with the migrations of this one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from runner.paths import NODE_BINARIES, ROOT, VENV
from runner.release import commit_of, previous
from shared.registry import service_names

RELEASE = re.compile(r"v(\d+)\.(\d+)\.(\d+)")
# The folder of the kit's migrations in v0.2.0.
EARLIER = "services/shared/kit/migrations/kit"
# The module of the kit that migrations import.
IMPORTED = "services/shared/kit/db/index_builds.py"


def previous_release() -> str | None:
    """The release before this one: any commit in PAIRWISE_PREVIOUS, the highest tag, or the commit it was made on."""
    if given := os.environ.get("PAIRWISE_PREVIOUS"):
        return given
    # A tag of this very commit is this release.
    merged = {tag for tag in _git("tag", "--merged", "HEAD").split() if RELEASE.fullmatch(tag)}
    earlier = merged - set(_git("tag", "--points-at", "HEAD").split())
    return max(earlier, key=_version, default=None) or commit_of(previous())


def _version(tag: str) -> tuple[int, ...]:
    found = RELEASE.fullmatch(tag)
    return tuple(map(int, found.groups())) if found else ()


def write_files(release: str, folder: Path) -> None:
    archive = subprocess.run(["git", "archive", release], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)


def with_commands(release: str, folder: Path) -> None:
    """Write the release's files into `folder`, as far as set up that its scripts run."""
    write_files(release, folder)
    (folder / ".venv").symlink_to(VENV)
    contracts = sorted(str(file.relative_to(folder)) for file in (folder / "proto").rglob("*.proto"))
    (folder / ".build/proto").mkdir(parents=True)
    to = ["-I", "proto", "--python_out=.build/proto", "--grpc_python_out=.build/proto"]
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", *to, *contracts], cwd=folder, check=True)


def check_out(release: str, folder: Path) -> None:
    """Write the release's files into `folder`, ready for its tests, with this release's migrations."""
    with_commands(release, folder)
    (folder / "scripts/parts/node_modules").symlink_to(NODE_BINARIES / "node_modules")
    _overlay(ROOT / "services/shared/ops/migrations/kit", folder / EARLIER)
    if not (folder / IMPORTED).exists():
        (folder / IMPORTED).parent.mkdir(parents=True)
        shutil.copy(ROOT / IMPORTED, folder / IMPORTED)
    for service in service_names():
        if (folder / "services" / service).is_dir():
            _overlay(ROOT / "services" / service / "migrations", folder / "services" / service / "migrations")


def _overlay(new: Path, old: Path) -> None:
    for file in new.glob("[0-9]*.py"):
        shutil.copy(file, old / file.name)


def environment() -> dict[str, str]:
    """That of its tests: migrations of this release import from this release's kit, if the old one lacks it."""
    return os.environ | {"PYTHONPATH": str(ROOT / "services")}


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout
