from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, func, literal, or_, select, union_all
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from profiles.moderation.domain.staff_access import (
    ACCESS_LASTS,
    RESET_LASTS,
    SEEN_AGAIN,
    AskedReset,
    StaffAction,
    StaffRecord,
    Why,
)
from profiles.moderation.storage.tables import ComplaintRow, DecisionRow, DuplicatePairRow, StaffActionRow
from profiles.storage.tables import PhotoRow, ProfileRow


class StaffActionRepository:
    """The audit log of the desk. Rows are only ever added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, record: StaffRecord) -> None:
        self._session.execute(insert(StaffActionRow).values(**_values(record)))

    def record_seen(self, records: Sequence[StaffRecord]) -> list[StaffRecord]:
        """Insert the records whose case the same person has no record of within the hour. Returns these."""
        if not records:
            return []
        [actor_id], [action] = {each.actor_id for each in records}, {each.action for each in records}
        lately = select(StaffActionRow.case_id).where(
            StaffActionRow.actor_id == actor_id,
            StaffActionRow.action == action,
            StaffActionRow.at > func.now() - SEEN_AGAIN,
            StaffActionRow.case_id.in_([each.case_id for each in records]),
        )
        known = set(self._session.scalars(lately))
        fresh = [each for each in records if each.case_id not in known]
        if fresh:
            self._session.execute(insert(StaffActionRow).values([_values(each) for each in fresh]))
        return fresh

    def why_open(self, actor_id: UUID, member_id: UUID, by: StaffAction = StaffAction.OPEN_MEMBER) -> Why | None:
        """Why this person has this member open now; None when they have not."""
        opening = self._opening(actor_id, member_id, by)
        return Why(opening.case_id, opening.reason) if opening else None

    def open_until(self, actor_id: UUID, member_id: UUID) -> datetime | None:
        """Until when this person has this member open; None when they have not."""
        opening = self._opening(actor_id, member_id, StaffAction.OPEN_MEMBER)
        return opening.at + ACCESS_LASTS if opening else None

    def _opening(self, actor_id: UUID, member_id: UUID, by: StaffAction) -> StaffActionRow | None:
        return self._session.scalar(
            select(StaffActionRow)
            .where(
                StaffActionRow.actor_id == actor_id,
                StaffActionRow.member_id == member_id,
                StaffActionRow.action == by,
                StaffActionRow.at > func.now() - ACCESS_LASTS,
            )
            .order_by(StaffActionRow.id.desc())
            .limit(1)
        )

    def waiting_resets(self, pool: int) -> list[AskedReset]:
        """Resets of second factors that were asked for lately and that nobody has confirmed, the oldest first."""
        done = aliased(StaffActionRow)
        is_done = exists().where(
            done.member_id == StaffActionRow.member_id,
            done.action == StaffAction.CONFIRM_RESET,
            done.id > StaffActionRow.id,
        )
        rows = self._session.execute(
            select(
                StaffActionRow.member_id,
                StaffActionRow.actor_id,
                StaffActionRow.at,
                StaffActionRow.reason,
                ProfileRow.name,
            )
            .join(ProfileRow, ProfileRow.member_id == StaffActionRow.member_id)
            .where(
                StaffActionRow.action == StaffAction.ASK_RESET,
                StaffActionRow.at > func.now() - RESET_LASTS,
                ProfileRow.pool == pool,
                ~is_done,
            )
            .order_by(StaffActionRow.id)
        )
        return [AskedReset(row.member_id, row.name, row.actor_id, row.at, row.reason) for row in rows]

    def is_case_of(self, case_id: UUID, member_id: UUID) -> bool:
        """Whether this is a complaint by or about the member, who may be one of a pair, a decision about them, or a
        photo of theirs."""
        one = literal(1)
        cases = union_all(
            select(one).where(
                ComplaintRow.id == case_id,
                or_(ComplaintRow.about_id == member_id, ComplaintRow.reporter_id == member_id),
            ),
            select(one).where(
                DuplicatePairRow.complaint_id == case_id,
                or_(DuplicatePairRow.first_id == member_id, DuplicatePairRow.second_id == member_id),
            ),
            select(one).where(DecisionRow.id == case_id, DecisionRow.member_id == member_id),
            select(one).where(PhotoRow.id == case_id, PhotoRow.member_id == member_id),
        )
        return self._session.execute(cases.limit(1)).first() is not None


def _values(record: StaffRecord) -> dict[str, object]:
    return {
        "actor_id": record.actor_id,
        "action": record.action.value,
        "member_id": record.member_id,
        "case_id": record.case_id,
        "reason": record.reason,
        "searched_by": record.searched_by,
        "found": record.found,
        "at": record.at or func.now(),
    }
