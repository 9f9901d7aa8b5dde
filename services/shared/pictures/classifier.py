"""Scores of a picture by a model that the operator supplies, in a sandboxed child process.

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
from typing import Any, ClassVar, Self

from shared.kit.core import logger

CHILD = Path(__file__).with_name("classifier_subprocess.py")
# The child's limit on processor time, and what it may take on a machine under load.
CPU_SECONDS = 10
TIMES_CPU = 2.0
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
    """Why a picture has no scores, or pictures are not compared."""

    BUSY = "busy"
    TIMEOUT = "timeout"
    CRASHED = "crashed"  # ended by a signal: a limit, or the kernel's OOM killer
    BROKEN = "broken"  # an exception, such as a failed allocation
    CHANGED = "changed"  # the file is another than at start
    WRONG_LABELS = "wrong_labels"  # not one score for each label
    NO_PROBABILITY = "no_probability"  # NaN, or outside 0 to 1
    WRONG_OUTPUTS = "wrong_outputs"  # not what `face_comparison.py` reads


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
class OnnxModel:
    """An ONNX file by its path and SHA-256."""

    path: Path
    sha256: str
    # The settings that name it are this with _MODEL and _SHA256.
    setting: ClassVar[str]

    @classmethod
    def load(cls, path: Path, sha256: str | None) -> Self:
        """Check the file and that onnxruntime is there. Raises ModelRefused."""
        model, digest = f"{cls.setting}_MODEL", f"{cls.setting}_SHA256"
        if importlib.util.find_spec("onnxruntime") is None:
            raise ModelRefused(f"{model} is set, and onnxruntime is not installed. {HOW_TO_INSTALL}")
        if not path.is_file():
            raise ModelRefused(f"{model} names {path}, and there is no such file.")
        if path.stat().st_size > MOST_BYTES:
            raise ModelRefused(f"{model}: {path} has more than {MOST_BYTES // 1_000_000} MB.")
        if sha256 is None or not SHA256.fullmatch(sha256):
            raise ModelRefused(f"{digest} must be the SHA-256 of {model}, 64 hexadecimal digits.")
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != sha256:
            raise ModelRefused(f"{model}: {path} has the SHA-256 {found}, not that of {digest}.")
        return cls(path, sha256)

    def ask(
        self,
        request: Mapping[str, Any],
        pictures: Sequence[bytes],
        cpu_seconds: int = CPU_SECONDS,
        queue_seconds: float = QUEUE_SECONDS,
    ) -> bytes:
        """The child's answer about our WebP files. Raises ClassificationFailed."""
        if not _slot.acquire(timeout=queue_seconds):
            raise failed(Failure.BUSY)
        try:
            return self._run_child({**request, "sizes": [len(each) for each in pictures]}, pictures, cpu_seconds)
        finally:
            _slot.release()

    def _run_child(self, request: Mapping[str, Any], pictures: Sequence[bytes], cpu_seconds: int) -> bytes:
        line = json.dumps({**request, "sha256": self.sha256}).encode()
        try:
            done = subprocess.run(
                [sys.executable, "-I", str(CHILD), str(self.path), str(cpu_seconds)],
                input=line + b"\n" + b"".join(pictures),
                capture_output=True,
                timeout=cpu_seconds * TIMES_CPU,
                env=ENVIRONMENT,
                cwd="/",
                close_fds=True,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise failed(Failure.TIMEOUT) from error
        if done.returncode < 0:
            raise failed(Failure.CRASHED, returncode=done.returncode)
        if done.returncode:
            raise failed(Failure.CHANGED if done.returncode == CHANGED else Failure.BROKEN)
        return done.stdout


class ClassifierModel(OnnxModel):
    """The image classifier of new photos."""

    setting = "CLASSIFIER"

    def check(self, reading: Reading, site: str) -> None:
        """Try the model with a site's document. Raises ModelRefused when they do not fit."""
        try:
            self.scores(reading, BLANK)
        except ClassificationFailed as problem:
            if problem.failure not in PASSING:
                raise ModelRefused(
                    f"The model of CLASSIFIER_MODEL does not fit photo_classifier of the site {site}: {problem}."
                ) from problem

    def scores(
        self,
        reading: Reading,
        picture: bytes,
        cpu_seconds: int = CPU_SECONDS,
        queue_seconds: float = QUEUE_SECONDS,
    ) -> dict[str, float]:
        """The probability of each label of one of our WebP files. Raises ClassificationFailed."""
        request = {"input": reading.input, "output": reading.output}
        answer = self.ask(request, [picture], cpu_seconds, queue_seconds)
        return _read(answer, reading.labels)


def _read(answer: bytes, labels: Sequence[str]) -> dict[str, float]:
    """Parse the child's answer. A compromised child could write anything, so it is validated."""
    try:
        scores = [float(score) for score in json.loads(answer)["scores"]]
    except (ValueError, KeyError, TypeError) as error:
        raise failed(Failure.BROKEN) from error
    if len(scores) != len(labels):
        raise failed(Failure.WRONG_LABELS, scores=len(scores))
    if not all(math.isfinite(score) and 0 <= score <= 1 for score in scores):
        raise failed(Failure.NO_PROBABILITY)
    return dict(zip(labels, scores, strict=True))


def failed(failure: Failure, **more: int) -> ClassificationFailed:
    """Log a failure. Returns the exception to raise."""
    logger().warning("photo_classification_failed", failure=failure.value, **more)
    return ClassificationFailed(failure)
