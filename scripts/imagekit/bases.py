"""Makes the base images from Debian's packages, for machines that reach no image registry.

They stand in for the images that the Dockerfiles name: Debian 12 with its Python 3.11, Debian 12 with the Node of this
machine. Releases are built from the named ones.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from imagekit import buildah
from imagekit.buildah import ImageError

SUITE = "bookworm"
PACKAGES = {"python": "ca-certificates,python3,python3-venv", "node": "ca-certificates,libstdc++6"}


def local_base(base: str) -> str:
    """The name that the base is made under."""
    return f"localhost/pairwise/base-{base}"


def make_base(base: str) -> None:
    """Needs root and debootstrap, whose own default names the mirror. Raises ImageError."""
    if shutil.which("debootstrap") is None:
        raise ImageError("debootstrap is missing (Debian: apt-get install debootstrap)")
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "files"
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES[base]}", SUITE, str(files)]
        if subprocess.run(command, check=False).returncode:
            raise ImageError(f"debootstrap could not make {base}")
        if base == "node":
            _copy_node(files / "usr" / "local")
        _commit(files, local_base(base))


def _copy_node(target: Path) -> None:
    node = shutil.which("node")
    if node is None:
        raise ImageError("node is missing")
    shutil.copy(Path(node).resolve(), target / "bin" / "node")
    npm = Path(shutil.which("npm") or "").resolve()
    package = next((folder for folder in npm.parents if folder.name == "npm"), None)
    if package is None:
        raise ImageError("npm is missing")
    modules = target / "lib" / "node_modules"
    shutil.copytree(package, modules / "npm", symlinks=True)
    for program in ("npm", "npx"):
        (target / "bin" / program).symlink_to(f"../lib/node_modules/npm/bin/{program}-cli.js")


def _commit(files: Path, name: str) -> None:
    for cached in (files / "var/cache/apt/archives").glob("*.deb"):
        cached.unlink()
    shutil.rmtree(files / "var/lib/apt/lists", ignore_errors=True)
    container = buildah.ask("from", "scratch")
    try:
        buildah.ask("add", container, files, "/")
        buildah.ask("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container)
        buildah.ask("commit", container, name)
    finally:
        buildah.ask("rm", container)
