from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.text_message import GIVE_UP_AFTER, QueuedText, TextFate, TextMessageState, TextPurpose
from notifications.storage.tables import TextMessageRow

JOB = "send_texts"
Row = TextMessageRow
State = TextMessageState
# A report may come while the answer of the provider is still on its way, and more than once.
OPEN = (State.SENDING, State.UNKNOWN, State.SENT)
PURPOSES = tuple(TextPurpose)
TO_DATE_CONTACTS = (TextPurpose.DATE_MISSED, TextPurpose.DATE_FINE)
QUEUED = (
    Row.id,
    func.coalesce(Row.plan_id, Row.id).label("plan_id"),
    Row.member_id,
    Row.purpose,
    (Row.created_at < func.now() - GIVE_UP_AFTER).label("is_late"),
)


class TextRepository:
    """Each change of a state is one guarded statement, because workers and reports of the provider meet."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, message_id: UUID, plan_id: UUID, member_id: UUID, purpose: TextPurpose) -> None:
        """Queue a message about a plan, once for its id."""
        about = None if message_id == plan_id else plan_id
        values = {"id": message_id, "member_id": member_id, "plan_id": about, "purpose": purpose, "state": State.QUEUED}
        self._session.execute(insert(Row).values(**values).on_conflict_do_nothing())
        wake_job(self._session, JOB)

    def claim(self, lease: timedelta, most: int) -> Sequence[QueuedText]:
        """Due ones for this worker alone until the lease ends; those of a later release's purposes are left."""
        due = (
            select(Row.id)
            .where(Row.state == State.QUEUED, Row.next_try_at <= func.now(), Row.purpose.in_(PURPOSES))
            .order_by(Row.next_try_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        claimed = (
            update(Row)
            .where(Row.id.in_(due.cte("due").select()))
            .values(next_try_at=func.now() + lease)
            .returning(*QUEUED)
        )
        return [_queued(row) for row in self._session.execute(claimed)]

    def begin(self, message_id: UUID, lease: timedelta) -> bool:
        """Note that it is handed to the provider now. False if another worker did, or it was cancelled."""
        begun = (
            update(Row)
            .where(Row.id == message_id, Row.state == State.QUEUED)
            .values(state=State.SENDING, tries=Row.tries + 1, next_try_at=func.now() + lease)
            .returning(Row.id)
        )
        return self._session.execute(begun).first() is not None

    def put_back(self, message_id: UUID, delay: timedelta) -> None:
        """Try it again after the delay: the provider has not got it."""
        self._session.execute(
            update(Row)
            .where(Row.id == message_id, Row.state.in_([State.QUEUED, State.SENDING]))
            .values(state=State.QUEUED, next_try_at=func.now() + delay)
        )

    def end(self, message_id: UUID, of: Collection[State], state: State, reason: str | None = None) -> bool:
        """End a message that is in one of these states. False if it is not."""
        ended = (
            update(Row)
            .where(Row.id == message_id, Row.state.in_(of))
            .values(state=state, reason=reason, finished_at=func.now())
            .returning(Row.id)
        )
        return self._session.execute(ended).first() is not None

    def take_lost(self, most: int) -> Sequence[QueuedText]:
        """End those as unknown whose worker died or got no answer, unless a report of the provider came."""
        lost = (
            select(Row.id)
            .where(Row.state == State.SENDING, Row.next_try_at <= func.now())
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        ended = (
            update(Row)
            .where(Row.id.in_(lost.cte("lost").select()))
            .values(state=State.UNKNOWN, finished_at=func.now())
            .returning(*QUEUED)
        )
        return [_queued(row) for row in self._session.execute(ended)]

    def record(self, message_id: UUID, member_id: UUID, purpose: str, state: State) -> None:
        """Record a message that another service has sent; the state of a report that came before stays."""
        values = {"id": message_id, "member_id": member_id, "purpose": purpose, "state": state}
        self._session.execute(
            insert(Row)
            .values(**values, finished_at=func.now())
            .on_conflict_do_update(
                index_elements=[Row.id],
                set_={"member_id": member_id, "purpose": purpose},
                where=Row.purpose.is_(None),
            )
        )

    def state_of(self, message_id: UUID) -> State | None:
        state = self._session.scalar(select(Row.state).where(Row.id == message_id))
        return State(state) if state else None

    def report(self, message_id: UUID, state: State, reason: str | None) -> QueuedText | None:
        """Record the provider's report. Returns a message about a date that has failed by it.

        Of a message that is not known yet the report is kept. What was delivered or has failed stays so.
        """
        known = select(*QUEUED).where(Row.id == message_id)
        self._session.execute(
            insert(Row).values(id=message_id, state=State.SENT).on_conflict_do_nothing(index_elements=[Row.id])
        )
        # A report proves that the message left, also of a worker that died before it noted so.
        before = (*OPEN, State.QUEUED)
        changed = self.end(message_id, before, state, reason)
        found = self._session.execute(known).one()
        failed = changed and state is State.FAILED and found.purpose in TO_DATE_CONTACTS
        return _queued(found) if failed else None

    def newest_to(self, member_id: UUID, limit: int) -> Sequence[TextFate]:
        """The newest text messages of a member with their states: to themselves, and to people they chose."""
        rows = self._session.execute(
            select(Row.purpose, Row.state, Row.reason, Row.created_at, Row.finished_at)
            .where(Row.member_id == member_id)
            .order_by(Row.created_at.desc())
            .limit(limit)
        )
        return [TextFate(**row._mapping) for row in rows]


def _queued(row: Any) -> QueuedText:
    return QueuedText(row.id, row.plan_id, row.member_id, TextPurpose(row.purpose), row.is_late)
