from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import ColumnElement, and_, exists, func, null, or_, select, update
from sqlalchemy.orm import Session

from notifications.domain.outcome import Finished, PutBack
from notifications.domain.push import Push, PushRequest
from notifications.domain.push_kinds import AFTER_RING, RINGS_FOR, PushKind
from notifications.storage.statements import (
    CLAIM_PUSHES,
    FINISH_PUSHES,
    LOCK_DEVICES_TO_PUSH,
    PUT_BACK_PUSHES,
    QUEUE_PUSHES,
)
from notifications.storage.tables import PushRow

KINDS = frozenset(PushKind)


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
        wake_job(self._session, "send_pushes")

    def claim(self, lease: timedelta, most: int) -> Sequence[Push]:
        """Pushes due longest, of at most so many devices, for this worker alone until the lease ends.

        Counts as a try. Of a device all that is due is claimed together, unless a worker is sending to it. One of a
        kind that a later release has is left until its lease ends: workers of both meet during an upgrade.
        """
        locked = [row.endpoint for row in LOCK_DEVICES_TO_PUSH.rows(self._session, most=most)]
        if not locked:
            return []
        rows = CLAIM_PUSHES.rows(self._session, recipients=locked, lease=lease)
        known = [row for row in rows if row.notice in KINDS]
        return [_push(row) for row in sorted(known, key=lambda row: (row.due_at, row.created_at, row.id))]

    def overdue_seconds(self) -> float:
        """For how long the push due longest is due; 0 when none is."""
        oldest = select(func.min(PushRow.next_try_at)).where(PushRow.state == "queued").scalar_subquery()
        return float(self._session.execute(select(func.extract("epoch", func.now() - oldest))).scalar_one() or 0)

    def finish(self, ended: Sequence[tuple[Push, Finished]]) -> None:
        """End these pushes. One that a newer request has joined since it was claimed is due again instead."""
        FINISH_PUSHES.with_commit(
            self._session,
            ids=[push.id for push, _ in ended],
            versions=[push.version for push, _ in ended],
            states=[outcome.state for _, outcome in ended],
            reasons=[outcome.reason for _, outcome in ended],
        )

    def put_back(self, deferred: Sequence[tuple[Push, PutBack]]) -> None:
        """Try these again after their delays."""
        PUT_BACK_PUSHES.with_commit(
            self._session,
            ids=[push.id for push, _ in deferred],
            counted=[int(outcome.counts) for _, outcome in deferred],
            delays=[outcome.delay for _, outcome in deferred],
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

    def has_rung(self, member_id: UUID, conversation_id: UUID) -> bool:
        """Whether a device shows the ring of a call in this conversation, or is being sent it. A minute covers a ring
        that nobody answered."""
        reached = or_(
            and_(PushRow.state == "sent", PushRow.finished_at > func.now() - 2 * RINGS_FOR),
            and_(PushRow.state == "queued", PushRow.claimed_until > func.now()),
        )
        return bool(self._session.scalar(select(exists().where(_is_ring(member_id, conversation_id), reached))))

    def cancel_ring(self, member_id: UUID, conversation_id: UUID) -> None:
        self._withhold(_is_ring(member_id, conversation_id), "over")

    def _withhold(self, condition: ColumnElement[bool], reason: str) -> None:
        # What follows a ring is decided as it is sent: withheld, it may have to take the ring away.
        self._session.execute(
            update(PushRow)
            .where(condition, PushRow.state == "queued", PushRow.notice.not_in(AFTER_RING))
            .values(state="withheld", reason=reason, finished_at=func.now(), claimed_until=null())
        )


def _is_ring(member_id: UUID, conversation_id: UUID) -> ColumnElement[bool]:
    which = and_(PushRow.member_id == member_id, PushRow.conversation_id == conversation_id)
    return and_(which, PushRow.notice == PushKind.CALL)


def _push(row: Any) -> Push:
    return Push(
        id=row.id,
        endpoint=row.endpoint,
        member_id=row.member_id,
        kind=PushKind(row.notice),
        topic=row.topic,
        about_id=row.about_id,
        conversation_id=row.conversation_id,
        tries=row.tries + 1,  # with the one that begins
        version=row.version,
        created_at=row.created_at,
    )
