from datetime import UTC
from uuid import UUID

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy.dialects.postgresql import insert

from servicekit.storage.tables import RevokedSession
from servicekit.storage.unit_of_work import UnitOfWork


def on_session_revoked(uow: UnitOfWork, event: Message) -> None:
    """Refuse this session's tokens from now on. For any event with a `session_id` and the end of its last token."""
    expires_at: Timestamp = event.expires_at  # type: ignore[attr-defined]
    uow.session.execute(
        insert(RevokedSession)
        .values(session_id=UUID(event.session_id), expires_at=expires_at.ToDatetime(tzinfo=UTC))  # type: ignore[attr-defined]
        .on_conflict_do_nothing()
    )
