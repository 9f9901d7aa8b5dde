"""Brings built images to the nodes of a cluster, under the names that the chart gives them."""

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


def push(image: Image, tag: str, registry: str) -> str:
    """Push the image to a registry, for the chart's `image.registry`. Returns its name there. Raises ImageError."""
    name = f"{registry.rstrip('/')}/{image.repository}:{tag}"
    # All platforms of a manifest, or the one image.
    buildah.run("push", "--all", f"{image.repository}:{tag}", f"docker://{name}")
    return name
