from collections.abc import Callable
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.moderation.domain.confirmations import CONFIRM_WITHIN, Confirmation
from profiles.moderation.domain.desk_queue import PhotoMeasure
from profiles.moderation.domain.moderation import Decision, Desk, Ground, Measure
from profiles.moderation.domain.quality_reviews import QualityReview
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.quarantine import decide_anew
from profiles.moderation.usecases.review_quality import sample_decision
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_measure import log_decision
from profiles.usecases.photos.note_photos import note_inspection


def inspect_photo(
    uow: ModerationUnit,
    desk: Desk,
    key: UUID,
    photo_id: UUID,
    seen: PhotoStatus,
    reason: RejectReason | None,
    fingerprint: Callable[[UUID], bytes],
) -> None:
    """Approve a photo, or reject it for this reason, once per key. `seen` is its status when it was looked at;
    AlreadyDecided when it has changed since. A decided photo can be decided anew, and rejected for another reason.

    An illegal picture is recognised on every later upload, and stays in quarantine until a second person confirms the
    rejection. `fingerprint` computes the hashes of a photo older than them. Raises NotFound and OwnCase.
    """

    def decide() -> dict[str, str]:
        member_id = uow.photos.owner(photo_id) or uow.quarantine.owner(photo_id)
        # The member's row first, as every change of photos does.
        if member_id is None or uow.profiles.lock_restrictions(member_id) is None:
            raise NotFound()
        if uow.profiles.pool(member_id) != desk.pool:
            raise NotFound()
        check_impartial(uow, desk, member_id)
        decide_anew(uow, photo_id)
        status = PhotoStatus.REJECTED if reason else PhotoStatus.ACTIVE
        if (seen is status and reason is None) or uow.photos.set_status(photo_id, seen, status, reason) is None:
            raise AlreadyDecided()
        decision = decide_photo(uow, member_id, photo_id, reason, desk.actor_id)
        if reason is RejectReason.ILLEGAL:
            _quarantine(decision)  # goes to a second person anyway
        else:
            measure = PhotoMeasure.REJECT if reason else PhotoMeasure.APPROVE
            review = QualityReview(decision.id, photo_id, True, desk.pool, member_id, desk.actor_id, measure, reason)
            sample_decision(uow, review)
        note_inspection(uow, member_id, photo_id, reason, decision.id)
        return {}

    def _quarantine(decision: Decision) -> None:
        """Recognise the picture from now on, and hide it from everybody until a second person has confirmed it."""
        uow.pictures.block(decision.id, uow.pictures.fingerprint_of(photo_id) or fingerprint(photo_id))
        uow.quarantine.add(photo_id, decision.id)
        uow.confirmations.ask(Confirmation(decision.id, decision.member_id, desk.actor_id, photo_id), CONFIRM_WITHIN)
        record_action(uow, StaffRecord(desk.actor_id, StaffAction.PROPOSE, decision.member_id, decision.id))

    with uow:
        body = {"photo": str(photo_id), "seen": seen, "reason": reason}
        once(uow.session, actor=str(desk.actor_id), operation="inspect_photo", key=key, body=body, do=decide)
        uow.commit()


def decide_photo(
    uow: ModerationUnit, member_id: UUID, photo_id: UUID, reason: RejectReason | None, actor_id: UUID | None = None
) -> Decision:
    """Store the decision of a person, or of a rule, that approves a photo or rejects it for this reason."""
    decision = Decision(
        id=new_id(),
        member_id=member_id,
        measure=Measure.REJECT_PHOTO if reason else Measure.APPROVE_PHOTO,
        actor_id=actor_id,
        photo_id=photo_id,
        reason=reason,
        ground=_ground(reason),
    )
    uow.moderation.decide(decision)
    if actor_id or reason:  # approvals by a rule are as many as photos
        log_decision(decision)
    return decision


def _ground(reason: RejectReason | None) -> Ground | None:
    if reason is None:
        return None
    return Ground.LAW if reason is RejectReason.ILLEGAL else Ground.TERMS
