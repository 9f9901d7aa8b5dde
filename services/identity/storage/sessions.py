from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from shared.kit.core import STREAM
from shared.kit.db import RevokedSession, notify_after_commit
from sqlalchemy import delete, event, func, select, tuple_, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session as DatabaseSession

from identity.domain.device import Device
from identity.domain.session import IDLE_LASTS, Session
from identity.revocation_stream import encoded
from identity.storage.tables import KnownDeviceRow, SessionRow

IS_ALIVE = (
    SessionRow.expires_at > func.now(),
    SessionRow.used_on > func.current_date() - IDLE_LASTS.days,
)


class SessionRepository:
    def __init__(self, session: DatabaseSession) -> None:
        self._session = session

    def add(self, session: Session) -> None:
        self._session.add(
            SessionRow(
                id=session.id,
                member_id=session.member_id,
                secret_hash=session.secret_hash,
                expires_at=session.expires_at,
                browser=session.device.browser,
                system=session.device.system,
                second_factor_at=session.second_factor_at,
            )
        )

    def find(self, secret_hash: bytes) -> Session | None:
        """The living session of this secret."""
        row = self._session.scalars(
            select(SessionRow).where(SessionRow.secret_hash == secret_hash, *IS_ALIVE)
        ).one_or_none()
        return session_of(row) if row else None

    def lock(self, member_id: UUID, session_id: UUID) -> Session | None:
        """The member's session of this id, unless it has ended, locked until the end of the transaction."""
        living = select(SessionRow).where(SessionRow.id == session_id, SessionRow.member_id == member_id, *IS_ALIVE)
        row = self._session.scalars(living.with_for_update().execution_options(populate_existing=True)).one_or_none()
        return session_of(row) if row else None

    def of(self, member_id: UUID) -> Sequence[Session]:
        """The member's living sessions, newest first."""
        living = select(SessionRow).where(SessionRow.member_id == member_id, *IS_ALIVE)
        return [session_of(row) for row in self._session.scalars(living.order_by(SessionRow.created_at.desc()))]

    def of_same_device(self, member_id: UUID, other_ids: Sequence[UUID]) -> list[UUID]:
        """Those of the others with a living session of the same browser and system as one of this member's."""
        theirs = select(SessionRow.browser, SessionRow.system).where(SessionRow.member_id == member_id, *IS_ALIVE)
        shared = (
            select(SessionRow.member_id)
            .distinct()
            .where(
                tuple_(SessionRow.browser, SessionRow.system).in_(theirs),
                SessionRow.member_id.in_(other_ids),
                *IS_ALIVE,
            )
        )
        return list(self._session.scalars(shared))

    def seen_on(self, member_ids: Sequence[UUID]) -> dict[UUID, date]:
        """The day of each member's last use of a session or log-in of a browser. Others are missing."""
        uses = union_all(
            *(
                select(row.member_id, row.used_on).where(row.member_id.in_(member_ids))
                for row in (SessionRow, KnownDeviceRow)
            )
        ).subquery()
        newest = select(uses.c.member_id, func.max(uses.c.used_on).label("used_on")).group_by(uses.c.member_id)
        return {row.member_id: row.used_on for row in self._session.execute(newest)} if member_ids else {}

    def record_use(self, session_id: UUID) -> None:
        today = func.current_date()
        self._session.execute(
            update(SessionRow).where(SessionRow.id == session_id, SessionRow.used_on < today).values(used_on=today)
        )

    def record_desk_use(self, session_id: UUID, at: datetime) -> None:
        self._session.execute(update(SessionRow).where(SessionRow.id == session_id).values(desk_used_at=at))

    def prove_second_factor(self, member_id: UUID, session_id: UUID, at: datetime) -> Session | None:
        """Record the proof. Returns the session with it; None if the session has ended."""
        proved = update(SessionRow).where(SessionRow.id == session_id, SessionRow.member_id == member_id)
        row = self._session.scalars(proved.values(second_factor_at=at).returning(SessionRow)).one_or_none()
        return session_of(row) if row else None

    def clear_second_factor(self, member_id: UUID) -> None:
        """Void the proofs of all the member's sessions: each has to prove a second factor again."""
        forgotten = update(SessionRow).where(SessionRow.member_id == member_id)
        self._session.execute(forgotten.values(second_factor_at=None, desk_used_at=None))

    def end(self, session_id: UUID) -> None:
        self._session.execute(delete(SessionRow).where(SessionRow.id == session_id))

    def end_one(self, member_id: UUID, session_id: UUID) -> bool:
        """False if the member has no such session."""
        ended = delete(SessionRow).where(SessionRow.id == session_id, SessionRow.member_id == member_id)
        return self._session.execute(ended.returning(SessionRow.id)).first() is not None

    def end_all(self, member_id: UUID, *, except_id: UUID | None = None) -> list[UUID]:
        ended = delete(SessionRow).where(SessionRow.member_id == member_id)
        if except_id is not None:
            ended = ended.where(SessionRow.id != except_id)
        return list(self._session.scalars(ended.returning(SessionRow.id)))

    def end_some(self, limit: int) -> list[UUID]:
        """End up to `limit` sessions of any members. Returns their ids."""
        some = select(SessionRow.id).limit(limit).with_for_update(skip_locked=True)
        return list(self._session.scalars(delete(SessionRow).where(SessionRow.id.in_(some)).returning(SessionRow.id)))

    def revoke(self, session_ids: Sequence[UUID], until: datetime) -> None:
        """Refuse the tokens of these sessions until then, in every service."""
        if not session_ids:
            return
        rows = [{"session_id": session_id, "expires_at": until} for session_id in session_ids]
        self._session.execute(insert(RevokedSession).on_conflict_do_nothing(), rows)
        messages = [encoded(session_id, until) for session_id in session_ids]
        # Once it is committed: an entry of a session that is alive would refuse it.
        event.listen(
            self._session,
            "after_commit",
            lambda session: notify_after_commit(session, STREAM, messages),
            once=True,
        )

    def revoked(self, after: UUID | None = None, limit: int | None = None) -> Sequence[tuple[UUID, datetime]]:
        """Sessions whose tokens are refused now, each with the end of that; in the order of ids, after this one."""
        refused = select(RevokedSession.session_id, RevokedSession.expires_at).where(
            RevokedSession.expires_at > func.now()
        )
        if after is not None:
            refused = refused.where(RevokedSession.session_id > after)
        rows = self._session.execute(refused.order_by(RevokedSession.session_id).limit(limit))
        return [(row.session_id, row.expires_at) for row in rows]


def session_of(row: Any) -> Session:
    return Session(
        id=row.id,
        member_id=row.member_id,
        secret_hash=row.secret_hash,
        expires_at=row.expires_at,
        device=Device(row.browser, row.system),
        second_factor_at=row.second_factor_at,
        created_at=row.created_at,
        used_on=row.used_on,
        desk_used_at=row.desk_used_at,
    )
