"""Compare pictures of people just as a verification does, and count the mistakes at the thresholds of a site."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from profiles.domain.verification import Pose
from profiles.face_checks import POSE_ORDER, reading_of
from shared.pictures import MOST_PHOTOS, ClassificationFailed, Crop, FaceModel, PictureRefused, process_image
from shared.sites import VerificationModel

from moderationkit.evaluate import CHECKED, FolderRefused


@dataclass
class FaceEvaluation:
    """Pairs of pictures of one person and of two, and pictures of poses; with those that the thresholds get wrong."""

    people: int = 0
    same: int = 0
    not_recognised: int = 0
    different: int = 0
    confused: list[tuple[Path, Path]] = field(default_factory=list)
    poses: int = 0
    poses_missed: int = 0
    poses_seen: int = 0  # of those that the picture does not show
    failed: list[tuple[Path, str]] = field(default_factory=list)


def evaluate_faces(model: FaceModel, document: VerificationModel, folder: Path) -> FaceEvaluation:
    """Compare all pictures below a folder that has one sub-folder for each person. A file whose name begins with a pose
    (`open_hand-2.jpg`) shows it. Raises FolderRefused and ModelRefused."""
    people = list(_people(folder))
    reading = reading_of(document)
    model.check(reading, "given")
    result = FaceEvaluation(people=len(people))
    pictures = [
        (path, number, content)
        for number, paths in enumerate(people)
        for path in paths
        if (content := _content(result, path)) is not None
    ]
    with click.progressbar(list(enumerate(pictures)), label="pictures", show_pos=True, file=sys.stderr) as shown:
        for place, (path, owner, content) in shown:
            # With itself, so that its poses are scored also where no other one is left.
            others = [pictures[place], *pictures[place + 1 :]]
            for start in range(0, len(others), MOST_PHOTOS):
                batch = others[start : start + MOST_PHOTOS]
                try:
                    found = model.compare(reading, [content], [each for *_, each in batch])
                except ClassificationFailed as failed:
                    result.failed.append((path, failed.failure.value))
                    break
                if start == 0 and (pose := _pose_of(path)):
                    _add_poses(result, found.poses[0], document, pose)
                for (other, its_owner, _), likeness in zip(batch, found.same[0], strict=True):
                    if other != path:
                        is_alike = likeness is not None and likeness >= document.same_at_least
                        _add(result, (path, other), is_alike=is_alike, is_same=owner == its_owner)
    return result


def _add(result: FaceEvaluation, pair: tuple[Path, Path], *, is_alike: bool, is_same: bool) -> None:
    if is_same:
        result.same += 1
        result.not_recognised += not is_alike
        return
    result.different += 1
    if is_alike:
        result.confused.append(pair)


def _add_poses(result: FaceEvaluation, scores: Sequence[float], document: VerificationModel, shown: Pose) -> None:
    seen = [pose for pose, score in zip(POSE_ORDER, scores, strict=True) if score >= document.pose_at_least]
    result.poses += 1
    result.poses_missed += shown not in seen
    result.poses_seen += len([pose for pose in seen if pose is not shown])


def _content(result: FaceEvaluation, path: Path) -> bytes | None:
    try:
        return process_image(path.read_bytes(), cut=Crop.WHOLE).files[CHECKED]
    except (PictureRefused, OSError) as refused:
        result.failed.append((path, refused.code if isinstance(refused, PictureRefused) else type(refused).__name__))
        return None


def _pose_of(path: Path) -> Pose | None:
    name = path.stem.split("-")[0]
    return Pose(name) if name in set(Pose) else None


def _people(folder: Path) -> Iterator[list[Path]]:
    if not folder.is_dir():
        raise FolderRefused(f"{folder} is no folder.")
    folders = [path for path in sorted(folder.iterdir()) if path.is_dir()]
    people = [sorted(each for each in path.rglob("*") if each.is_file()) for path in folders]
    if len(people) < 2:
        raise FolderRefused(f"{folder} needs a sub-folder of pictures for each of two people or more.")
    yield from people


def report_faces(result: FaceEvaluation, document: VerificationModel, sha256: str) -> str:
    """Rates of mistakes, and the files of pairs that were taken for one person."""

    def of(number: int, every: int) -> str:
        return f"{number} of {every} ({number / every:.2%})" if every else "none"

    wrong_poses = result.poses * (len(POSE_ORDER) - 1)
    lines = [
        f"model {sha256}, {result.people} people",
        f"one person not recognised (below {document.same_at_least}): {of(result.not_recognised, result.same)}",
        f"two people taken for one: {of(len(result.confused), result.different)}",
        f"pose not seen (below {document.pose_at_least}): {of(result.poses_missed, result.poses)}",
        f"another pose seen: {of(result.poses_seen, wrong_poses)}",
        *(f"taken for one: {one} and {other}" for one, other in result.confused),
        *(f"no answer: {path}: {reason}" for path, reason in result.failed),
    ]
    return "\n".join(lines)
