"""Event consumers: delivery from JetStream is at least once, the inbox makes every event have its effect once."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from opentelemetry.trace import SpanKind
from sqlalchemy import text

from shared.kit.core.event_facts import members_of, stream_of_event, subject_of
from shared.kit.core.telemetry import span
from shared.kit.db.statement import Statement, execute_deferred
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.states import OUTBOX_SEQ, superseded

# The largest number of events of a fetch.
BATCH = 50

# One round trip for the events not handled before, and for the members erased here that the events name.
INSERT_INBOX = Statement(
    text(
        """
        WITH inserted AS (
            INSERT INTO kit.inbox (event_id) SELECT unnest(CAST(:event_ids AS uuid[])) ON CONFLICT DO NOTHING
            RETURNING event_id
        )
        SELECT event_id, NULL::uuid AS erased_id FROM inserted
        UNION ALL SELECT NULL, member_id FROM kit.erased WHERE member_id = ANY(CAST(:member_ids AS uuid[]))
        """
    )
)

U = TypeVar("U", bound=UnitOfWork)
E = TypeVar("E", bound=Message)


@dataclass(frozen=True)
class Consumer(Generic[U, E]):
    """The handler of one event type: `handle(uow, event)`, inside the unit of work's transaction.

    Frequent events have a batch handler (`of_many`): all waiting ones have their effects with a fixed number of
    statements. It takes row locks in the order of keys, so that two batches cannot deadlock. An event handled `alone`
    has a transaction of its own.

    An `idempotent` handler has the same effect however often it is called with an event, also after younger ones, by
    what it writes itself (a version, an id). Its events are not inserted into the inbox.
    """

    event: type[E]
    handle: Callable[[U, E], None]
    handle_many: Callable[[U, Sequence[E]], None] | None = None
    alone: bool = False
    idempotent: bool = False

    @classmethod
    def of_many(
        cls, event: type[E], handle_many: Callable[[U, Sequence[E]], None], *, idempotent: bool = False
    ) -> "Consumer[U, E]":
        """A consumer whose handler takes all waiting events at once."""
        return cls(event, lambda uow, one: handle_many(uow, [one]), handle_many, idempotent=idempotent)

    @property
    def subject(self) -> str:
        """The subject of its event in NATS."""
        return subject_of(self.event)

    @property
    def stream(self) -> str:
        """The stream its event is in."""
        return stream_of_event(self.event)

    def take_effect(self, uow: U, events: Sequence[E]) -> None:
        """Handle these events in their order, inside the transaction of `uow`."""
        if self.handle_many:
            self.handle_many(uow, events)
        else:
            for event in events:
                self.handle(uow, event)


Delivery = tuple[Consumer[Any, Any], Msg]


def consumer_config(service: str, subjects: Collection[str]) -> ConsumerConfig:
    """The durable consumer of a service on one stream. Its name and position survive an upgrade: never rename it."""
    return ConsumerConfig(
        # With a name, the subject of the request contains the consumer, so that NATS can allow or refuse it.
        name=service,
        durable_name=service,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=30,
        deliver_policy=DeliverPolicy.ALL,
        filter_subjects=sorted(subjects),
        max_ack_pending=BATCH * 4,
    )


def handle_once(unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], message: Msg) -> str:
    """Handle the event and insert its id into the inbox, unless its handler is idempotent, in one transaction.

    Returns "handled", "repeated" for an event handled before, "superseded" after a newer event about its state, or
    "erased" if it names a member that this service has erased.
    """
    return handle_together(unit_of_work, consumer, [message])[0]


def handle_together(
    unit_of_work: Callable[[], UnitOfWork], consumer: Consumer[Any, Any], messages: Sequence[Msg]
) -> list[str]:
    """`handle_once` for several events of one type, in one transaction: all are handled, or none."""
    return handle_all(unit_of_work, [(consumer, message) for message in messages])


def handle_all(unit_of_work: Callable[[], UnitOfWork], deliveries: Sequence[Delivery]) -> list[str]:
    """`handle_once` for several events, in their order and in one transaction: all are handled, or none."""
    messages = [message for _, message in deliveries]
    with unit_of_work() as uow:
        # Inserted in the order of ids, so that two workers with the same events cannot deadlock. The second one waits
        # for the first to commit, finds the ids there, and skips the events.
        event_ids = sorted({event_id_of(message) for consumer, message in deliveries if not consumer.idempotent})
        decoded = [consumer.event.FromString(message.data) for consumer, message in deliveries]
        member_ids = sorted({member_id for event in decoded for member_id in members_of(event)})
        claimed = (
            INSERT_INBOX.on(uow.session, event_ids=event_ids, member_ids=member_ids).all()
            if event_ids or member_ids
            else []
        )
        unhandled = {str(row.event_id) for row in claimed if row.event_id}
        unhandled |= {event_id_of(message) for consumer, message in deliveries if consumer.idempotent}
        erased_ids = {row.erased_id for row in claimed if row.erased_id}
        first = {event_id: index for index, event_id in reversed(list(enumerate(map(event_id_of, messages))))}
        outcomes = ["repeated"] * len(messages)
        fresh = sorted(first[event_id] for event_id in unhandled)
        events = [decoded[index] for index in fresh]
        is_superseded = superseded(uow.session, events, [outbox_seq_of(messages[index]) for index in fresh])
        effective: list[tuple[Consumer[Any, Any], Msg, Message]] = []
        for index, event, late in zip(fresh, events, is_superseded, strict=True):
            # An erasure that commits between this and our own commit is repeated by its sweep.
            is_erased = not erased_ids.isdisjoint(members_of(event))
            outcomes[index] = "erased" if is_erased else "superseded" if late else "handled"
            if outcomes[index] == "handled":
                effective.append((*deliveries[index], event))
        _take_effect(uow, effective)
        uow.commit()
    return outcomes


def _take_effect(uow: UnitOfWork, effective: Sequence[tuple[Consumer[Any, Any], Msg, Message]]) -> None:
    """Call the handlers in the order of the events, each once for neighbours of one type if it takes many."""
    is_first = True
    for consumer, grouped in groupby(effective, key=itemgetter(0)):
        neighbours = [(message, event) for _, message, event in grouped]
        for some in [neighbours] if consumer.handle_many else [[one] for one in neighbours]:
            if not is_first:
                # A handler finds the effects of those before it in the database, and nothing of them in the session.
                execute_deferred(uow.session)
                uow.session.expunge_all()
            is_first = False
            attributes = {
                "messaging.system": "nats",
                "messaging.destination.name": consumer.subject,
                "messaging.operation.name": "process",
                "messaging.operation.type": "process",
                "messaging.batch.message_count": len(some),
            }
            # A batch handler works for several traces; its span belongs to the first, and is linked to the others.
            first, *others = [message.headers for message, _ in some]
            name = f"process {consumer.subject}"
            with span(name, first, kind=SpanKind.CONSUMER, attributes=attributes, others=others):
                consumer.take_effect(uow, [event for _, event in some])


def event_id_of(message: Msg) -> str:
    """The id of the event. Raises KeyError for a message that no relay has published."""
    return (message.headers or {})["Nats-Msg-Id"]


def outbox_seq_of(message: Msg) -> int | None:
    """The event's position in its publisher's outbox; None for a message without it."""
    given = (message.headers or {}).get(OUTBOX_SEQ, "")
    return int(given) if given.isdecimal() else None
