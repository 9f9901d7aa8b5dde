"""Messages of the desk with their answers, and saved replies."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Subquery, and_, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.moderation.domain.desk_messages import ANSWER_WITHIN, MOST_REPLIES, DeskMessage, SavedReply
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.storage.tables import ComplaintRow, DeskMessageRow, SavedReplyRow
from profiles.storage.tables import ProfileRow

MOST_MESSAGES = 100
IS_OPEN = and_(
    DeskMessageRow.answered_at.is_(None),
    exists().where(ComplaintRow.id == DeskMessageRow.complaint_id, ComplaintRow.decided_at.is_(None)),
)


class DeskMessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, message: DeskMessage) -> bool:
        """Store a message. False for a second question about a complaint."""
        values = ("id", "member_id", "case_id", "complaint_id", "author_id", "text")
        added = insert(DeskMessageRow).values(**{name: getattr(message, name) for name in values})
        once = added.on_conflict_do_nothing(
            index_elements=[DeskMessageRow.complaint_id], index_where=DeskMessageRow.complaint_id.is_not(None)
        )
        return self._session.execute(once.returning(DeskMessageRow.id)).first() is not None

    def to(self, member_id: UUID) -> list[DeskMessage]:
        """Return the messages to a member, the newest first."""
        return self._select(DeskMessageRow.member_id == member_id)

    def of_case(self, case_id: UUID, member_id: UUID | None) -> list[DeskMessage]:
        """Return the messages of a case, and those to its member in others, the newest first."""
        is_to_member = and_(DeskMessageRow.member_id == member_id, DeskMessageRow.complaint_id.is_(None))
        return self._select(or_(DeskMessageRow.case_id == case_id, is_to_member))

    def answer(self, message_id: UUID, member_id: UUID, text: str) -> bool:
        """Store the answer to a question whose case is open. False when it has another one, or is not this member's."""
        own = and_(DeskMessageRow.id == message_id, DeskMessageRow.member_id == member_id)
        answered = update(DeskMessageRow).where(own, IS_OPEN).values(answer=text, answered_at=func.now())
        if self._session.execute(answered.returning(DeskMessageRow.id)).first():
            return True
        return self._session.scalar(select(DeskMessageRow.answer).where(own)) == text

    def replies(self, desk: Desk) -> list[SavedReply]:
        rows = self._session.scalars(
            select(SavedReplyRow).where(SavedReplyRow.pool == desk.pool).order_by(SavedReplyRow.name, SavedReplyRow.id)
        )
        return [SavedReply(row.id, row.name, row.texts) for row in rows]

    def save_reply(self, desk: Desk, reply: SavedReply) -> bool:
        """Store a reply, or replace it. False for one of another pool, and when the desk has too many."""
        # Of two replies that are saved at once the second counts the first.
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"replies {desk.pool}", 4))))
        others = select(func.count()).where(SavedReplyRow.pool == desk.pool, SavedReplyRow.id != reply.id)
        if self._session.execute(others).scalar_one() >= MOST_REPLIES:
            return False
        values = {"name": reply.name, "texts": dict(reply.texts), "changed_at": func.now()}
        saved = insert(SavedReplyRow).values(id=reply.id, pool=desk.pool, **values)
        replaced = saved.on_conflict_do_update(
            index_elements=[SavedReplyRow.id], set_=values, where=SavedReplyRow.pool == desk.pool
        )
        return self._session.execute(replaced.returning(SavedReplyRow.id)).first() is not None

    def delete_reply(self, desk: Desk, reply_id: UUID) -> bool:
        mine = delete(SavedReplyRow).where(SavedReplyRow.id == reply_id, SavedReplyRow.pool == desk.pool)
        return self._session.execute(mine.returning(SavedReplyRow.id)).first() is not None

    def _select(self, which: ColumnElement[bool]) -> list[DeskMessage]:
        rows = self._session.execute(
            select(DeskMessageRow, ProfileRow.name, IS_OPEN.label("can_answer"))
            .outerjoin(ProfileRow, ProfileRow.member_id == DeskMessageRow.author_id)
            .where(which)
            .order_by(DeskMessageRow.sent_at.desc(), DeskMessageRow.id)
            .limit(MOST_MESSAGES)
        )
        return [
            DeskMessage(
                row.id,
                row.member_id,
                row.case_id,
                row.author_id,
                row.text,
                row.complaint_id,
                name,
                row.sent_at,
                row.answer,
                row.answered_at,
                can_answer,
            )
            for row, name, can_answer in rows
        ]


def question_times() -> Subquery[Any]:
    """By case: how long a question to a reporter was open, and whether one is."""
    ends = func.least(func.coalesce(DeskMessageRow.answered_at, func.now()), DeskMessageRow.sent_at + ANSWER_WITHIN)
    is_open = and_(DeskMessageRow.answered_at.is_(None), DeskMessageRow.sent_at > func.now() - ANSWER_WITHIN)
    return (
        select(
            DeskMessageRow.case_id,
            func.max(ends - DeskMessageRow.sent_at).label("stopped"),
            func.bool_or(is_open).label("is_open"),
        )
        .where(DeskMessageRow.complaint_id.is_not(None))
        .group_by(DeskMessageRow.case_id)
        .subquery()
    )
