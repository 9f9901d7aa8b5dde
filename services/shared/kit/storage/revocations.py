"""Statements about revoked sessions."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from shared.kit.storage.statement import Statement
from shared.kit.storage.tables import RevocationCheck, RevokedSession

# One row: the ids, and the seconds since they were last copied from identity (NULL before the first copy).
KNOWN = Statement(
    select(
        func.array_agg(RevokedSession.session_id).label("sessions"),
        select(func.extract("epoch", func.clock_timestamp() - func.max(RevocationCheck.checked_at)))
        .scalar_subquery()
        .label("age"),
    ).where(RevokedSession.expires_at > func.now())
)
REVOKE = text(
    """
    INSERT INTO kit.revoked_sessions (session_id, expires_at)
    SELECT * FROM unnest(CAST(:session_ids AS uuid[]), CAST(:expire AS timestamptz[]))
    ON CONFLICT DO NOTHING
    """
)


def revoke(session: Session, session_ids: Sequence[UUID], expire: Sequence[datetime]) -> None:
    """Refuse the tokens of these sessions until the time beside each, once the caller's transaction commits."""
    session.execute(REVOKE, {"session_ids": list(session_ids), "expire": list(expire)})
