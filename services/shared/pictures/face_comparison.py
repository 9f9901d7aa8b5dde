"""Whether live pictures show the person of some photos, in poses, by a model that the operator supplies.

The model runs in the child of the image classifier, with its limits. docs/architecture/verification.md has the contract
of the file: what it is given, and what it answers.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.pictures.classifier import (
    BLANK,
    PASSING,
    ClassificationFailed,
    Failure,
    ModelRefused,
    OnnxModel,
    failed,
)

# Twelve pictures at most, at about a second each; with the time in the queue, below the gateway's 60 s.
CPU_SECONDS = 15
MOST_PHOTOS = 10


@dataclass(frozen=True, slots=True)
class FaceReading:
    """How a site reads a model: the input as `classifier_subprocess.py` takes it, the number of poses that the model
    scores, and whether it has the output `live`."""

    input: Mapping[str, Any]
    poses: int
    has_live: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Of each live picture: how much its face is like that of the other live ones (`alike`, the lowest of all) and of
    each photo (`same`), from -1 to 1, None without exactly one face; the scores of all poses, and of being no picture
    of a picture, from 0 to 1."""

    alike: float | None
    same: Sequence[Sequence[float | None]]
    poses: Sequence[Sequence[float]]
    live: Sequence[float] | None


class FaceModel(OnnxModel):
    setting = "VERIFICATION"

    def check(self, reading: FaceReading, site: str) -> None:
        """Try the model with a site's document. Raises ModelRefused when they do not fit."""
        try:
            self.compare(reading, [BLANK], [BLANK])
        except ClassificationFailed as problem:
            if problem.failure not in PASSING:
                raise ModelRefused(
                    f"The model of VERIFICATION_MODEL does not fit verification_model of the site {site}: {problem}."
                ) from problem

    def compare(self, reading: FaceReading, live: Sequence[bytes], photos: Sequence[bytes]) -> Comparison:
        """Compare live pictures with photos, of which the first `MOST_PHOTOS` are looked at; all are our WebP files.

        Raises ClassificationFailed.
        """
        pictures = [*live, *photos[:MOST_PHOTOS]]
        answer = self.ask({"input": reading.input, "live": len(live)}, pictures, CPU_SECONDS)
        return _read(answer, reading, len(live), len(pictures))


def _read(answer: bytes, reading: FaceReading, live: int, pictures: int) -> Comparison:
    """Parse the child's answer. A compromised child could write anything, so it is validated."""
    try:
        found = json.loads(answer)
        same = [[None if one is None else float(one) for one in row] for row in found["same"]]
        poses = [[float(score) for score in row] for row in found["poses"]]
        lives = None if found["live"] is None else [[float(score) for score in row] for row in found["live"]]
    except (ValueError, KeyError, TypeError) as error:
        raise failed(Failure.BROKEN) from error
    fits = _has_shape(same, live, pictures) and _has_shape(poses, live, reading.poses)
    if not fits or (lives is None and reading.has_live) or (lives is not None and not _has_shape(lives, live, 1)):
        raise failed(Failure.WRONG_OUTPUTS)
    scores = [score for rows in (poses, lives or []) for row in rows for score in row]
    if not all(math.isfinite(score) and 0 <= score <= 1 for score in scores):
        raise failed(Failure.NO_PROBABILITY)
    cosines = [one for row in same for one in row if one is not None]
    if not all(math.isfinite(one) and -1.001 <= one <= 1.001 for one in cosines):
        raise failed(Failure.NO_PROBABILITY)
    others = [one for row in same for one in row[:live]]
    return Comparison(
        alike=None if None in others else min(one for one in others if one is not None),
        same=[row[live:] for row in same],
        poses=poses,
        live=[row[0] for row in lives] if reading.has_live and lives is not None else None,
    )


def _has_shape(rows: Sequence[Sequence[object]], height: int, width: int) -> bool:
    return len(rows) == height and all(len(row) == width for row in rows)
