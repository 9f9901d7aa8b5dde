from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ComplaintDecided
from servicekit.errors import NotFound
from servicekit.storage.idempotency import once

from profiles.domain.moderation import DISMISSALS, Complaint, Decision, Desk, Kind, Measure, Outcome, Statement
from profiles.errors import AlreadyDecided, OwnDecisionAppealed, invalid_field
from profiles.ports import ProfilesUnitOfWork
from profiles.usecases.answer_abuse import answer_abuse
from profiles.usecases.take_measure import carry_out, decision_of, end_review


def decide_complaint(uow: ProfilesUnitOfWork, desk: Desk, key: UUID, complaint_id: UUID, statement: Statement) -> None:
    """Close a complaint or an appeal, with a measure or without, once per key. Whoever complained is told how it ended.

    Raises AlreadyDecided when someone else was faster, and OwnDecisionAppealed when the appeal is against what this
    very person decided.
    """

    def decide() -> dict[str, str]:
        complaint = uow.moderation.complaint(complaint_id)
        if complaint is None or complaint.site not in desk.sites:
            raise NotFound()
        if complaint.decision_id is not None:
            appealed = uow.moderation.decision(complaint.decision_id)
            if appealed is not None and appealed.actor_id == desk.actor_id:
                raise OwnDecisionAppealed()
        if complaint.reporter_id is not None:
            uow.reports.lock_reporter(complaint.reporter_id)
        is_dismissed = statement.measure in DISMISSALS
        outcome = Outcome.DISMISSED if is_dismissed else Outcome.ACTED
        if not uow.moderation.close(complaint_id, outcome):
            raise AlreadyDecided()
        uow.reports.forget_source(complaint_id)
        if complaint.decision_id is not None and not is_dismissed:
            uow.pictures.unblock(complaint.decision_id)
        _carry_out(complaint)
        uow.announce(
            ComplaintDecided(
                complaint_id=str(complaint_id),
                number=complaint.number,
                reporter_id=str(complaint.reporter_id or ""),
                email=complaint.reporter_email or "",
                locale=complaint.locale,
                site=complaint.site,
                outcome=outcome,
            )
        )
        return {}

    def _carry_out(complaint: Complaint) -> None:
        if complaint.about_id is None:
            if statement.measure not in DISMISSALS:
                raise invalid_field("measure")  # it is about nobody
            return
        decision: Decision = decision_of(uow, desk.actor_id, key, complaint.about_id, statement, complaint_id)
        if statement.measure in DISMISSALS:
            # Taken first, as `complain` does: a report that comes now is judged by what this decision leaves.
            uow.profiles.visibility(complaint.about_id)
            uow.moderation.decide(decision)
        else:
            carry_out(uow, decision)
        if complaint.is_urgent and complaint.kind is not Kind.APPEAL:
            end_review(uow, decision)
        if statement.measure is Measure.DISMISS_ABUSE:
            answer_abuse(uow, complaint, decision)

    with uow:
        body = {"complaint": str(complaint_id), "statement": str(statement)}
        once(uow.session, actor=str(desk.actor_id), operation="decide_complaint", key=key, body=body, do=decide)
        uow.commit()
