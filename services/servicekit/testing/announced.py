"""Reading a service's outbox in tests."""

from typing import TypeVar

from google.protobuf.message import Message
from sqlalchemy import select
from sqlalchemy.orm import Session

from servicekit.events import subject_of
from servicekit.storage.database import Database
from servicekit.storage.tables import OutboxRow

Event = TypeVar("Event", bound=Message)


def announced(database: Database, event: type[Event]) -> list[Event]:
    """Every event of this kind the service has announced, oldest first."""
    with Session(database.engine) as session:
        rows = session.scalars(
            select(OutboxRow.payload).where(OutboxRow.subject == subject_of(event)).order_by(OutboxRow.seq)
        )
        return [event.FromString(payload) for payload in rows]
