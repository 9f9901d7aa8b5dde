"""Scores of a picture by the image classifier that the operator supplies, in a sandboxed child process.

The child is another than the decoder's: onnxruntime needs memory for its model, and the decoder of untrusted files
keeps its own, smaller limits. It reads our WebP file, never the upload.
"""

import hashlib
import importlib.util
import json
import math
import re
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from shared.kit.core import logger

CHILD = Path(__file__).with_name("classifier_subprocess.py")
# Twice the child's limit on processor time.
TIMEOUT_SECONDS = 20.0
# One at a time in a process, because a large model takes a gigabyte. A photo that waits longer than this for its turn
# waits for a person instead: with decoding, all stays below the gateway's 60 s.
QUEUE_SECONDS = 10.0
_slot = threading.BoundedSemaphore(1)
# Times four in memory: see the child.
MOST_BYTES = 200_000_000
CHANGED = 4

# Instead of our own environment, which has URLs and keys. The first keeps onnxruntime from reporting to its maker.
ENVIRONMENT = {
    "ORT_DISABLE_TELEMETRY": "1",
    "PATH": "/usr/bin:/bin",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
}
SHA256 = re.compile(r"[0-9a-f]{64}")
# One transparent pixel.
BLANK = bytes.fromhex("524946461a000000574542505650384c0d0000002f00000010071011118888fe0700")
HOW_TO_INSTALL = (
    "Install it with `pip install --require-hashes -r requirements/classifier.lock`, or build the image of the services"
    " with `--build-arg CLASSIFIER=yes`."
)


class ModelRefused(Exception):
    """The setting, or the model with a site's document, does not fit. The text is a sentence for the operator."""


class Failure(StrEnum):
    """Why a picture has no scores."""

    BUSY = "busy"
    TIMEOUT = "timeout"
    CRASHED = "crashed"  # ended by a signal: a limit, or the kernel's OOM killer
    BROKEN = "broken"  # an exception, such as a failed allocation
    CHANGED = "changed"  # the file is another than at start
    WRONG_LABELS = "wrong_labels"  # not one score for each label
    NO_PROBABILITY = "no_probability"  # NaN, or outside 0 to 1


# A machine under load has them too; the others say that a model does not fit.
PASSING = frozenset({Failure.BUSY, Failure.TIMEOUT, Failure.CRASHED})


@dataclass(frozen=True, slots=True)
class Reading:
    """How a site reads a model: its labels, the input as `classifier_subprocess.py` takes it, the output function."""

    labels: Sequence[str]
    input: Mapping[str, Any]
    output: str


class ClassificationFailed(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class ClassifierModel:
    """An ONNX file by its path and SHA-256."""

    path: Path
    sha256: str

    @classmethod
    def load(cls, path: Path, sha256: str | None) -> Self:
        """Check the file and that onnxruntime is there. Raises ModelRefused."""
        if importlib.util.find_spec("onnxruntime") is None:
            raise ModelRefused(f"CLASSIFIER_MODEL is set, and onnxruntime is not installed. {HOW_TO_INSTALL}")
        if not path.is_file():
            raise ModelRefused(f"CLASSIFIER_MODEL names {path}, and there is no such file.")
        if path.stat().st_size > MOST_BYTES:
            raise ModelRefused(f"CLASSIFIER_MODEL: {path} has more than {MOST_BYTES // 1_000_000} MB.")
        if sha256 is None or not SHA256.fullmatch(sha256):
            raise ModelRefused("CLASSIFIER_SHA256 must be the SHA-256 of CLASSIFIER_MODEL, 64 hexadecimal digits.")
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != sha256:
            raise ModelRefused(f"CLASSIFIER_MODEL: {path} has the SHA-256 {found}, not that of CLASSIFIER_SHA256.")
        return cls(path, sha256)

    def check(self, reading: Reading, site: str) -> None:
        """Try the model with a site's document. Raises ModelRefused when they do not fit."""
        try:
            self.scores(reading, BLANK)
        except ClassificationFailed as failed:
            if failed.failure not in PASSING:
                raise ModelRefused(
                    f"The model of CLASSIFIER_MODEL does not fit photo_classifier of the site {site}: {failed}."
                ) from failed

    def scores(self, reading: Reading, picture: bytes) -> dict[str, float]:
        """The probability of each label of one of our WebP files. Raises ClassificationFailed."""
        if not _slot.acquire(timeout=QUEUE_SECONDS):
            raise _failed(Failure.BUSY)
        try:
            answer = self._run_child(reading, picture)
        finally:
            _slot.release()
        return _read(answer, reading.labels)

    def _run_child(self, reading: Reading, picture: bytes) -> bytes:
        request = {"sha256": self.sha256, "input": reading.input, "output": reading.output}
        try:
            done = subprocess.run(
                [sys.executable, "-I", str(CHILD), str(self.path)],
                input=json.dumps(request).encode() + b"\n" + picture,
                capture_output=True,
                timeout=TIMEOUT_SECONDS,
                env=ENVIRONMENT,
                cwd="/",
                close_fds=True,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise _failed(Failure.TIMEOUT) from error
        if done.returncode < 0:
            raise _failed(Failure.CRASHED, returncode=done.returncode)
        if done.returncode:
            raise _failed(Failure.CHANGED if done.returncode == CHANGED else Failure.BROKEN)
        return done.stdout


def _read(answer: bytes, labels: Sequence[str]) -> dict[str, float]:
    """Parse the child's answer. A compromised child could write anything, so it is validated."""
    try:
        scores = [float(score) for score in json.loads(answer)["scores"]]
    except (ValueError, KeyError, TypeError) as error:
        raise _failed(Failure.BROKEN) from error
    if len(scores) != len(labels):
        raise _failed(Failure.WRONG_LABELS, scores=len(scores))
    if not all(math.isfinite(score) and 0 <= score <= 1 for score in scores):
        raise _failed(Failure.NO_PROBABILITY)
    return dict(zip(labels, scores, strict=True))


def _failed(failure: Failure, **more: int) -> ClassificationFailed:
    logger().warning("photo_classification_failed", failure=failure.value, **more)
    return ClassificationFailed(failure)
