from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from servicekit.identifiers import new_id
from sqlalchemy import ColumnElement, and_, case, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.push import Notice, Push, topic_of
from notifications.storage.tables import PushRow, PushSubscriptionRow


class PushRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(
        self,
        member_id: UUID,
        notice: Notice,
        *,
        about_id: UUID | None = None,
        conversation_id: UUID | None = None,
        wait: timedelta = timedelta(),
    ) -> None:
        devices = self._session.scalars(
            select(PushSubscriptionRow.endpoint).where(PushSubscriptionRow.member_id == member_id)
        ).all()
        if not devices:
            return
        told = {
            "member_id": member_id,
            "notice": notice,
            "about_id": about_id,
            "conversation_id": conversation_id,
            "topic": topic_of(notice, conversation_id),
            "next_try_at": func.now() + wait,
        }
        added = insert(PushRow).values([{"id": new_id(), "endpoint": endpoint, **told} for endpoint in devices])
        self._session.execute(
            added.on_conflict_do_update(
                index_elements=[PushRow.endpoint, PushRow.topic],
                index_where=text("state = 'queued'"),
                # It stays as due as it was: a chatty partner must not put it off for ever.
                set_={"version": PushRow.version + 1, "about_id": added.excluded.about_id, "tries": 0},
            )
        )

    def claim(self, lease: timedelta, most: int) -> Sequence[Push]:
        # Several workers may send: each takes pushes that no other is just taking.
        due = (
            select(PushRow.id)
            .where(PushRow.state == "queued", PushRow.next_try_at <= func.now())
            .order_by(PushRow.next_try_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        rows = self._session.scalars(
            update(PushRow)
            .where(PushRow.id.in_(due.scalar_subquery()))
            .values(tries=PushRow.tries + 1, next_try_at=func.now() + lease)
            .returning(PushRow)
        )
        return [_push(row) for row in rows]

    def finish(self, push: Push, state: str, reason: str | None = None) -> None:
        newer = PushRow.version != push.version
        self._session.execute(
            update(PushRow)
            .where(PushRow.id == push.id, PushRow.state == "queued")
            .values(
                # Newer news joined while this one was under way: it goes as a push of its own, now.
                state=case((newer, "queued"), else_=state),
                reason=case((newer, None), else_=reason),
                next_try_at=case((newer, func.now()), else_=PushRow.next_try_at),
                finished_at=case((newer, None), else_=func.now()),
            )
        )

    def put_back(self, push: Push, pause: timedelta, *, counts: bool) -> None:
        self._session.execute(
            update(PushRow)
            .where(PushRow.id == push.id, PushRow.state == "queued")
            .values(tries=func.greatest(0, PushRow.tries - (0 if counts else 1)), next_try_at=func.now() + pause)
        )

    def cancel_about(self, member_id: UUID) -> None:
        self._withhold(PushRow.about_id == member_id, "gone")

    def cancel_between(self, one: UUID, other: UUID) -> None:
        self._withhold(
            or_(
                and_(PushRow.member_id == one, PushRow.about_id == other),
                and_(PushRow.member_id == other, PushRow.about_id == one),
            ),
            "blocked",
        )

    def _withhold(self, which: ColumnElement[bool], reason: str) -> None:
        self._session.execute(
            update(PushRow)
            .where(which, PushRow.state == "queued")
            .values(state="withheld", reason=reason, finished_at=func.now())
        )


def _push(row: PushRow) -> Push:
    return Push(
        id=row.id,
        endpoint=row.endpoint,
        member_id=row.member_id,
        notice=Notice(row.notice),
        topic=row.topic,
        about_id=row.about_id,
        conversation_id=row.conversation_id,
        tries=row.tries,
        version=row.version,
        created_at=row.created_at,
    )
