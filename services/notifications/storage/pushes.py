from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import ColumnElement, Integer, Interval, and_, bindparam, case, func, or_, select, text, update
from sqlalchemy.orm import Session

from notifications.domain.push import News, Notice, Push
from notifications.storage.tables import PushRow

# Of news with the same topic the last one stands for all. One that waits already stays as due as it was: a chatty
# partner must not put it off for ever.
QUEUE = Statement(
    text(
        """
        INSERT INTO pushes (id, endpoint, member_id, notice, about_id, conversation_id, topic, next_try_at)
        SELECT DISTINCT ON (endpoint, topic)
            gen_random_uuid(), endpoint, member_id, notice, about_id, conversation_id, topic, now() + wait
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:notices AS text[]), CAST(:abouts AS uuid[]), CAST(:conversations AS uuid[]),
            CAST(:topics AS text[]), CAST(:waits AS interval[])
        ) WITH ORDINALITY AS news (member_id, notice, about_id, conversation_id, topic, wait, place)
        JOIN push_subscriptions USING (member_id)
        ORDER BY endpoint, topic, place DESC
        ON CONFLICT (endpoint, topic) WHERE state = 'queued'
        DO UPDATE SET version = pushes.version + 1, about_id = excluded.about_id, tries = 0
        """
    )
)

# Several workers may send: each takes pushes that no other is just taking.
DUE = (
    select(PushRow.id)
    .where(PushRow.state == "queued", PushRow.next_try_at <= func.now())
    .order_by(PushRow.next_try_at)
    .limit(bindparam("most", type_=Integer))
    .with_for_update(skip_locked=True)
)
CLAIM = Statement(
    update(PushRow)
    .where(PushRow.id.in_(DUE.scalar_subquery()))
    .values(tries=PushRow.tries + 1, next_try_at=func.now() + bindparam("lease", type_=Interval))
    .returning(*PushRow.__table__.columns)
)


class PushRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, *news: News) -> None:
        QUEUE.with_commit(
            self._session,
            members=[item.member_id for item in news],
            notices=[item.notice.value for item in news],
            abouts=[item.about_id for item in news],
            conversations=[item.conversation_id for item in news],
            topics=[item.topic for item in news],
            waits=[item.wait for item in news],
        )

    def claim(self, lease: timedelta, most: int) -> Sequence[Push]:
        return [_push(row) for row in CLAIM.rows(self._session, lease=lease, most=most)]

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


def _push(row: Any) -> Push:
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
