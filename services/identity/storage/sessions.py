from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session as DatabaseSession

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
            )
        )

    def find(self, secret_hash: bytes) -> Session | None:
        row = self._session.execute(
            select(SessionRow).where(SessionRow.secret_hash == secret_hash, SessionRow.expires_at > func.now())
        ).scalar_one_or_none()
        return Session(row.id, row.member_id, row.secret_hash, row.expires_at) if row else None

    def end(self, session_id: UUID) -> None:
        self._session.execute(delete(SessionRow).where(SessionRow.id == session_id))

    def end_all(self, member_id: UUID) -> list[UUID]:
        ended = delete(SessionRow).where(SessionRow.member_id == member_id).returning(SessionRow.id)
        return list(self._session.scalars(ended))
