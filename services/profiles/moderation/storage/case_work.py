"""Assignees, labels and notes of cases, and the colleagues a case can be assigned to."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, exists, false, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.moderation.domain.case_work import COLLEAGUE_FOR, CaseNote, CaseWork, Colleague
from profiles.moderation.domain.desk_queue import CaseKey
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.tables import CaseNoteRow, DeskCaseRow, StaffActionRow
from profiles.storage.tables import ProfileRow

MOST_NOTES = 100


class CaseWorkRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def colleagues(self, desk: Desk) -> list[Colleague]:
        """Return the people of the pool who used the desk lately, this one included, by name."""
        # A step from one actor to the next along the index: the log has many rows of few people.
        actors = select(StaffActionRow.actor_id.label("id")).order_by(StaffActionRow.actor_id).limit(1)
        steps = select(actors.subquery().c.id).cte("actors", recursive=True)
        following = actors.where(StaffActionRow.actor_id > steps.c.id).correlate(steps).scalar_subquery()
        steps = steps.union_all(select(following).where(steps.c.id.is_not(None)))
        used_lately = exists().where(
            StaffActionRow.actor_id == steps.c.id, StaffActionRow.at > func.now() - COLLEAGUE_FOR
        )
        rows = self._session.execute(
            select(ProfileRow.member_id, ProfileRow.name)
            .join(steps, steps.c.id == ProfileRow.member_id)
            .where(ProfileRow.pool == desk.pool, used_lately)
            .order_by(ProfileRow.name, ProfileRow.member_id)
        )
        return [Colleague(row.member_id, row.name) for row in rows]

    def of(self, case: CaseKey) -> CaseWork:
        row = self._session.execute(
            select(DeskCaseRow.assignee_id, DeskCaseRow.labels, ProfileRow.name)
            .outerjoin(ProfileRow, ProfileRow.member_id == DeskCaseRow.assignee_id)
            .where(is_work_on(case.id, case.is_photo))
        ).one_or_none()
        if row is None:
            return CaseWork()
        assignee = Colleague(row.assignee_id, row.name) if row.assignee_id and row.name else None
        return CaseWork(assignee, tuple(row.labels))

    def set(self, case: CaseKey, assignee_id: UUID | None, labels: Sequence[str]) -> None:
        values = {"assignee_id": assignee_id, "labels": list(labels), "changed_at": func.now()}
        added = insert(DeskCaseRow).values(case_id=case.id, is_photo=case.is_photo, **values)
        self._session.execute(
            added.on_conflict_do_update(index_elements=[DeskCaseRow.case_id, DeskCaseRow.is_photo], set_=values)
        )

    def finish(self, case: CaseKey) -> None:
        self._session.execute(delete(DeskCaseRow).where(is_work_on(case.id, case.is_photo)))

    def add_note(self, note: CaseNote) -> None:
        added = insert(CaseNoteRow).values(
            id=note.id, member_id=note.member_id, case_id=note.case_id, author_id=note.author_id, text=note.text
        )
        self._session.execute(added)

    def notes(self, *, member_id: UUID | None, case_id: UUID | None = None) -> list[CaseNote]:
        """Return the notes on this member and on this case, the newest first."""
        columns = ((CaseNoteRow.member_id, member_id), (CaseNoteRow.case_id, case_id))
        rows = self._session.execute(
            select(CaseNoteRow, ProfileRow.name)
            .outerjoin(ProfileRow, ProfileRow.member_id == CaseNoteRow.author_id)
            .where(or_(*(column == value for column, value in columns if value is not None), false()))
            .order_by(CaseNoteRow.written_at.desc(), CaseNoteRow.id)
            .limit(MOST_NOTES)
        )
        return [
            CaseNote(row.id, row.member_id, row.case_id, row.author_id, row.text, name, row.written_at)
            for row, name in rows
        ]


def is_work_on(case_id: Any, is_photo: Any) -> ColumnElement[bool]:
    return and_(DeskCaseRow.case_id == case_id, DeskCaseRow.is_photo == is_photo)
