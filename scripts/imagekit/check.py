"""Looks into built images: their size, their user, and what must not be in them."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from imagekit import buildah
from imagekit.images import USER, Image

FOLDERS = ["usr/local/bin", "usr/local/sbin", "usr/bin", "usr/sbin", "venv/bin", "app/node_modules/.bin"]
# Writable by everybody in every Linux image; Kubernetes mounts the rest of the file system read-only.
SHARED_FOLDERS = {"tmp", "var/tmp", "run/lock", "dev/shm", "var/lock"}
CAPABILITIES = "security.capability"


def flaws(image: Image, name: str, size: int) -> list[str]:
    """Sentences about what is wrong with a built image that adds `size` bytes to its base; empty if nothing is."""
    found = list(_of_configuration(name))
    if size > image.most_bytes:
        found.append(f"adds more to its base than {image.most_bytes / 1e6:.0f} MB")
    with buildah.mounted(name) as files:
        return found + list(_of_files(image, files))


def added_bytes(name: str, base: str) -> int:
    """Bytes of the files that its base does not have, or has with another size."""
    with buildah.mounted(base) as files:
        had = {path.relative_to(files): status.st_size for path, status in _files(files)}
    with buildah.mounted(name) as files:
        return sum(
            status.st_size
            for path, status in _files(files)
            if stat.S_ISREG(status.st_mode) and had.get(path.relative_to(files)) != status.st_size
        )


def _of_configuration(name: str) -> Iterator[str]:
    configuration = buildah.configuration(name)
    if configuration.get("User") != USER:
        yield f"runs as {configuration.get('User') or 'root'}"
    for label in ("title", "version", "revision", "licenses"):
        if not configuration.get("Labels", {}).get(f"org.opencontainers.image.{label}"):
            yield f"has no label {label}"


def _of_files(image: Image, files: Path) -> Iterator[str]:
    for program in image.refused:
        yield from (f"contains {folder}/{program}" for folder in FOLDERS if os.path.lexists(files / folder / program))
    for path, status in _files(files):
        where = path.relative_to(files)
        if stat.S_ISREG(status.st_mode):
            if status.st_mode & (stat.S_ISUID | stat.S_ISGID):
                yield f"{where} changes its user"
            if CAPABILITIES in os.listxattr(path, follow_symlinks=False):
                yield f"{where} has capabilities"
        if _is_writable(status) and str(where) not in SHARED_FOLDERS:
            yield f"{where} is writable"
    yield from (f"contains tests in {folder.relative_to(files)}" for folder in files.glob("app/**/tests"))


def _is_writable(status: os.stat_result) -> bool:
    """By the image's user, who owns nothing."""
    is_owned = status.st_uid == int(USER) or status.st_gid == int(USER)
    kind = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    return kind and (is_owned or bool(status.st_mode & stat.S_IWOTH))


def _files(files: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for folder, folders, names in os.walk(files):
        for name in (*folders, *names):
            path = Path(folder, name)
            yield path, path.lstat()
