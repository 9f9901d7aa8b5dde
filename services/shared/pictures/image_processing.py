"""Image processing: makes our WebP files of an upload, in a sandboxed child process.

Decoders of untrusted images are where memory errors are exploited. The child has no secrets in its environment, can
write no file, and has limits on memory and processor time (`image_subprocess.py`). An image that crashes it or
exceeds a limit is refused as broken.
"""

import base64
import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from shared.kit.core import Unavailable, logger
from shared.pictures.errors import PictureBroken
from shared.pictures.fingerprint import FINGERPRINT_BYTES
from shared.pictures.header import Limits, read_header
from shared.pictures.store import VARIANTS

CHILD = Path(__file__).with_name("image_subprocess.py")
# Three times the child's limit on processor time: what takes longer waits for a core of a busy machine.
TIMEOUT_SECONDS = 15.0
# Backpressure: each child may take a core and 256 MB, so two run at a time in a process. An upload that waits longer
# than this for its turn gets 503.
QUEUE_SECONDS = 10.0
MAX_CONCURRENT = 2
# Widths of a page's pictures (`image_subprocess.py`), and the names of their files.
PAGE_WIDTHS = (400, 800, 1200)
PAGE_FILES = tuple(f"{width}.{kind}" for width in PAGE_WIDTHS for kind in ("avif", "webp"))
_slots = threading.BoundedSemaphore(MAX_CONCURRENT)

# Instead of our own environment, which has URLs and keys.
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "VIPS_CONCURRENCY": "1", "VIPS_DISC_THRESHOLD": "1g", "LC_ALL": "C.UTF-8"}


class Crop(StrEnum):
    PORTRAIT = "portrait"  # 4:5, for profiles
    WHOLE = "whole"  # as it is
    PAGE = "page"  # as it is, for pages of the web: AVIF and WebP, transparent where it was


@dataclass(frozen=True, slots=True)
class ProcessedImage:
    """Files by variant, thumbhash, detail (standard deviation of brightness, 0 for a single colour), and size."""

    files: dict[str, bytes]
    thumbhash: str
    detail: float
    width: int = 0
    height: int = 0
    fingerprint: bytes = b""  # perceptual hashes: see `pictures.fingerprint`


def process_image(content: bytes, *, cut: Crop = Crop.PORTRAIT, limits: Limits | None = None) -> ProcessedImage:
    """Process an upload: upright, in our sizes, without metadata.

    Raises PictureRefused for a file that is no acceptable picture, or Unavailable when too many are being processed or
    the machine is too busy.
    """
    header = read_header(content, limits or Limits())
    if not _slots.acquire(timeout=QUEUE_SECONDS):
        raise Unavailable()
    try:
        return _run_child(header.kind, cut, content)
    finally:
        _slots.release()


def _run_child(kind: str, cut: Crop, content: bytes) -> ProcessedImage:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(CHILD), kind, cut.value],
            input=content,
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            env=ENVIRONMENT,
            cwd="/",
            close_fds=True,
        )
    except subprocess.TimeoutExpired as error:
        logger().warning("image_processing_timed_out", kind=kind)
        raise Unavailable() from error
    if done.returncode != 0:
        logger().warning("image_processing_failed", kind=kind, returncode=done.returncode, bytes=len(content))
        raise PictureBroken(field="photo")
    try:
        return _read(done.stdout, PAGE_FILES if cut is Crop.PAGE else VARIANTS)
    except (ValueError, KeyError, TypeError) as error:
        raise PictureBroken(field="photo") from error


def _read(output: bytes, expected: Sequence[str]) -> ProcessedImage:
    """Parse the child's output. A compromised decoder could write anything, so it is validated; all files are served as
    pictures."""
    head, _, rest = output.partition(b"\n")
    header = json.loads(head)
    files: dict[str, bytes] = {}
    for name, length in header["files"]:
        files[name], rest = rest[:length], rest[length:]
    hashed = base64.b64encode(base64.b64decode(header["thumbhash"], validate=True)).decode()
    if tuple(files) != tuple(expected) or rest or not all(files.values()) or len(hashed) > 60:
        raise ValueError
    fingerprint = base64.b64decode(header["fingerprint"], validate=True)
    if len(fingerprint) != FINGERPRINT_BYTES:
        raise ValueError
    shape = int(header["width"]), int(header["height"])
    return ProcessedImage(files, hashed, float(header["detail"]), *shape, fingerprint)
