from collections.abc import Sequence
from dataclasses import replace

from shared.kit.core import new_id

from profiles.moderation.domain.moderation import REPORTS, Complaint, Decision, Measure
from profiles.moderation.domain.reports import REPORTS_SUSPENDED
from profiles.moderation.errors import invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import record_decision


def answer_abuse(uow: ModerationUnit, case: Sequence[Complaint], decision: Decision) -> None:
    """Warn each reporter of manifestly unfounded complaints; after a warning within a year, suspend the processing
    of their reports (DSA, Article 23(2)). Runs in the transaction of the decision, under the locks of the reporters."""
    reporters = {each.reporter_id for each in case if each.kind in REPORTS}
    if not reporters or None in reporters:
        raise invalid_field("measure")
    for reporter_id in sorted(each for each in reporters if each):
        sanction = replace(decision, id=new_id(), member_id=reporter_id, reason=None, until=None)
        if uow.reports.is_warned(reporter_id):
            sanction = replace(sanction, measure=Measure.SUSPEND_REPORTS, until=uow.now() + REPORTS_SUSPENDED)
        else:
            sanction = replace(sanction, measure=Measure.WARN_REPORTER)
        record_decision(uow, sanction)
