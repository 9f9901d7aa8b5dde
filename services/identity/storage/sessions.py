from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session as DatabaseSession

from identity.domain.device import Device
from identity.domain.session import Session
from identity.storage.tables import SessionRow


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
        row = self._session.execute(
            select(SessionRow).where(SessionRow.secret_hash == secret_hash, SessionRow.expires_at > func.now())
        ).scalar_one_or_none()
        return _session(row) if row else None

    def end(self, session_id: UUID) -> None:
        self._session.execute(delete(SessionRow).where(SessionRow.id == session_id))

    def end_all(self, member_id: UUID) -> list[UUID]:
        ended = delete(SessionRow).where(SessionRow.member_id == member_id).returning(SessionRow.id)
        return list(self._session.scalars(ended))


def _session(row: SessionRow) -> Session:
    return Session(
        id=row.id,
        member_id=row.member_id,
        secret_hash=row.secret_hash,
        expires_at=row.expires_at,
        device=Device(row.browser, row.system),
        second_factor_at=row.second_factor_at,
        created_at=row.created_at,
        used_on=row.used_on,
    )
