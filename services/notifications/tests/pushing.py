"""Events that queue pushes, and the state of the queue."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from notifications.domain.push import PushSubscription
from notifications.usecases.send_pushes import send_pushes
from notifications.usecases.subscribe_push import subscribe_push
from notifications.wiring import Wiring
from pairwise.chat.v1.events_pb2 import MessageSent
from shared.kit.db import Database

ANN, BO, CONVERSATION = uuid4(), uuid4(), uuid4()
PHONE, LAPTOP = "https://fcm.googleapis.com/phone", "https://fcm.googleapis.com/laptop"
Handle = Callable[[Message], None]


def subscribe(wired: Wiring, member: UUID, endpoint: str) -> None:
    device = PushSubscription(endpoint, "key", "secret")
    subscribe_push(wired.unit_of_work(), wired.push_services, member, uuid4(), device)


def moment(at: datetime | None = None) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at or datetime.now(UTC))
    return stamp


def a_message(seq: int = 2, sender: UUID = ANN, at: datetime | None = None) -> MessageSent:
    return MessageSent(
        message_id=str(uuid4()),
        conversation_id=str(CONVERSATION),
        seq=seq,
        sender_id=str(sender),
        recipient_id=str(BO if sender == ANN else ANN),
        kind="text",
        sent_at=moment(at),
    )


def change(database: Database, statement: str, *values: Any) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement, values)


def make_due(database: Database) -> None:
    change(database, "UPDATE pushes SET next_try_at = now(), claimed_until = NULL WHERE state = 'queued'")


def pushes(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT state, reason, tries FROM pushes ORDER BY created_at, id").fetchall()


def push_all(wired: Wiring, database: Database) -> int:
    make_due(database)
    return send_pushes(wired.push_delivery())
