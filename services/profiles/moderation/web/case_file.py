"""A case as the desk reads it: what was reported, the person in numbers and in sight, notes and messages."""

from dataclasses import replace
from datetime import datetime

from shared.kit.http import caller

from profiles.moderation.domain.desk_queue import Case
from profiles.moderation.domain.moderation import Kind
from profiles.moderation.domain.quality_reviews import QualityReview
from profiles.moderation.storage.unit import ModerationReads
from profiles.moderation.usecases.decide_complaint import would_hold_text
from profiles.moderation.usecases.take_case import appealed_decision
from profiles.moderation.web.blocked_pictures import desk_complaints
from profiles.moderation.web.context import context_of, current_site_key, wiring
from profiles.moderation.web.desk_models import CaseFileOut, ContextOut, DeskMessageOut
from profiles.moderation.web.moderation_models import CaseNoteOut, DeskComplaintOut, WaitingPhotoOut, desk_decision
from profiles.moderation.web.person import person_in


def case_file(reads: ModerationReads, case: Case, review: QualityReview | None = None) -> CaseFileOut:
    """Return a case as it is; with a review, as it was before its decision, which nothing in it tells."""
    before = review.decided_at if review else None
    appealed = appealed_decision(reads, case.complaint) if case.complaint else None
    origins = reads.complaints.closed_with(appealed.complaint_id) if appealed and appealed.complaint_id else []
    reported = desk_complaints(reads, origins, before)
    origin_id = appealed.complaint_id if appealed else None
    if appealed and review:
        appealed = replace(appealed, appeal="open", answer=None)
    site = case.complaint.site if case.complaint else current_site_key()
    at, context = reads.now(), context_of(reads, case.member_id, site, before) if case.member_id else None
    reports = [_as_before(each, review) for each in desk_complaints(reads, case.reports, before)]
    # Whether a text is held now would tell a reviewer the first decision.
    member_id = None if review else case.member_id
    notes = reads.case_work.notes(member_id=case.member_id, case_id=case.id)
    messages = reads.desk_messages.of_case(case.id, case.member_id)
    photo = WaitingPhotoOut.of(case.photo, caller().member_id, wiring().links, at) if case.photo else None
    return CaseFileOut(
        id=case.id,
        member_id=case.member_id,
        complaint=next((each for each in reports if case.complaint and each.id == case.complaint.id), None),
        reports=reports,
        photo=photo,
        person=person_in(reads, case, before, appealed.id if appealed else None),
        context=ContextOut.of(context) if context else None,
        appealed=desk_decision(appealed, at) if appealed else None,
        reported=next((each for each in reported if each.id == origin_id), None),
        reported_with=[each for each in reported if each.id != origin_id],
        text_held=member_id is not None and would_hold_text(reads, member_id, case.reports),
        notes=[CaseNoteOut.of(note) for note in notes if _is_before(note.written_at, before)],
        messages=[DeskMessageOut.of(each) for each in messages if _is_before(each.sent_at, before)],
    )


def _as_before(report: DeskComplaintOut, review: QualityReview | None) -> DeskComplaintOut:
    if review is None:
        return report
    text = review.about if report.kind is Kind.TEXT else None
    return report.model_copy(update={"outcome": None, "profile_text": text})


def _is_before(at: datetime | None, before: datetime | None) -> bool:
    return before is None or at is None or at < before
