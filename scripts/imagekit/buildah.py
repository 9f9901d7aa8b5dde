"""Calls of buildah, which builds images without a daemon."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class ImageError(Exception):
    """An image cannot be built or read; the message is for the person at the terminal."""


def isolation() -> str:
    """`chroot` where containers cannot be nested, as inside a container; buildah's own choice elsewhere."""
    return os.environ.get("BUILDAH_ISOLATION") or ("oci" if shutil.which("runc") or shutil.which("crun") else "chroot")


def run(*arguments: str | Path) -> None:
    """Its output is the caller's. Raises ImageError if it fails."""
    if subprocess.run(_command(*arguments), check=False).returncode:
        raise ImageError(f"buildah {arguments[0]} failed")


def ask(*arguments: str | Path) -> str:
    """What it prints. Raises ImageError with its last line if it fails."""
    ran = subprocess.run(_command(*arguments), capture_output=True, text=True, check=False)
    if ran.returncode:
        raise ImageError((ran.stderr.strip().splitlines() or ["buildah failed"])[-1])
    return ran.stdout.strip()


def _command(*arguments: str | Path) -> list[str]:
    if shutil.which("buildah") is None:
        raise ImageError("buildah is missing (Debian: apt-get install buildah)")
    return ["buildah", *map(str, arguments)]


def configuration(name: str) -> dict[str, Any]:
    """The image's OCI configuration: its user, its environment, its labels."""
    inspected = json.loads(ask("inspect", "--type", "image", name))
    found: dict[str, Any] = inspected["OCIv1"]["config"]
    return found


@contextmanager
def mounted(name: str) -> Iterator[Path]:
    """The files of an image of this machine, while the block runs."""
    container = ask("from", "--pull-never", name)
    try:
        yield Path(ask("mount", container))
    finally:
        ask("rm", container)
