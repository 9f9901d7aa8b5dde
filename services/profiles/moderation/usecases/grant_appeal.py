from dataclasses import replace

from shared.kit.core import NotFound

from profiles.domain.photo import PhotoStatus
from profiles.domain.verification import VerificationState
from profiles.moderation.domain.moderation import SANCTIONS, Decision, Measure, Reason
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.block_picture import record_unblocking
from profiles.moderation.usecases.quarantine import end_quarantine
from profiles.moderation.usecases.take_measure import carry_out, log_decision
from profiles.moderation.usecases.verification import give_badge

PHOTO_MEASURES = frozenset({Measure.APPROVE_PHOTO, Measure.REJECT_PHOTO, Measure.RETURN_PHOTO})


def grant_appeal(uow: ModerationUnit, appealed: Decision, lift: Decision) -> None:
    """Lift the sanction of the appealed decision and no other, in the caller's transaction.

    A sanction is lifted while it is in force; a rejected photo waits for review again, unless it was decided anew
    since. Warnings and suspended reports end with the row of the decision (`ReportRepository`). Raises NotFound when
    the member is erased.
    """
    if uow.profiles.lock_restrictions(lift.member_id) is None:  # locks the row
        raise NotFound()
    if appealed.measure in SANCTIONS and _is_newest(uow, appealed, SANCTIONS):
        sanction = uow.profiles.sanction(lift.member_id)
        if sanction is not None and sanction[0] is not None:
            carry_out(uow, lift)
            return
    if appealed.measure is Measure.REVIEW:  # of which another sanction is in force
        is_of_age = appealed.reason == Reason.MINOR
        uow.complaints.stop_hiding(lift.member_id, appealed.complaint_id, is_of_age=is_of_age)
    lift = replace(lift, photo_id=appealed.photo_id)
    if appealed.measure is Measure.BLOCK_PICTURE:
        end_quarantine(uow, appealed.id)
        record_unblocking(uow, lift)
        return
    if appealed.measure is Measure.HOLD_TEXT and _is_newest(uow, appealed, frozenset({Measure.HOLD_TEXT})):
        uow.profiles.change(lift.member_id, about_held=False)
    if appealed.photo_id is not None and _is_newest(uow, appealed, PHOTO_MEASURES):
        uow.photos.set_status(appealed.photo_id, PhotoStatus.REJECTED, PhotoStatus.PENDING, None)
    if appealed.measure is Measure.REFUSE_VERIFICATION:
        refused = uow.verifications.of_decision(appealed.id)
        # One that its member took back ended with their consent.
        if refused is not None and refused.state is VerificationState.REFUSED:
            # Nobody picks photos in an appeal: the badge is that of the main photo at the submission.
            give_badge(uow, refused.member_id, refused.photo_ids[:1])
    end_quarantine(uow, appealed.id)
    uow.moderation.decide(lift)
    log_decision(lift)


def _is_newest(uow: ModerationUnit, appealed: Decision, measures: frozenset[Measure]) -> bool:
    """Whether no later decision with one of these measures replaced the appealed one. A decision and its confirmation
    by a second person are the same."""
    newest = uow.moderation.newest(appealed.member_id, measures, photo_id=appealed.photo_id)
    return newest is not None and newest in {appealed.id, *uow.confirmations.decisions(appealed.id)}
