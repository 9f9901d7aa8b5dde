from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, func, or_, select, update
from sqlalchemy.orm import Session

from notifications.domain.push import Push, PushRequest
from notifications.domain.push_kinds import PushKind
from notifications.storage.statements import CLAIM_PUSHES, QUEUE_PUSHES
from notifications.storage.tables import PushRow


class PushRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, *requests: PushRequest) -> None:
        """One row for each of the members' devices; none for a member without devices.

        A request joins a queued push of the same topic and device.
        """
        QUEUE_PUSHES.with_commit(
            self._session,
            members=[request.member_id for request in requests],
            kinds=[request.kind.value for request in requests],
            abouts=[request.about_id for request in requests],
            conversations=[request.conversation_id for request in requests],
            topics=[request.topic for request in requests],
            delays=[request.delay for request in requests],
        )

    def claim(self, lease: timedelta, most: int) -> Sequence[Push]:
        """Pushes due longest, for this worker alone until the lease ends. Counts as a try."""
        return [_push(row) for row in CLAIM_PUSHES.rows(self._session, lease=lease, most=most)]

    def overdue_seconds(self) -> float:
        """For how long the push due longest is due; 0 when none is."""
        oldest = select(func.min(PushRow.next_try_at)).where(PushRow.state == "queued").scalar_subquery()
        return float(self._session.execute(select(func.extract("epoch", func.now() - oldest))).scalar_one() or 0)

    def finish(self, push: Push, state: str, reason: str | None = None) -> None:
        """End the push. If a newer request has joined it since it was claimed, it is due again instead."""
        newer = PushRow.version != push.version
        self._session.execute(
            update(PushRow)
            .where(PushRow.id == push.id, PushRow.state == "queued")
            .values(
                state=case((newer, "queued"), else_=state),
                reason=case((newer, None), else_=reason),
                next_try_at=case((newer, func.now()), else_=PushRow.next_try_at),
                finished_at=case((newer, None), else_=func.now()),
            )
        )

    def put_back(self, push: Push, delay: timedelta, *, counts: bool) -> None:
        """Try again after a delay; `counts` says whether this was one of its tries."""
        self._session.execute(
            update(PushRow)
            .where(PushRow.id == push.id, PushRow.state == "queued")
            .values(tries=func.greatest(0, PushRow.tries - (0 if counts else 1)), next_try_at=func.now() + delay)
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

    def _withhold(self, condition: ColumnElement[bool], reason: str) -> None:
        self._session.execute(
            update(PushRow)
            .where(condition, PushRow.state == "queued")
            .values(state="withheld", reason=reason, finished_at=func.now())
        )


def _push(row: Any) -> Push:
    return Push(
        id=row.id,
        endpoint=row.endpoint,
        member_id=row.member_id,
        kind=PushKind(row.notice),
        topic=row.topic,
        about_id=row.about_id,
        conversation_id=row.conversation_id,
        tries=row.tries,
        version=row.version,
        created_at=row.created_at,
    )
