"""Unit of work: one transaction, with the outbox events that commit with it."""

from copy import copy
from datetime import datetime
from types import TracebackType
from typing import NamedTuple, Self, cast
from uuid import UUID

from google.protobuf.message import Message
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from shared.kit.core.event_facts import named_ids, subject_of
from shared.kit.core.identifiers import ordered_id
from shared.kit.core.telemetry import outgoing_context
from shared.kit.db.commit_notifier import OUTBOX_CHANNEL, notify_after_commit, pop_notifications
from shared.kit.db.database import Database
from shared.kit.db.driver_session import DriverSession
from shared.kit.db.statement import Statement, commit

INSERT_EVENT = Statement(
    text(
        """
        INSERT INTO kit.outbox (event_id, subject, payload, traceparent, named_ids)
        VALUES (:event_id, :subject, :payload, :traceparent, CAST(CAST(:named_ids AS text) AS uuid[]))
        """
    )
)
# Arrays take the driver longer than the values of one event.
INSERT_EVENTS = Statement(
    text(
        """
        INSERT INTO kit.outbox (event_id, subject, payload, traceparent, named_ids)
        SELECT event_id, subject, payload, traceparent, CAST(named_ids AS uuid[])
        FROM unnest(
            CAST(:event_ids AS uuid[]), CAST(:subjects AS text[]), CAST(:payloads AS bytea[]),
            CAST(:traceparents AS text[]), CAST(:named_ids AS text[])
        ) WITH ORDINALITY AS event (event_id, subject, payload, traceparent, named_ids, position)
        ORDER BY position
        """
    )
)

NOW = Statement(select(func.now()))


class _Announced(NamedTuple):
    event_id: UUID
    subject: str
    payload: bytes
    traceparent: str | None
    named_ids: str  # an array in the text form of Postgres, which the driver takes faster than one of UUIDs


class UnitOfWork:
    """One transaction: its changes and the events it announced are committed together, or not at all.

    Leaving the block without `commit` rolls back. A service inherits and adds its repositories in `open`.
    """

    session: Session

    def __init__(self, database: Database) -> None:
        self._database, self._engine = database, database.engine
        self._is_lean = False

    def lean(self) -> Self:
        """A copy for a hot path that executes each `Statement` by the driver (`DriverSession`), without the ORM."""
        lean = copy(self)
        lean._is_lean = True
        return lean

    def reading(self) -> Self:
        """A copy for reads only, in autocommit: every read sees the newest state and costs no BEGIN and ROLLBACK."""
        reader = copy(self)
        reader._engine = self._database.reader
        return reader

    def autocommit(self) -> Self:
        """A copy whose statements commit one by one (`Database.autocommit`). It has no use for `commit`."""
        each = copy(self)
        each._engine = self._database.autocommit()
        return each

    def open(self) -> None:
        """Create the repositories of the service over `self.session`. Called at the start of the block."""

    def __enter__(self) -> Self:
        self.session = self._open_session()
        self._announced: list[_Announced] = []
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self.session.close()
        self._database.commit_notifier.send(pop_notifications(self.session))

    def _open_session(self) -> Session:
        if not self._is_lean:
            return Session(self._engine, expire_on_commit=False)
        # Repositories of a hot path use of a session what both kinds have.
        is_autocommit = self._engine is not self._database.engine
        return cast(Session, DriverSession(self._engine.pool, is_autocommit=is_autocommit))

    def commit(self) -> None:
        """Commit the changes and the announced events in one transaction, and send NOTIFY to the relay after it.

        The unit can be used on for a second transaction.
        """
        if len(self._announced) == 1:
            INSERT_EVENT.with_commit(self.session, **self._announced[0]._asdict())
        elif self._announced:
            event_ids, subjects, payloads, traceparents, named = zip(*self._announced, strict=True)
            INSERT_EVENTS.with_commit(
                self.session,
                event_ids=list(event_ids),
                subjects=list(subjects),
                payloads=list(payloads),
                traceparents=list(traceparents),
                named_ids=list(named),
            )
        if self._announced:
            notify_after_commit(self.session, OUTBOX_CHANNEL)
            self._announced = []
        commit(self.session)

    def announce(self, event: Message) -> None:
        """Write the event to the outbox with the commit of this transaction. Events keep the order of the calls."""
        traceparent = outgoing_context().get("traceparent")
        payload = event.SerializeToString()
        named = "{" + ",".join(map(str, named_ids(event, payload))) + "}"
        self._announced.append(_Announced(ordered_id(), subject_of(type(event)), payload, traceparent, named))

    def now(self) -> datetime:
        """The time of the database, constant within the transaction.

        Limits and deadlines are decided by it, so that the clocks of several machines do not matter.
        """
        found: datetime = NOW.on(self.session).scalar_one()
        return found
