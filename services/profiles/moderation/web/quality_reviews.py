"""The quality sample over HTTP: a case as it was, a decision on paper, then both."""

from typing import Literal
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.http import Input, Output, endpoint

from profiles.moderation.domain.quality_reviews import QualityReview
from profiles.moderation.domain.templates import Template
from profiles.moderation.usecases.review_quality import give_opinion, list_reviews, open_review
from profiles.moderation.web.case_file import case_file
from profiles.moderation.web.context import current_desk, wiring
from profiles.moderation.web.desk_models import CaseFileOut, VerificationOut
from profiles.moderation.web.verification import verification_in

quality_reviews = Blueprint("quality_reviews", __name__, url_prefix="/api")
REVIEWS_AT_A_TIME = 50
OpinionMeasure = Literal[
    "approve", "reject", "dismiss", "warn", "hide", "suspend", "lift", "verify", "refuse_verification"
]


class ReviewOut(Output):
    """Nothing about a person before the review is opened."""

    id: UUID
    blind: bool = Field(description="False where two people differ and a third one is wanted")


class ReviewsAnswer(Output):
    reviews: list[ReviewOut] = Field(description="Those that the caller can make, the oldest first")


class ReviewIn(Input):
    decision_id: UUID


class OpinionIn(Input):
    """The second person decides as if nobody had; the third chooses the decision of one of the two."""

    decision_id: UUID
    measure: OpinionMeasure


class OpinionsOut(Output):
    """Both decisions, without names."""

    first: str
    first_reason: str | None = Field(description="Of photos for a photo, of complaints otherwise")
    first_template: Template | None
    first_facts: str | None
    second: str

    @staticmethod
    def of(review: QualityReview, second: str) -> "OpinionsOut":
        return OpinionsOut(
            first=review.measure,
            first_reason=review.reason,
            first_template=Template(review.template) if review.template else None,
            first_facts=review.facts,
            second=second,
        )


class OpenReviewOut(Output):
    id: UUID
    case: CaseFileOut = Field(description="As it was before the first decision")
    verification: VerificationOut | None = Field(None, description="Of a case of one, without what a model said")
    opinions: OpinionsOut | None = Field(description="Null for the second person, who decides blind")


class OpinionAnswer(Output):
    agreed: bool
    member_id: UUID
    opinions: OpinionsOut


@quality_reviews.get("/staff-reviews.php")
@endpoint()
def get_reviews() -> ReviewsAnswer:
    """List decisions of the sample that wait for a second person, or for a third where two differ."""
    waiting = list_reviews(wiring().unit_of_work(), current_desk(), REVIEWS_AT_A_TIME)
    return ReviewsAnswer(reviews=[ReviewOut(id=each.decision_id, blind=each.is_blind) for each in waiting])


@quality_reviews.post("/staff-reviews.php")
@endpoint(status=201)
def post_review(body: ReviewIn) -> OpenReviewOut:
    """Open a review. The look at the case is recorded."""
    review, case = open_review(wiring().unit_of_work(), current_desk(), body.decision_id)
    with wiring().reads() as reads:
        shown = case_file(reads, case, review)
        verification = verification_in(reads, case, None, is_review=True)
    opinions = OpinionsOut.of(review, review.second_measure) if review.second_measure else None
    return OpenReviewOut(id=review.decision_id, case=shown, verification=verification, opinions=opinions)


@quality_reviews.put("/staff-reviews.php")
@endpoint()
def put_review(body: OpinionIn) -> OpinionAnswer:
    """Decide as the second or the third person. Nothing follows for the member."""
    review = give_opinion(wiring().unit_of_work(), current_desk(), body.decision_id, body.measure)
    assert review.member_id is not None  # noqa: S101 - it could not be opened
    return OpinionAnswer(
        agreed=review.agrees(body.measure),
        member_id=review.member_id,
        opinions=OpinionsOut.of(review, review.second_measure or body.measure),
    )
