from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound, new_id
from shared.kit.db import once

from profiles.moderation.domain.moderation import (
    DISMISSALS,
    Complaint,
    Decision,
    Desk,
    Kind,
    Measure,
    Outcome,
    Statement,
)
from profiles.moderation.domain.quality_reviews import QualityReview
from profiles.moderation.errors import AlreadyDecided, invalid_field
from profiles.moderation.events.published import complaint_decided
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.answer_abuse import answer_abuse
from profiles.moderation.usecases.grant_appeal import grant_appeal
from profiles.moderation.usecases.quarantine import end_quarantine
from profiles.moderation.usecases.review_quality import sample_decision
from profiles.moderation.usecases.take_case import appealed_decision, check_may_decide
from profiles.moderation.usecases.take_measure import carry_out, decision_of, end_review, hold_text


def decide_complaint(
    uow: ModerationUnit,
    desk: Desk,
    key: UUID,
    complaint_id: UUID,
    statement: Statement,
    reports: Collection[UUID] | None = None,
) -> None:
    """Close a complaint or an appeal, with a measure or without, once per key, and announce the outcome.

    The other open reports about the member are closed with it, or those among `reports`: the member gets one statement,
    and each reporter an answer.
    Granting an appeal (`lift`) lifts the appealed sanction and no other. Raises AlreadyDecided when the complaint was
    closed meanwhile, OwnCase when this person is involved in it, and OwnDecisionAppealed when the appeal is against a
    decision of this person, alone or as one of two.
    """

    def decide() -> dict[str, str]:
        complaint = uow.complaints.get(complaint_id)
        if complaint is None or complaint.site not in desk.sites:
            raise NotFound()
        if complaint.kind is Kind.VERIFICATION:
            raise invalid_field("measure")  # neither about a breach nor dismissed: `decide_verification`
        appealed = appealed_decision(uow, complaint)
        case = [each for each in uow.complaints.case_of(desk, complaint) if reports is None or each.id in reports]
        check_may_decide(uow, desk, case or [complaint], appealed)
        for reporter_id in sorted({each.reporter_id for each in case if each.reporter_id is not None}):
            uow.reports.lock_reporter(reporter_id)
        # Lock the row, as `complain` does, so that a report at the same time sees this decision; and before complaints,
        # as a change of the text does.
        if complaint.about_id is not None:
            uow.profiles.lock_restrictions(complaint.about_id)
        is_dismissed = statement.measure in DISMISSALS
        outcome = Outcome.DISMISSED if is_dismissed else Outcome.ACTED
        closed = uow.complaints.close(complaint_id, [each.id for each in case], outcome)
        if complaint_id not in closed:
            raise AlreadyDecided()
        case = [each for each in case if each.id in closed]
        if appealed is not None and not is_dismissed and statement.measure is not Measure.LIFT:
            end_quarantine(uow, appealed.id)
        _carry_out(complaint, case, appealed)
        for each in _answered(case):
            uow.announce(complaint_decided(each, outcome, statement.template))
        return {}

    def _carry_out(complaint: Complaint, case: Sequence[Complaint], appealed: Decision | None) -> None:
        if complaint.about_id is None:
            if statement.measure not in DISMISSALS:
                raise invalid_field("measure")  # no member to sanction
            return
        decision: Decision = decision_of(uow, desk.actor_id, complaint.about_id, statement, complaint_id)
        review = QualityReview(
            decision.id,
            complaint_id,
            False,
            desk.pool,
            complaint.about_id,
            desk.actor_id,
            statement.measure,
            statement.reason,
            statement.template,
            statement.facts,
            reports=[each.id for each in case],
        )
        sample_decision(uow, review)
        is_appeal = complaint.kind is Kind.APPEAL
        holds_text = would_hold_text(uow, complaint.about_id, case)
        if statement.measure in DISMISSALS:
            uow.moderation.decide(decision)
            if holds_text and not any(uow.moderation.holds_of_text(complaint.about_id).values()):
                uow.profiles.change(complaint.about_id, about_held=False)
        elif appealed is not None and statement.measure is Measure.LIFT:
            grant_appeal(uow, appealed, decision)
        else:
            carry_out(uow, decision)
            if holds_text:
                hold_text(uow, replace(decision, id=new_id(), measure=Measure.HOLD_TEXT, until=None))
        # A report of a minor that came during the open case hides the member no more (`was_looked_at`).
        if any(each.is_urgent for each in case) and not is_appeal:
            uow.complaints.stop_hiding(complaint.about_id, None, is_of_age=True)
        end_review(uow, decision)
        uow.fraud_scores.forget_decided(complaint.about_id)
        if statement.measure is Measure.DISMISS_ABUSE:
            answer_abuse(uow, case, decision)

    with uow:
        body = {"complaint": str(complaint_id), "statement": str(statement)}
        once(uow.session, actor=str(desk.actor_id), operation="decide_complaint", key=key, body=body, do=decide)
        uow.commit()


def would_hold_text(uow: ModerationUnit, member_id: UUID, case: Collection[Complaint]) -> bool:
    """Whether a measure in this case keeps the text of the profile hidden: a case about a text, or one for which a rule
    holds it. A changed text is shown again."""
    if any(each.kind is Kind.TEXT for each in case):
        return True
    if uow.moderation.holds_of_text(member_id).keys().isdisjoint(each.id for each in case):
        return False
    profile = uow.profiles.find(member_id, member_id)
    return profile is not None and profile.is_about_held


def _answered(case: Iterable[Complaint]) -> Iterable[Complaint]:
    """The newest report of each member, whose answer names it; every report of visitors, who have its number alone."""
    return {each.reporter_id or each.id: each for each in case}.values()
