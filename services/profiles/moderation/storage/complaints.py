"""Complaints and appeals."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, false, func, or_, select, true, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.moderation.domain.desk_queue import MOST_REPORTS
from profiles.moderation.domain.moderation import GATHERED, AboutState, Complaint, Desk, Kind, Outcome, Reason
from profiles.moderation.storage.duplicates import is_in_pair
from profiles.moderation.storage.tables import ComplaintRow, DecisionRow
from profiles.storage.tables import ProfileRow

Reporter, Doubt = aliased(ProfileRow), aliased(ComplaintRow)
NEWEST_FIRST = (ComplaintRow.number.desc(),)
HIDES = ComplaintRow.hides_for.is_not(None)
HIDES_AS_MINOR = ComplaintRow.hides_for == Reason.MINOR.value


class ComplaintRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, complaint: Complaint) -> int:
        """Store a complaint. Returns its number."""
        added = insert(ComplaintRow).values(
            id=complaint.id,
            kind=complaint.kind,
            reporter_id=complaint.reporter_id,
            reporter_email=complaint.reporter_email,
            about_id=complaint.about_id,
            decision_id=complaint.decision_id,
            reason=complaint.reason,
            text=complaint.text,
            evidence=complaint.evidence,
            locale=complaint.locale,
            site=complaint.site,
            source=complaint.source,
        )
        return self._session.execute(added.returning(ComplaintRow.number)).scalar_one()

    def oldest_seconds(self) -> float:
        """For how long the oldest undecided complaint waits; 0 when none does."""
        oldest = select(func.min(ComplaintRow.made_at)).where(ComplaintRow.decided_at.is_(None)).scalar_subquery()
        return float(self._session.execute(select(func.extract("epoch", func.now() - oldest))).scalar_one() or 0)

    def count_today(self, reporter_id: UUID) -> int:
        day = func.now() - func.make_interval(0, 0, 0, 1)
        count = select(func.count()).where(ComplaintRow.reporter_id == reporter_id, ComplaintRow.made_at > day)
        return self._session.execute(count).scalar_one()

    def count_today_from(self, email: str) -> int:
        """Count the complaints of an address without an account within a day, under an advisory lock of the address."""
        address = func.lower(email)
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(address, 1))))
        day = func.now() - func.make_interval(0, 0, 0, 1)
        count = select(func.count()).where(
            func.lower(ComplaintRow.reporter_email) == address, ComplaintRow.made_at > day
        )
        return self._session.execute(count).scalar_one()

    def by(self, reporter_id: UUID) -> list[Complaint]:
        return self._select(ComplaintRow.reporter_id == reporter_id)

    def about(self, member_id: UUID) -> list[Complaint]:
        return self._select(ComplaintRow.about_id == member_id)

    def open(self, desk: Desk) -> list[Complaint]:
        """Return the open complaints of the desk's sites, none of them by or about the person there, urgent ones first,
        then the oldest."""
        urgent_first = (ComplaintRow.reason == Reason.MINOR.value).desc()
        is_open = and_(ComplaintRow.decided_at.is_(None), _at_desk(desk))
        return self._select(is_open, order=(urgent_first, ComplaintRow.number))

    def get(self, complaint_id: UUID) -> Complaint | None:
        found = self._select(ComplaintRow.id == complaint_id)
        return found[0] if found else None

    def with_message(self, desk: Desk, message_id: UUID) -> Complaint | None:
        """Return the newest complaint at the desk with this message as evidence."""
        has_it = ComplaintRow.evidence.contains([{"id": str(message_id)}])
        found = self._select(and_(has_it, _at_desk(desk)))
        return found[0] if found else None

    def case_of(self, desk: Desk, complaint: Complaint) -> list[Complaint]:
        """Return the open reports about the same member, in the order of arrival; for any other complaint itself."""
        if complaint.kind not in GATHERED or complaint.about_id is None or complaint.site not in desk.sites:
            return [complaint]
        is_of_case = and_(
            ComplaintRow.about_id == complaint.about_id,
            ComplaintRow.kind.in_([kind.value for kind in GATHERED]),
            ComplaintRow.decided_at.is_(None),
            ComplaintRow.site.in_(desk.sites),
        )
        return self._select(is_of_case, order=(ComplaintRow.number,), limit=MOST_REPORTS)

    def among(self, ids: Collection[UUID]) -> list[Complaint]:
        return self._select(ComplaintRow.id.in_(ids), order=(ComplaintRow.number,), limit=MOST_REPORTS)

    def closed_with(self, case_id: UUID) -> list[Complaint]:
        """Return the reports that were closed together as this case, in the order of arrival."""
        return self._select(is_closed_with(case_id), order=(ComplaintRow.number,), limit=MOST_REPORTS)

    def reporters(self, case_id: UUID) -> frozenset[UUID]:
        """Return the members who made the reports that were closed together as this case."""
        found = select(ComplaintRow.reporter_id).where(is_closed_with(case_id))
        return frozenset(one for one in self._session.scalars(found) if one is not None)

    def name_member(self, complaint_id: UUID, member_id: UUID) -> None:
        """Set the member that a complaint is about; one that is named stays."""
        is_open = ComplaintRow.id == complaint_id, ComplaintRow.about_id.is_(None)
        self._session.execute(update(ComplaintRow).where(*is_open).values(about_id=member_id))

    def close(self, case_id: UUID, reports: Collection[UUID], outcome: Outcome) -> frozenset[UUID]:
        """Close a complaint and the others of its case, and forget the networks of visitors. Returns those that were
        still open."""
        close = (
            update(ComplaintRow)
            .where(ComplaintRow.id.in_(reports), ComplaintRow.decided_at.is_(None))
            .values(decided_at=func.now(), outcome=outcome.value, case_id=case_id, source=None)
        )
        return frozenset(self._session.scalars(close.returning(ComplaintRow.id)))

    def close_text_case(self, member_id: UUID, outcome: Outcome) -> None:
        """Close the open case about the text of this member's profile, if there is one."""
        closed = (
            update(ComplaintRow)
            .where(
                ComplaintRow.about_id == member_id,
                ComplaintRow.kind == Kind.TEXT.value,
                ComplaintRow.decided_at.is_(None),
            )
            .values(decided_at=func.now(), outcome=outcome.value)
        )
        self._session.execute(closed)

    def has_open_picture_case(self, member_id: UUID) -> bool:
        """Whether the desk has a case about this member's refused pictures already."""
        found = select(ComplaintRow.id).where(
            ComplaintRow.about_id == member_id,
            ComplaintRow.kind == Kind.PICTURE.value,
            ComplaintRow.decided_at.is_(None),
        )
        return self._session.execute(found.limit(1)).first() is not None

    def let_hide(self, complaint_id: UUID, reason: Reason) -> None:
        """Let a complaint hide its member until it is decided; for its first reason, where it has one."""
        is_first = ComplaintRow.id == complaint_id, ComplaintRow.hides_for.is_(None)
        self._session.execute(update(ComplaintRow).where(*is_first).values(hides_for=reason.value))

    def hiding(self, member_id: UUID) -> tuple[UUID, Reason] | None:
        """Return the oldest open complaint that hides this member, and the reason."""
        hides = select(ComplaintRow.id, ComplaintRow.hides_for).where(_is_open_about(member_id), HIDES)
        found = self._session.execute(hides.order_by(ComplaintRow.number).limit(1)).one_or_none()
        return (found.id, Reason(found.hides_for)) if found else None

    def stop_hiding(self, member_id: UUID, looked_at: UUID | None, *, is_of_age: bool) -> None:
        """End the hiding by a complaint that a person has looked at, and by all reports of a minor of a member found to
        be of age; they stay open."""
        is_ended = or_(ComplaintRow.id == looked_at, HIDES_AS_MINOR if is_of_age else false())
        self._session.execute(update(ComplaintRow).where(_is_open_about(member_id), is_ended).values(hides_for=None))

    def appeal_of(self, decision_id: UUID) -> UUID | None:
        found = select(ComplaintRow.id).where(ComplaintRow.decision_id == decision_id)
        return self._session.scalars(found).one_or_none()

    def open_appeals(self, decision_ids: Collection[UUID]) -> frozenset[UUID]:
        """Return those of the decisions with an appeal that waits."""
        found = select(ComplaintRow.decision_id).where(
            ComplaintRow.decision_id.in_(decision_ids), ComplaintRow.decided_at.is_(None)
        )
        return frozenset(one for one in self._session.scalars(found) if one is not None)

    def doubt_of_age(self, member_id: UUID) -> UUID | None:
        """Return the open doubt of the desk about a member's age, or the open appeal against its decision."""
        decisions = select(DecisionRow.id).join(Doubt, Doubt.id == DecisionRow.complaint_id)
        decided = decisions.where(DecisionRow.member_id == member_id, Doubt.kind == Kind.AGE_DOUBT.value)
        is_about_age = or_(ComplaintRow.kind == Kind.AGE_DOUBT.value, ComplaintRow.decision_id.in_(decided))
        found = select(ComplaintRow.id).where(_is_open_about(member_id), is_about_age)
        return self._session.scalars(found.order_by(ComplaintRow.number).limit(1)).one_or_none()

    def opponents(self, member_ids: Collection[UUID]) -> frozenset[UUID]:
        """Return the members with an open complaint by or about one of these."""
        is_open = ComplaintRow.decided_at.is_(None)
        by_them = select(ComplaintRow.about_id).where(ComplaintRow.reporter_id.in_(member_ids), is_open)
        about_them = select(ComplaintRow.reporter_id).where(ComplaintRow.about_id.in_(member_ids), is_open)
        found = self._session.scalars(union_all(by_them, about_them))
        return frozenset(one for one in found if one is not None and one not in member_ids)

    def _select(self, which: Any, *, order: Any = NEWEST_FIRST, limit: int = 100) -> list[Complaint]:
        rows = self._session.execute(
            select(ComplaintRow, ProfileRow.name, ProfileRow.state, Reporter.name)
            .outerjoin(ProfileRow, ProfileRow.member_id == ComplaintRow.about_id)
            .outerjoin(Reporter, Reporter.member_id == ComplaintRow.reporter_id)
            .where(which)
            .order_by(*order)
            .limit(limit)
        )
        return [_complaint(*row) for row in rows]


