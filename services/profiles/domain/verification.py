"""Verification by a live gesture: poses drawn by the server, two pictures of a camera, compared with the photos.

People compare them. Where a site has a model, and the member consents to it, the model compares them first: it verifies
clear cases, and leaves all others to a person. No measurement of a face is stored.
"""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from profiles.errors import DrawEnded, TooManyVerifications, VerificationWaiting

DRAWN_FOR = timedelta(minutes=5)
# An upload begun in time may still be on its way, or be processed.
GRACE = timedelta(seconds=30)
POSES = 2
# Within a day. Members also draw again for poses that somebody cannot take.
A_DAY = timedelta(days=1)
MOST_DRAWS, MOST_SUBMISSIONS = 12, 3
# A person at the desk compares the pictures within this time; otherwise they are erased, and the member can try again.
WAITS_AT_MOST = timedelta(days=30)
# Faces change: afterwards the badge ends, and the member can verify again.
VALID_FOR = timedelta(days=2 * 365)


class Pose(StrEnum):
    """Each can be told from the others in a picture, and is taken with one hand or the head alone. A model scores them
    in this order."""

    OPEN_HAND = "open_hand"
    TWO_FINGERS = "two_fingers"
    THREE_FINGERS = "three_fingers"
    THUMB_UP = "thumb_up"
    FIST = "fist"
    POINT_UP = "point_up"
    HAND_ON_HEAD = "hand_on_head"
    HAND_ON_CHIN = "hand_on_chin"
    TOUCH_EAR = "touch_ear"
    TOUCH_NOSE = "touch_nose"
    LOOK_SIDEWAYS = "look_sideways"
    LOOK_UP = "look_up"


class VerificationState(StrEnum):
    DRAWN = "drawn"
    WAITING = "waiting"  # for a person at the desk
    VERIFIED = "verified"
    REFUSED = "refused"
    ENDED = "ended"  # replaced by another draw, or taken back by the member


class RefusalReason(StrEnum):
    NOT_SAME_PERSON = "not_same_person"
    WRONG_POSE = "wrong_pose"
    PICTURE_OF_PICTURE = "picture_of_picture"
    NOT_VISIBLE = "not_visible"
    UNDER_AGE = "under_age"  # the case goes on as a report of a minor


class ModelVerdict(StrEnum):
    """What came of a comparison by a model."""

    VERIFIED = "verified"
    SAMPLED = "sampled"  # clear, and for a person all the same, who is not shown the scores
    LEFT = "left"  # to a person, who is shown them


@dataclass(frozen=True, slots=True)
class FaceCheck:
    """What a model says about live pictures and photos: the lowest likeness of a live face to that of the main photo
    (a cosine), the lower score of the two poses, and that of no picture being one of a picture. After a `failure` there
    is none of them, and the case is not clear. `matched_ids` are the photos of this person, by the model."""

    model: str  # name, version and SHA-256
    same: float | None = None
    pose: float | None = None
    live: float | None = None
    failure: str | None = None
    is_clear: bool = False
    matched_ids: tuple[UUID, ...] = ()
    verdict: ModelVerdict | None = None


# A failure of its own: the picture is a copy of one of the photos, whatever the model would say.
COPY_OF_PHOTO = "copy_of_photo"


@dataclass(frozen=True, slots=True)
class Verification:
    """`photo_ids` are the profile's photos at the submission: only these are compared, so a photo that is added while
    the desk looks is not. `matched_ids` are those that show the person, by the person at the desk."""

    id: UUID
    member_id: UUID
    state: VerificationState
    poses: tuple[Pose, ...]
    drawn_at: datetime
    expires_at: datetime
    submitted_at: datetime | None = None
    media: tuple[str, ...] = ()
    photo_ids: tuple[UUID, ...] = ()
    matched_ids: tuple[UUID, ...] | None = None
    case_id: UUID | None = None
    decision_id: UUID | None = None
    reason: RefusalReason | None = None
    decided_at: datetime | None = None
    kept_until: datetime | None = None
    consented_at: datetime | None = None  # to the comparison by a model
    consent_withdrawn_at: datetime | None = None
    check: FaceCheck | None = None

    @property
    def may_compare(self) -> bool:
        """Whether the member consents to a comparison by a model, and did not withdraw."""
        return self.consented_at is not None and self.consent_withdrawn_at is None

    @property
    def is_by_model(self) -> bool:
        return self.check is not None and self.check.verdict is ModelVerdict.VERIFIED

    @property
    def is_tried(self) -> bool:
        """Whether its pictures were for a model, or a person refused them; it is remembered after it is taken back."""
        return self.reason is not None or (self.consented_at is not None and self.submitted_at is not None)

    @property
    def is_doubt(self) -> bool:
        """Whether it is evidence of a case about the member's age."""
        return self.reason is RefusalReason.UNDER_AGE

    def check_open(self, at: datetime, grace: timedelta = timedelta()) -> None:
        """Raise DrawEnded for a draw that was used or replaced, or whose five minutes are over."""
        if self.state is not VerificationState.DRAWN or at >= self.expires_at + grace:
            raise DrawEnded()


@dataclass(frozen=True, slots=True)
class Badge:
    """When the pictures of a member were compared with their main photo."""

    verified_at: datetime | None
    matched_ids: tuple[UUID, ...]
    asked_at: datetime | None  # by the desk, for a new verification

    def is_shown_with(self, main_photo_id: UUID | None) -> bool:
        return self.verified_at is not None and main_photo_id in self.matched_ids


def check_may_draw(earlier: Sequence[Verification], at: datetime) -> None:
    """Raise VerificationWaiting while the desk has one, and TooManyVerifications. `earlier` are of a day and more."""
    if any(each.state is VerificationState.WAITING for each in earlier):
        raise VerificationWaiting()
    of_today = [each for each in earlier if each.drawn_at > at - A_DAY]
    submitted = [each for each in of_today if each.submitted_at]
    if len(of_today) >= MOST_DRAWS or len(submitted) >= MOST_SUBMISSIONS:
        oldest = min(each.drawn_at for each in (of_today if len(of_today) >= MOST_DRAWS else submitted))
        raise TooManyVerifications(retry_after_seconds=max(1, int((oldest + A_DAY - at).total_seconds())))


def draw_poses(before: Collection[Pose]) -> tuple[Pose, ...]:
    """Two different poses, none of the last draw. A picture prepared for other poses is of no use."""
    return tuple(random.SystemRandom().sample([pose for pose in Pose if pose not in before], POSES))
