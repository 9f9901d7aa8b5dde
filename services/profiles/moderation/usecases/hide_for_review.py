from profiles.moderation.domain.moderation import Complaint, Kind, Reason
from profiles.moderation.domain.reports import VISITORS_NEEDED
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import hide_until_decided


def hide_for_review(uow: ModerationUnit, complaint: Complaint) -> None:
    """Hide a member reported to be under age until a person has looked, in the transaction of the complaint.

    A rule decides, so it takes the mildest measure that protects: the member can still read, gets the reasons and can
    appeal; `domain/reports.py` limits the effect of one reporter. The caller has the reporter's advisory lock.
    """
    about_id = complaint.about_id
    if not complaint.is_urgent or complaint.kind is Kind.APPEAL or about_id is None:
        return
    # Locks the row, so that of two reports at once the second sees the measure of the first.
    if uow.profiles.lock_restrictions(about_id) is None or uow.reports.was_looked_at(about_id):
        return
    if _counts_at_once(uow, complaint):
        hide_until_decided(uow, about_id, complaint.id, Reason.MINOR)


def _counts_at_once(uow: ModerationUnit, complaint: Complaint) -> bool:
    if complaint.reporter_id is not None:
        return complaint.reporter_id != complaint.about_id and uow.reports.history(complaint.reporter_id).may_hide
    return complaint.about_id is not None and uow.reports.visitors_networks(complaint.about_id) >= VISITORS_NEEDED
