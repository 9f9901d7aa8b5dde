from uuid import UUID

from sqlalchemy import and_, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.moderation.domain.moderation import Desk
from profiles.moderation.domain.quality_reviews import REVIEW_WITHIN, QualityReview
from profiles.moderation.storage.tables import ComplaintRow, QualityReviewRow
from profiles.storage.tables import PhotoRow

STORED = (
    *("decision_id", "case_id", "is_photo", "pool", "member_id", "decided_by", "measure", "reason"),
    *("template", "facts", "about", "reports"),
)
READ = (*STORED, "decided_at", "second_by", "second_measure", "agreed", "settled_by")


class QualityReviewRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, review: QualityReview) -> None:
        values = {name: getattr(review, name) for name in STORED}
        self._session.execute(insert(QualityReviewRow).values(**{**values, "reports": list(review.reports)}))

    def get(self, decision_id: UUID) -> QualityReview | None:
        row = self._session.get(QualityReviewRow, decision_id)
        return _review(row) if row else None

    def waiting(self, desk: Desk, limit: int) -> list[QualityReview]:
        """Return the reviews that this person can make, the oldest first: blind ones, and differences of two others.
        Cases with a photo or a report that is gone are left out."""
        row = QualityReviewRow
        is_there = or_(
            and_(row.is_photo, exists().where(PhotoRow.id == row.case_id)),
            and_(~row.is_photo, exists().where(ComplaintRow.id == row.case_id)),
        )
        is_reporter = exists().where(ComplaintRow.id == row.reports.any_(), ComplaintRow.reporter_id.in_(desk.own_ids))
        differs = and_(row.agreed.is_(False), row.settled_by.is_(None), row.second_by.not_in(desk.own_ids))
        found = select(row).where(
            row.pool == desk.pool,
            row.member_id.not_in(desk.own_ids),
            row.decided_by.not_in(desk.own_ids),
            row.decided_at > func.now() - REVIEW_WITHIN,
            or_(row.second_by.is_(None), differs),
            is_there,
            ~is_reporter,
        )
        return [_review(each) for each in self._session.scalars(found.order_by(row.decided_at).limit(limit))]

    def second(self, decision_id: UUID, by: UUID, measure: str, *, agreed: bool) -> bool:
        """Store the decision of the second person. One guarded statement decides between two at once: False when
        another one was faster."""
        row = QualityReviewRow
        stored = (
            update(row)
            .where(row.decision_id == decision_id, row.second_by.is_(None), row.decided_by != by)
            .values(second_by=by, second_measure=measure, second_at=func.now(), agreed=agreed)
        )
        return self._session.execute(stored.returning(row.decision_id)).first() is not None

    def settle(self, decision_id: UUID, by: UUID, measure: str) -> bool:
        """Store which of two decisions a third person finds right, as `second`."""
        row = QualityReviewRow
        settled = (
            update(row)
            .where(row.decision_id == decision_id, row.agreed.is_(False), row.settled_by.is_(None))
            .where(row.decided_by != by, row.second_by != by)
            .values(settled_by=by, settled_measure=measure, settled_at=func.now())
        )
        return self._session.execute(settled.returning(row.decision_id)).first() is not None


def _review(row: QualityReviewRow) -> QualityReview:
    return QualityReview(**{name: getattr(row, name) for name in READ})