def is_closed_with(case_id: Any) -> ColumnElement[bool]:
    """Whether a complaint is this one or was closed with it. The previous release closed each alone."""
    return or_(ComplaintRow.id == case_id, ComplaintRow.case_id == case_id)


def _is_open_about(member_id: UUID) -> ColumnElement[bool]:
    return and_(ComplaintRow.about_id == member_id, ComplaintRow.decided_at.is_(None))


def _at_desk(desk: Desk) -> ColumnElement[bool]:
    """Complaints of the desk's sites, neither by nor about the person at the desk."""
    return and_(
        ComplaintRow.site.in_(desk.sites),
        func.coalesce(ComplaintRow.reporter_id.not_in(desk.own_ids), true()),
        func.coalesce(ComplaintRow.about_id.not_in(desk.own_ids), true()),
        ~is_in_pair(desk.own_ids, ComplaintRow.id),
    )


def _complaint(row: ComplaintRow, about_name: str | None, state: str | None, reporter_name: str | None) -> Complaint:
    return Complaint(
        id=row.id,
        kind=Kind(row.kind),
        reporter_id=row.reporter_id,
        reporter_email=row.reporter_email,
        about_id=row.about_id,
        reason=row.reason,
        text=row.text,
        evidence=row.evidence,
        locale=row.locale,
        site=row.site,
        decision_id=row.decision_id,
        number=row.number,
        made_at=row.made_at,
        outcome=Outcome(row.outcome) if row.outcome else None,
        severity=row.severity,
        about_name=about_name,
        about_state=AboutState(state or AboutState.ERASED) if row.about_id else None,
        reporter_name=reporter_name,
    )
