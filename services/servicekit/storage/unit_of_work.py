from datetime import datetime
from types import TracebackType
from typing import Self

from google.protobuf.message import Message
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from servicekit.events import subject_of
from servicekit.identifiers import ordered_id
from servicekit.storage.database import Database
from servicekit.storage.tables import OutboxRow
from servicekit.telemetry import outgoing_context


class UnitOfWork:
    """One transaction: what it changed and what it announced are committed together, or not at all.

    Leaving the block without `commit` undoes everything. A service inherits and adds its repositories in `open`.
    """

    session: Session

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self) -> None:
        """Where a service makes its repositories over `self.session`."""

    def __enter__(self) -> Self:
        self.session = Session(self._database.engine, expire_on_commit=False)
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.session.close()

    def commit(self) -> None:
        self.session.commit()

    def announce(self, event: Message) -> None:
        """Tell the others, once this commits."""
        self.session.add(
            OutboxRow(
                event_id=ordered_id(),
                subject=subject_of(type(event)),
                payload=event.SerializeToString(),
                traceparent=outgoing_context().get("traceparent"),
            )
        )

    def now(self) -> datetime:
        """The database's clock, standing still within the transaction. Limits and deadlines are decided by it."""
        return self.session.execute(select(func.now())).scalar_one()
