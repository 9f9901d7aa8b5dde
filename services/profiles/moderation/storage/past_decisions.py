"""Search over past decisions, and numbers of the people at the desk."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, select, true, union_all
from sqlalchemy.orm import Session, aliased

from profiles.moderation.domain.moderation import Desk, Outcome
from profiles.moderation.domain.past_decisions import DecisionFilter, DeskNumbers, PastDecision
from profiles.moderation.domain.staff_access import StaffAction
from profiles.moderation.storage.tables import ComplaintRow, DecisionRow, QualityReviewRow, StaffActionRow
from profiles.storage.tables import ProfileRow

Actor, Member, Appeal, Origin = aliased(ProfileRow), aliased(ProfileRow), aliased(ComplaintRow), aliased(ComplaintRow)


class PastDecisionRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, desk: Desk, wanted: DecisionFilter, limit: int) -> list[PastDecision]:
        """Return decisions about members of the pool, the newest first; none about the person at the desk, and none
        about their own reports."""
        found = _at_desk(
            select(
                DecisionRow.id,
                DecisionRow.number,
                DecisionRow.member_id,
                Member.name.label("member_name"),
                DecisionRow.actor_id,
                Actor.name.label("actor_name"),
                DecisionRow.measure,
                DecisionRow.reason,
                DecisionRow.ground,
                DecisionRow.template,
                DecisionRow.facts,
                DecisionRow.until,
                DecisionRow.decided_at,
                case((Appeal.id.is_not(None), func.coalesce(Appeal.outcome, "open"))).label("appeal"),
            ),
            desk,
        ).outerjoin(Actor, Actor.member_id == DecisionRow.actor_id)
        rows = self._session.execute(found.where(*_conditions(wanted)).order_by(DecisionRow.number.desc()).limit(limit))
        return [PastDecision(**row._mapping) for row in rows]

    def numbers(self, desk: Desk, days: int, actor_id: UUID | None = None) -> list[DeskNumbers]:
        """Return the numbers of each person who decided or undid something within these days, most decisions first; or
        those of this person alone. The decisions of one case count once, as do the measures that follow from it."""
        since = func.now() - timedelta(days=days)
        case_id = func.coalesce(DecisionRow.complaint_id, DecisionRow.photo_id, DecisionRow.id)
        cases = (
            _at_desk(
                select(
                    DecisionRow.actor_id,
                    func.extract("epoch", func.min(DecisionRow.decided_at - Origin.made_at)).label("seconds"),
                    func.coalesce(func.bool_or(Appeal.outcome == Outcome.ACTED.value), False).label("is_overturned"),
                ),
                desk,
            )
            .where(DecisionRow.actor_id.is_not(None), DecisionRow.decided_at > since)
            .group_by(DecisionRow.actor_id, case_id)
            .subquery()
        )
        decided = select(
            cases.c.actor_id,
            func.count().label("decided"),
            func.percentile_cont(0.5).within_group(cases.c.seconds).label("median_seconds"),
            literal(0).label("undone"),
            func.count().filter(cases.c.is_overturned).label("overturned"),
            literal(0).label("reviewed"),
            literal(0).label("agreed"),
        ).group_by(cases.c.actor_id)
        undone = (
            select(StaffActionRow.actor_id, literal(0), literal(None), func.count(), literal(0), literal(0), literal(0))
            .join(Actor, and_(Actor.member_id == StaffActionRow.actor_id, Actor.pool == desk.pool))
            .where(StaffActionRow.action == StaffAction.UNDO.value, StaffActionRow.at > since)
            .group_by(StaffActionRow.actor_id)
        )
        row = QualityReviewRow
        agreed = func.count().filter(row.agreed.is_(True))
        reviewed = (
            select(row.decided_by, literal(0), literal(None), literal(0), literal(0), func.count(), agreed)
            .where(row.pool == desk.pool, row.decided_at > since, row.second_by.is_not(None))
            .group_by(row.decided_by)
        )
        each = union_all(decided, undone, reviewed).subquery()
        summed = (
            select(
                each.c.actor_id,
                ProfileRow.name,
                func.sum(each.c.decided).label("decided"),
                func.max(each.c.median_seconds).label("median_seconds"),
                func.sum(each.c.undone).label("undone"),
                func.sum(each.c.overturned).label("overturned"),
                func.sum(each.c.reviewed).label("reviewed"),
                func.sum(each.c.agreed).label("agreed"),
            )
            .outerjoin(ProfileRow, ProfileRow.member_id == each.c.actor_id)
            .group_by(each.c.actor_id, ProfileRow.name)
        )
        if actor_id is not None:
            summed = summed.where(each.c.actor_id == actor_id)
        rows = self._session.execute(summed.order_by(func.sum(each.c.decided).desc(), each.c.actor_id))
        return [DeskNumbers(**row._mapping) for row in rows]


def _at_desk(chosen: Select[*tuple[Any, ...]], desk: Desk) -> Select[*tuple[Any, ...]]:
    return (
        chosen.join(Member, and_(Member.member_id == DecisionRow.member_id, Member.pool == desk.pool))
        .outerjoin(Origin, Origin.id == DecisionRow.complaint_id)
        .outerjoin(Appeal, Appeal.decision_id == DecisionRow.id)
        .where(
            DecisionRow.member_id.not_in(desk.own_ids),
            func.coalesce(Origin.reporter_id.not_in(desk.own_ids), true()),
        )
    )


def _conditions(wanted: DecisionFilter) -> list[ColumnElement[bool]]:
    equal = ("member_id", "actor_id", "reason", "measure")
    found = [getattr(DecisionRow, name) == getattr(wanted, name) for name in equal if getattr(wanted, name) is not None]
    if wanted.first is not None:
        found.append(DecisionRow.decided_at >= datetime.combine(wanted.first, time(), UTC))
    if wanted.last is not None:
        found.append(DecisionRow.decided_at < datetime.combine(wanted.last, time(), UTC) + timedelta(days=1))
    if wanted.before is not None:
        found.append(DecisionRow.number < wanted.before)
    if wanted.words is not None:
        found.append(DecisionRow.facts.icontains(wanted.words, autoescape=True))
    return found
