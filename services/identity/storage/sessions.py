from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from servicekit.storage.revocations import revoke
from servicekit.storage.statement import Statement
from servicekit.storage.tables import RevokedSession
from sqlalchemy import LargeBinary, bindparam, delete, func, select, update
from sqlalchemy.orm import Session as DatabaseSession

from identity.domain.device import Device
from identity.domain.session import IDLE_LASTS, Session
from identity.storage.tables import SessionRow

IS_ALIVE = (
    SessionRow.expires_at > func.now(),
    SessionRow.used_on > func.current_date() - IDLE_LASTS.days,
)
FIND = Statement(
    select(*SessionRow.__table__.columns).where(
        SessionRow.secret_hash == bindparam("secret_hash", type_=LargeBinary), *IS_ALIVE
    )
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
        found = FIND.rows(self._session, secret_hash=secret_hash)
        return _session(found[0]) if found else None

    def of(self, member_id: UUID) -> Sequence[Session]:
        living = select(SessionRow).where(SessionRow.member_id == member_id, *IS_ALIVE)
        return [_session(row) for row in self._session.scalars(living.order_by(SessionRow.created_at.desc()))]

    def note_use(self, session_id: UUID) -> None:
        today = func.current_date()
        self._session.execute(
            update(SessionRow).where(SessionRow.id == session_id, SessionRow.used_on < today).values(used_on=today)
        )

    def note_desk_use(self, session_id: UUID, at: datetime) -> None:
        self._session.execute(update(SessionRow).where(SessionRow.id == session_id).values(desk_used_at=at))

    def prove_second_factor(self, member_id: UUID, session_id: UUID, at: datetime) -> Session | None:
        proved = update(SessionRow).where(SessionRow.id == session_id, SessionRow.member_id == member_id)
        row = self._session.scalars(proved.values(second_factor_at=at).returning(SessionRow)).one_or_none()
        return _session(row) if row else None

    def end(self, session_id: UUID) -> None:
        self._session.execute(delete(SessionRow).where(SessionRow.id == session_id))

    def end_one(self, member_id: UUID, session_id: UUID) -> bool:
        ended = delete(SessionRow).where(SessionRow.id == session_id, SessionRow.member_id == member_id)
        return self._session.execute(ended.returning(SessionRow.id)).first() is not None

    def end_all(self, member_id: UUID, but: UUID | None = None) -> list[UUID]:
        ended = delete(SessionRow).where(SessionRow.member_id == member_id)
        if but is not None:
            ended = ended.where(SessionRow.id != but)
        return list(self._session.scalars(ended.returning(SessionRow.id)))

    def revoke(self, session_ids: Sequence[UUID], until: datetime) -> None:
        revoke(self._session, session_ids, [until] * len(session_ids))

    def revoked(self, after: UUID | None, limit: int) -> Sequence[tuple[UUID, datetime]]:
        refused = select(RevokedSession.session_id, RevokedSession.expires_at).where(
            RevokedSession.expires_at > func.now()
        )
        if after is not None:
            refused = refused.where(RevokedSession.session_id > after)
        rows = self._session.execute(refused.order_by(RevokedSession.session_id).limit(limit))
        return [(row.session_id, row.expires_at) for row in rows]


def _session(row: Any) -> Session:
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
