"""Notices of profiles to moderation, in the transaction of the change."""

from dataclasses import dataclass
from uuid import UUID

from shared.contact_details import ContactDetail

from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.domain.verification import FaceCheck


@dataclass(frozen=True, slots=True)
class PictureRecognised:
    """An upload was refused, because it looks like the blocked picture of this decision."""

    site: str
    member_id: UUID
    decision_id: UUID


@dataclass(frozen=True, slots=True)
class PictureListed:
    """An upload was refused, because it is on a hash list; evidence of this number is kept sealed."""

    site: str
    member_id: UUID
    list_name: str
    number: int


@dataclass(frozen=True, slots=True)
class PhotoAdded:
    """A photo was added with the status that the rules of the site gave it.

    `fingerprint` is compared with those of other members; a blank picture has none.
    """

    site: str
    member_id: UUID
    photo_id: UUID
    status: PhotoStatus
    reason: RejectReason | None
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class TextChanged:
    """The text of a profile changed; the site may hold one with contact details."""

    site: str
    member_id: UUID
    text: str
    contact_details: tuple[ContactDetail, ...]
    is_held: bool


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A profile was made for a new member."""

    site: str
    member_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class VerificationSubmitted:
    """Pictures of a member wait to be compared with the photos of the profile. `check` is what a model says, where the
    member consented to one."""

    site: str
    member_id: UUID
    verification_id: UUID
    check: FaceCheck | None = None


@dataclass(frozen=True, slots=True)
class VerificationEnded:
    """The member took the pictures of this case back."""

    case_id: UUID


ModerationNotice = (
    PictureRecognised
    | PictureListed
    | PhotoAdded
    | TextChanged
    | MemberJoined
    | VerificationSubmitted
    | VerificationEnded
)
