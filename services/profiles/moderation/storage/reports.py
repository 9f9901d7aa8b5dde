"""Outcomes of a reporter's complaints, and the effect of the next one."""

from collections.abc import Collection
from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy import and_, func, or_, select, true
from sqlalchemy.orm import Session

from profiles.moderation.domain.moderation import DISMISSALS, REPORTS, Measure, Outcome, Reason
from profiles.moderation.domain.reports import LOOKED_AT_HOLDS, REMEMBERED, ReporterRecord, ReportHistory
from profiles.moderation.storage.tables import ComplaintRow, DecisionRow, TransparencyReportRow


class ReportRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock_reporter(self, reporter_id: UUID) -> None:
        """Take the advisory lock of a reporter, which serialises reports by and decisions about them.

        Taken before any row lock of a profile, so that two transactions about the same two members cannot deadlock.
        """
        key = func.hashtextextended(f"reporter {reporter_id}", 2)
        self._session.execute(select(func.pg_advisory_xact_lock(key)))

    def last_published(self, site: str) -> TransparencyReportRow | None:
        row = TransparencyReportRow
        return self._session.scalars(select(row).where(row.site == site).order_by(row.last.desc()).limit(1)).first()

    def history(self, reporter_id: UUID) -> ReportHistory:
        day, year = func.now() - func.make_interval(0, 0, 0, 1), func.now() - REMEMBERED
        hides = (
            select(func.count())
            .select_from(DecisionRow)
            .join(ComplaintRow, ComplaintRow.id == DecisionRow.complaint_id)
            .where(
                ComplaintRow.reporter_id == reporter_id,
                ComplaintRow.made_at > day,
                DecisionRow.member_id == ComplaintRow.about_id,
                DecisionRow.measure == Measure.REVIEW.value,
                DecisionRow.reason == Reason.MINOR.value,
            )
        )
        ended = (
            select(ComplaintRow.outcome, func.count().label("number"))
            .where(
                ComplaintRow.reporter_id == reporter_id,
                ComplaintRow.reason == Reason.MINOR.value,
                ComplaintRow.decision_id.is_(None),
                ComplaintRow.decided_at > year,
            )
            .group_by(ComplaintRow.outcome)
        )
        counts = {row.outcome: row.number for row in self._session.execute(ended)}
        return ReportHistory(
            hides_today=self._session.execute(hides).scalar_one(),
            unfounded=counts.get(Outcome.DISMISSED.value, 0),
            upheld=counts.get(Outcome.ACTED.value, 0),
            is_warned=self.is_warned(reporter_id),
        )

    def records(self, reporter_ids: Collection[UUID], before: datetime | None = None) -> dict[UUID, ReporterRecord]:
        """What became of the earlier reports of each of these members; with `before`, of those decided until then."""
        if not reporter_ids:
            return {}
        row, upheld = ComplaintRow, func.count().filter(ComplaintRow.outcome == Outcome.ACTED.value)
        found = (
            select(row.reporter_id, func.count().label("decided"), upheld.label("upheld"))
            .where(
                row.reporter_id.in_(reporter_ids),
                row.kind.in_([kind.value for kind in REPORTS]),
                row.decided_at > func.now() - REMEMBERED,
                true() if before is None else row.decided_at < before,
            )
            .group_by(row.reporter_id)
        )
        return {each.reporter_id: ReporterRecord(each.decided, each.upheld) for each in self._session.execute(found)}

    def is_warned(self, reporter_id: UUID) -> bool:
        """Whether the member was warned about abusive reports within a year, and it was not lifted since."""
        return self._newest(reporter_id, Measure.WARN_REPORTER, Measure.SUSPEND_REPORTS) is not None

    def suspended_until(self, reporter_id: UUID) -> datetime | None:
        """The end of a suspension of this member's reports; None when they are processed."""
        newest = self._newest(reporter_id, Measure.SUSPEND_REPORTS)
        if newest is None or newest.until is None:
            return None
        is_over = newest.until <= self._session.execute(select(func.now())).scalar_one()
        return None if is_over else newest.until

    def was_looked_at(self, member_id: UUID) -> bool:
        """Whether a person decided lately that this member is of age. A dismissed appeal does not count."""
        found = (
            select(DecisionRow.id)
            .outerjoin(ComplaintRow, ComplaintRow.id == DecisionRow.complaint_id)
            .where(
                DecisionRow.member_id == member_id,
                or_(
                    DecisionRow.measure == Measure.LIFT.value,
                    and_(
                        DecisionRow.measure.in_([measure.value for measure in DISMISSALS]),
                        ComplaintRow.decision_id.is_(None),
                    ),
                ),
                DecisionRow.reason == Reason.MINOR.value,
                DecisionRow.photo_id.is_(None),
                DecisionRow.actor_id.is_not(None),
                DecisionRow.decided_at > func.now() - LOOKED_AT_HOLDS,
            )
        )
        return self._session.execute(found.limit(1)).first() is not None

    def visitors_networks(self, member_id: UUID) -> int:
        """Count the networks from which visitors have open reports that this member is a minor."""
        sources = select(func.count(ComplaintRow.source.distinct())).where(
            ComplaintRow.about_id == member_id,
            ComplaintRow.reporter_id.is_(None),
            ComplaintRow.reason == Reason.MINOR.value,
            ComplaintRow.decided_at.is_(None),
        )
        return self._session.execute(sources).scalar_one()

    def _newest(self, member_id: UUID, *measures: Measure) -> DecisionRow | None:
        """The newest of these decisions of a year that no person has lifted since.

        A lift that grants an appeal ends the appealed decision alone. One that shows a profile again after a look at
        the member's age ends none of these.
        """
        is_lift = and_(
            DecisionRow.measure == Measure.LIFT.value,
            DecisionRow.actor_id.is_not(None),
            DecisionRow.reason.is_distinct_from(Reason.MINOR.value),
        )
        rows = self._session.execute(
            select(DecisionRow, ComplaintRow.decision_id.label("appealed_id"))
            .outerjoin(ComplaintRow, ComplaintRow.id == DecisionRow.complaint_id)
            .where(
                DecisionRow.member_id == member_id,
                or_(DecisionRow.measure.in_([measure.value for measure in measures]), is_lift),
                DecisionRow.decided_at > func.now() - REMEMBERED,
            )
            .order_by(DecisionRow.number.desc())
        )
        lifted: set[UUID] = set()
        for row in rows:
            if row.DecisionRow.measure != Measure.LIFT.value:
                if row.DecisionRow.id not in lifted:
                    return cast(DecisionRow, row.DecisionRow)
            elif row.appealed_id is None:
                return None
            else:
                lifted.add(row.appealed_id)
        return None
