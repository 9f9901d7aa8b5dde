from copy import copy
from datetime import datetime
from types import TracebackType
from typing import Self
from uuid import UUID

from google.protobuf.message import Message
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from servicekit.events import subject_of
from servicekit.identifiers import ordered_id
from servicekit.storage.database import Database
from servicekit.storage.statement import Statement, commit
from servicekit.storage.waking import OUTBOX, wake_after_commit, wakes_of
from servicekit.telemetry import outgoing_context

ANNOUNCE = Statement(
    text(
        """
        INSERT INTO kit.outbox (event_id, subject, payload, traceparent)
        SELECT event_id, subject, payload, traceparent
        FROM unnest(
            CAST(:event_ids AS uuid[]), CAST(:subjects AS text[]), CAST(:payloads AS bytea[]),
            CAST(:traceparents AS text[])
        ) WITH ORDINALITY AS announced (event_id, subject, payload, traceparent, place)
        ORDER BY place
        """
    )
)

NOW = Statement(select(func.now()))


class UnitOfWork:
    """One transaction: what it changed and what it announced are committed together, or not at all.

    Leaving the block without `commit` undoes everything. A service inherits and adds its repositories in `open`.
    """

    session: Session

    def __init__(self, database: Database) -> None:
        self._database, self._engine = database, database.engine

    def reading(self) -> Self:
        """The same for reads only: each sees the newest state, and none pays for a transaction around it."""
        reader = copy(self)
        reader._engine = self._database.reader
        return reader

    def open(self) -> None:
        """Where a service makes its repositories over `self.session`."""

    def __enter__(self) -> Self:
        self.session = Session(self._engine, expire_on_commit=False)
        self._announced: list[tuple[UUID, str, bytes, str | None]] = []
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.session.close()
        self._database.waking.tell(wakes_of(self.session))

    def commit(self) -> None:
        if self._announced:
            event_ids, subjects, payloads, traceparents = zip(*self._announced, strict=True)
            ANNOUNCE.with_commit(
                self.session,
                event_ids=list(event_ids),
                subjects=list(subjects),
                payloads=list(payloads),
                traceparents=list(traceparents),
            )
            wake_after_commit(self.session, OUTBOX)
            self._announced = []
        commit(self.session)

    def announce(self, event: Message) -> None:
        """Tell the others, once this commits, in the order of announcing."""
        traceparent = outgoing_context().get("traceparent")
        self._announced.append((ordered_id(), subject_of(type(event)), event.SerializeToString(), traceparent))

    def now(self) -> datetime:
        """The database's clock, standing still within the transaction. Limits and deadlines are decided by it."""
        found: datetime = NOW.on(self.session).scalar_one()
        return found
