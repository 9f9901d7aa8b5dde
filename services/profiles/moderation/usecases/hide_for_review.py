from shared.kit.core import log_security_event, new_id

from profiles.moderation.domain.moderation import Complaint, Decision, Ground, Kind, Measure, Reason
from profiles.moderation.domain.reports import VISITORS_NEEDED
from profiles.moderation.security_events import Action
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import carry_out


def hide_for_review(uow: ModerationUnit, complaint: Complaint) -> None:
    """Hide a member reported to be under age until a person has looked, in the transaction of the complaint.

    A rule decides, so it takes the mildest measure that protects: the member can still read, gets the reasons and can
    appeal; `domain/reports.py` limits the effect of one reporter. The caller has the reporter's advisory lock. A
    sanction in force stays as it is.
    """
    about_id = complaint.about_id
    if not complaint.is_urgent or complaint.kind is Kind.APPEAL or about_id is None:
        return
    # Locks the row, so that of two reports at once the second sees the measure of the first.
    if uow.profiles.lock_restrictions(about_id) is None or uow.profiles.sanction(about_id) != (None, None):
        return
    if uow.reports.was_looked_at(about_id) or not _counts_at_once(uow, complaint):
        return
    carry_out(
        uow,
        Decision(
            id=new_id(),
            member_id=about_id,
            measure=Measure.REVIEW,
            complaint_id=complaint.id,
            reason=Reason.MINOR,
            ground=Ground.TERMS,
        ),
    )
    log_security_event(Action.HIDE_FOR_REVIEW, member_id=about_id, target_id=complaint.id)


def _counts_at_once(uow: ModerationUnit, complaint: Complaint) -> bool:
    if complaint.reporter_id is not None:
        return complaint.reporter_id != complaint.about_id and uow.reports.history(complaint.reporter_id).may_hide
    return complaint.about_id is not None and uow.reports.visitors_networks(complaint.about_id) >= VISITORS_NEEDED
