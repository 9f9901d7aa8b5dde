"""The installation's model that compares the faces of live pictures with photos, at the thresholds of each site."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self
from uuid import UUID

from shared.pictures import ClassificationFailed, Comparison, FaceModel, FaceReading, ModelRefused
from shared.sites import Site, SiteDirectory, VerificationModel

from profiles.domain.verification import FaceCheck, Pose

Compare = Callable[[Sequence[Pose], Sequence[bytes], Sequence[tuple[UUID, bytes]]], FaceCheck]
POSE_ORDER = list(Pose)


@dataclass(frozen=True)
class FaceChecks:
    """Comparisons for members who consent. Without a model no site has one."""

    model: FaceModel | None = None

    @classmethod
    def load(cls, path: Path | None, sha256: str | None, sites: SiteDirectory) -> Self:
        """Load the model and try it with the document of every site that uses it. Raises ModelRefused."""
        if path is None:
            return cls()
        model = FaceModel.load(path, sha256)
        used = {key: site.verification_model for key, site in sites.items() if site.verification_model}
        if not used:
            raise ModelRefused("VERIFICATION_MODEL is set, and no site's document has verification_model.")
        for key, document in used.items():
            model.check(reading_of(document), key)
        return cls(model)

    def offered(self, site: Site) -> VerificationModel | None:
        """The model that a member of this site can let compare the pictures; None where only people do."""
        document = site.verification_model
        return document if self.model and document and document.asks else None

    def compare_of(self, site: Site) -> Compare | None:
        """The comparison of live pictures in these poses with photos, all our WebP files; it raises nothing."""
        document = self.offered(site)
        return partial(_compare, self.model, document) if self.model and document else None


def reading_of(document: VerificationModel) -> FaceReading:
    return FaceReading(document.input.model_dump(mode="json"), len(POSE_ORDER), document.live_at_least is not None)


def name_of(model: FaceModel, document: VerificationModel) -> str:
    """The model as decisions name it."""
    return f"{document.name} {document.version} (SHA-256 {model.sha256})"


def _compare(
    model: FaceModel,
    document: VerificationModel,
    poses: Sequence[Pose],
    live: Sequence[bytes],
    photos: Sequence[tuple[UUID, bytes]],
) -> FaceCheck:
    named = name_of(model, document)
    try:
        found = model.compare(reading_of(document), live, [content for _, content in photos])
    except ClassificationFailed as failed:
        return FaceCheck(named, failure=failed.failure.value)
    return judge(named, document, poses, [photo_id for photo_id, _ in photos], found)


def judge(
    named: str, document: VerificationModel, poses: Sequence[Pose], photo_ids: Sequence[UUID], found: Comparison
) -> FaceCheck:
    """Clear when each live picture has one face, that of the main photo (the first) and of the other live picture, in
    the pose that was drawn, and is no picture of a picture. Everything else is for a person."""
    alike = [[row[place] for row in found.same] for place in range(len(found.same[0]))] if found.same else []
    lowest = [_lowest(column) for column in alike]
    same = lowest[0] if lowest else None
    pose = min(scores[POSE_ORDER.index(drawn)] for drawn, scores in zip(poses, found.poses, strict=True))
    live = min(found.live) if found.live is not None else None
    matched = tuple(
        photo_id
        for photo_id, score in zip(photo_ids, lowest, strict=False)
        if score is not None and score >= document.same_at_least
    )
    is_clear = (
        bool(matched)
        and matched[0] == photo_ids[0]
        and found.alike is not None
        and found.alike >= document.same_at_least
        and pose >= document.pose_at_least
        and (document.live_at_least is None or (live is not None and live >= document.live_at_least))
    )
    return FaceCheck(named, same=same, pose=pose, live=live, is_clear=is_clear, matched_ids=matched)


def _lowest(scores: Sequence[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return min(known) if known and len(known) == len(scores) else None
