"""Reading a service's outbox in tests."""

from typing import TypeVar

from google.protobuf.message import Message
from sqlalchemy import select
from sqlalchemy.orm import Session

from shared.kit.core.event_facts import subject_of
from shared.kit.db.database import Database
from shared.kit.db.tables import OutboxRow

Event = TypeVar("Event", bound=Message)


def announced(database: Database, event: type[Event]) -> list[Event]:
    """All events of this type in the outbox, oldest first."""
    with Session(database.engine) as session:
        rows = session.scalars(
            select(OutboxRow.payload).where(OutboxRow.subject == subject_of(event)).order_by(OutboxRow.seq)
        )
        return [event.FromString(payload) for payload in rows]
