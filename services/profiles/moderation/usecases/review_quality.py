"""Quality sample of the desk: the case of a decision is shown again to others, who decide it on paper."""

from dataclasses import replace
from uuid import UUID

from shared.kit.core import NotFound, Refusal

from profiles.moderation.domain.desk_queue import Case, PhotoMeasure
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.quality_reviews import REVIEW_WITHIN, QualityReview
from profiles.moderation.domain.staff_access import StaffAction, StaffRecord
from profiles.moderation.errors import AlreadyDecided, OwnCase, invalid_field
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.check_impartial import check_impartial
from profiles.moderation.usecases.staff_access import record_action
from profiles.moderation.usecases.take_case import appealed_decision, check_may_decide, record_case_seen


def sample_decision(uow: ModerationUnit, review: QualityReview) -> None:
    """Put a decision into the sample, where its id says so, in the transaction of the decision."""
    if review.member_id is not None and uow.is_sampled(review.decision_id):
        profile = uow.profiles.find(review.member_id, review.member_id)
        uow.quality_reviews.add(replace(review, about=profile.about if profile else None))


def list_reviews(uow: ModerationUnit, desk: Desk, limit: int) -> list[QualityReview]:
    """Return the reviews that this person can open, the oldest first."""
    with uow:
        return [
            each for each in uow.quality_reviews.waiting(desk, limit) if can_open_review(uow, desk, each.decision_id)
        ]


def open_review(uow: ModerationUnit, desk: Desk, decision_id: UUID) -> tuple[QualityReview, Case]:
    """Return a review with its case, and record the look at it.

    Raises NotFound, also after 30 days and where the photo, the report or the pictures of a verification are gone,
    AlreadyDecided, and OwnCase for those who made one of the decisions or are involved in the case.
    """
    with uow:
        review, case = _find(uow, desk, decision_id)
    record_case_seen(uow, desk, case)
    return review, case


def give_opinion(uow: ModerationUnit, desk: Desk, decision_id: UUID, measure: str) -> QualityReview:
    """Store how this person would have decided; the third one chooses between the two. Nothing follows for the member:
    a decision that was wrong is changed on the member's page, with a statement of its own. Returns the review as it
    was before.

    Raises Invalid for a measure that does not fit, AlreadyDecided when another person was faster, and as `open_review`.
    """
    with uow:
        review, case = _find(uow, desk, decision_id)
        fits = measure in {PhotoMeasure.APPROVE, PhotoMeasure.REJECT} if review.is_photo else case.allows(measure)
        if not fits or (not review.is_blind and measure not in {review.measure, review.second_measure}):
            raise invalid_field("measure")
        if review.is_blind:
            agreed = review.agrees(measure)
            stored = uow.quality_reviews.second(decision_id, desk.actor_id, measure, agreed=agreed)
        else:
            stored = uow.quality_reviews.settle(decision_id, desk.actor_id, measure)
        if not stored:
            raise AlreadyDecided()
        record_action(uow, StaffRecord(desk.actor_id, StaffAction.REVIEW, review.member_id, review.case_id))
        uow.commit()
    return review


def can_open_review(uow: ModerationUnit, desk: Desk, decision_id: UUID) -> bool:
    """Whether this person may review this decision."""
    try:
        _find(uow, desk, decision_id)
    except Refusal:
        return False
    return True


def _find(uow: ModerationUnit, desk: Desk, decision_id: UUID) -> tuple[QualityReview, Case]:
    review = uow.quality_reviews.get(decision_id)
    if review is None or review.pool != desk.pool or review.member_id is None or review.decided_at is None:
        raise NotFound()
    if review.decided_at <= uow.now() - REVIEW_WITHIN:
        raise NotFound()
    if review.agreed or review.settled_by:
        raise AlreadyDecided()
    if not desk.own_ids.isdisjoint({review.decided_by, review.second_by, *uow.confirmations.people(decision_id)}):
        raise OwnCase()
    photo = uow.moderation.inspected_photo(desk, review.case_id) if review.is_photo else None
    reports = [each for each in uow.complaints.among(review.reports) if each.site in desk.sites]
    if photo is None and not reports:
        raise NotFound()
    appealed = appealed_decision(uow, reports[0]) if reports else None
    check_may_decide(uow, desk, reports, appealed)
    check_impartial(uow, desk, review.member_id)
    case = Case(review.case_id, review.member_id, tuple(reports), photo)
    compared = uow.verifications.of_case(case.id) if case.is_verification else None
    if case.is_verification and (compared is None or not compared.media):
        raise NotFound()  # nobody could judge it without its pictures
    return review, case
