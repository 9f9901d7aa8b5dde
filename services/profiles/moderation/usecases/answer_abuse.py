from dataclasses import replace

from shared.kit.core import new_id

from profiles.moderation.domain.moderation import Complaint, Decision, Kind, Measure
from profiles.moderation.domain.reports import REPORTS_SUSPENDED
from profiles.moderation.errors import invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import record_decision


def answer_abuse(uow: ModerationUnit, complaint: Complaint, decision: Decision) -> None:
    """Warn the reporter of a manifestly unfounded complaint; after a warning within a year, suspend the processing of
    their reports (DSA, Article 23(2)). Runs in the transaction of the decision, under the reporter's lock."""
    if complaint.reporter_id is None or complaint.kind is Kind.APPEAL:
        raise invalid_field("measure")
    sanction = replace(decision, id=new_id(), member_id=complaint.reporter_id, reason=None, until=None)
    if uow.reports.is_warned(complaint.reporter_id):
        record_decision(uow, replace(sanction, measure=Measure.SUSPEND_REPORTS, until=uow.now() + REPORTS_SUSPENDED))
    else:
        record_decision(uow, replace(sanction, measure=Measure.WARN_REPORTER))
