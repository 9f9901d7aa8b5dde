from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from profiles.domain.verification import Badge, Verification, VerificationState
from profiles.ports import Pause
from profiles.storage import ProfilesUnit
from profiles.usecases.profile.find_viewer import find_viewer


@dataclass(frozen=True, slots=True)
class OwnVerification:
    """A member's verification as they see it. `newest` is the open draw, the waiting pictures or the last decision."""

    newest: Verification | None
    badge: Badge
    main_photo_id: UUID | None
    has_photo: bool
    consented_at: datetime | None  # to the model, for pictures or a badge that are kept
    is_by_model: bool
    at: datetime


def view_verification(reads: ProfilesUnit, pause: Pause, member_id: UUID) -> OwnVerification:
    with reads:
        at = find_viewer(reads, pause, member_id).at
        every = reads.verifications.of(member_id)
        earlier = [
            each
            for each in every
            if each.state is not VerificationState.ENDED
            and (each.state is not VerificationState.DRAWN or each.expires_at > at)
        ]
        shown = reads.photos.of(member_id)
        has_photo = any(photo.status != "rejected" for photo in reads.photos.own(member_id))
        badge = reads.verifications.badge(member_id)
    consented = (each.consented_at for each in every if each.may_compare and (each.media or each.is_by_model))
    verified = next((each for each in every if each.state is VerificationState.VERIFIED), None)
    return OwnVerification(
        newest=next(iter(earlier), None),
        badge=badge,
        main_photo_id=shown[0].id if shown else None,
        has_photo=has_photo,
        consented_at=next(filter(None, consented), None),
        is_by_model=badge.verified_at is not None and verified is not None and verified.is_by_model,
        at=at,
    )
