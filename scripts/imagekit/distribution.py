"""Brings built images to the nodes of a cluster, under the names that the chart gives them."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from runner.paths import BUILD

from imagekit import buildah
from imagekit.images import Image

ARCHIVES = BUILD / "images"
# A node reads a name without a registry as one of this registry's; buildah keeps it as one of `localhost`.
DEFAULT_REGISTRY = "docker.io"


def node_name(image: Image, tag: str) -> str:
    """The whole name that a node looks for when a pod names `<repository>:<tag>`."""
    return f"{DEFAULT_REGISTRY}/{image.repository}:{tag}"


def save(image: Image, tag: str) -> Path:
    """Write the image to an archive that a node imports. Raises ImageError."""
    ARCHIVES.mkdir(parents=True, exist_ok=True)
    archive = ARCHIVES / f"{image.name}.tar"
    archive.unlink(missing_ok=True)  # buildah adds to an archive, and refuses to
    buildah.run("push", f"{image.repository}:{tag}", f"docker-archive:{archive}:{node_name(image, tag)}")
    return archive


def push(image: Image, tag: str, registry: str, architecture: str = "") -> str:
    """Push the image to a registry, for the chart's `image.registry`. Returns its name there, by digest.

    With `architecture` it is one that `join` needs. Raises ImageError.
    """
    # All platforms of a manifest, or the one image.
    return _pushed("push", f"{image.repository}:{tag}", _in_registry(image, _of(tag, architecture), registry))


def join(image: Image, tag: str, registry: str, architectures: Sequence[str]) -> str:
    """Give the images that `push` brought for these architectures one name. Returns it by digest. Raises ImageError."""
    name = _in_registry(image, tag, registry)
    buildah.ask("manifest", "create", name)
    try:
        for architecture in architectures:
            part = _in_registry(image, _of(tag, architecture), registry)
            buildah.ask("manifest", "add", name, f"docker://{part}")
        return _pushed("manifest", "push", name, name)
    finally:
        buildah.ask("manifest", "rm", name)


def _pushed(*words: str) -> str:
    *command, source, target = words
    with tempfile.NamedTemporaryFile("r") as digest:
        buildah.run(*command, "--all", "--digestfile", digest.name, source, f"docker://{target}")
        return f"{target.rpartition(':')[0]}@{digest.read().strip()}"


def _in_registry(image: Image, tag: str, registry: str) -> str:
    return f"{registry.rstrip('/')}/{image.repository}:{tag}"


def _of(tag: str, architecture: str) -> str:
    return f"{tag}-{architecture}" if architecture else tag
