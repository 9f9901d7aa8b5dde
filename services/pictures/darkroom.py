"""Makes the files we keep of a picture that someone brought, in a child process that can harm nobody.

The child has no secrets, no files to write and little memory and time. What crashes or overruns it is a broken picture.
"""

import base64
import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from servicekit.errors import Unavailable
from servicekit.logs import logger

from pictures.errors import PictureBroken
from pictures.fingerprint import FINGERPRINT_BYTES
from pictures.header import Limits, read_header
from pictures.store import VARIANTS

CHILD = Path(__file__).with_name("child.py")
# Three times the processor time it may take (child.py): on a busy machine it gets a third of a core.
SECONDS = 15.0
WAIT_SECONDS = 10.0
# Each may take a core and up to its memory, so few at a time; who waits longer is asked to come again.
AT_ONCE = 2
_turns = threading.BoundedSemaphore(AT_ONCE)

# Nothing of our own surroundings: no addresses, no keys.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "VIPS_CONCURRENCY": "1", "VIPS_DISC_THRESHOLD": "1g", "LC_ALL": "C.UTF-8"}


class Cut(StrEnum):
    PORTRAIT = "portrait"  # 4:5, for profiles
    WHOLE = "whole"  # as it is


@dataclass(frozen=True, slots=True)
class Developed:
    """The files by variant, the thumbhash, how much there is to see (0 for a single colour), and the shape."""

    files: dict[str, bytes]
    thumbhash: str
    detail: float
    width: int = 0
    height: int = 0
    fingerprint: bytes = b""  # perceptual hashes: see `pictures.fingerprint`


def develop(content: bytes, *, cut: Cut = Cut.PORTRAIT, limits: Limits | None = None) -> Developed:
    """The picture upright, in our sizes, without anything else the file said. Raises PictureRefused, or Unavailable
    when too many are being developed already."""
    header = read_header(content, limits or Limits())
    if not _turns.acquire(timeout=WAIT_SECONDS):
        raise Unavailable()
    try:
        return _developed(header.kind, cut, content)
    finally:
        _turns.release()


def _developed(kind: str, cut: Cut, content: bytes) -> Developed:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(CHILD), kind, cut.value],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            env=ENVIRONMENT,
            cwd="/",
            close_fds=True,
        )
    except subprocess.TimeoutExpired as error:
        logger().warning("picture_overran", kind=kind)
        raise PictureBroken(field="photo") from error
    if done.returncode != 0:
        logger().warning("picture_failed", kind=kind, returncode=done.returncode, bytes=len(content))
        raise PictureBroken(field="photo")
    try:
        return _read(done.stdout)
    except (ValueError, KeyError, TypeError) as error:
        raise PictureBroken(field="photo") from error


def _read(output: bytes) -> Developed:
    """What the child says it made. A decoder that was taken over could say anything; files are served as WebP only."""
    head, _, rest = output.partition(b"\n")
    told = json.loads(head)
    files: dict[str, bytes] = {}
    for name, length in told["files"]:
        files[name], rest = rest[:length], rest[length:]
    hashed = base64.b64encode(base64.b64decode(told["thumbhash"], validate=True)).decode()
    if tuple(files) != VARIANTS or rest or not all(files.values()) or len(hashed) > 60:
        raise ValueError
    fingerprint = base64.b64decode(told["fingerprint"], validate=True)
    if len(fingerprint) != FINGERPRINT_BYTES:
        raise ValueError
    shape = int(told["width"]), int(told["height"])
    return Developed(files, hashed, float(told["detail"]), *shape, fingerprint)
