"""Events that emails count, and the state of the queue."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any
from uuid import UUID, uuid4

import psycopg
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from notifications.tests.fakes import FakeMailServer
from pairwise.chat.v1.events_pb2 import FraudContactsFound, MessageSent
from pairwise.likes.v1.events_pb2 import LikeGiven
from shared.kit.db import Database

ANN, BO, CY, CONVERSATION = uuid4(), uuid4(), uuid4(), uuid4()
Handle = Callable[[Message], None]


def moment() -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(datetime.now(UTC))
    return stamp


def a_message(seq: int = 2) -> MessageSent:
    ids = {"message_id": str(uuid4()), "conversation_id": str(CONVERSATION)}
    return MessageSent(**ids, seq=seq, sender_id=str(ANN), recipient_id=str(BO), kind="text", sent_at=moment())


def a_like(liker: UUID) -> LikeGiven:
    return LikeGiven(liker_id=str(liker), liked_id=str(BO), given_at=moment())


def change(database: Database, statement: str) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(statement)


def mails(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT template, state, reason FROM mails ORDER BY created_at, id").fetchall()


def subjects(mail_server: FakeMailServer) -> list[str]:
    return [str(sent["Subject"]) for sent in mail_server.sent]


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def fraud(*members: UUID, decision: UUID) -> FraudContactsFound:
    contacts = [FraudContactsFound.Contact(member_id=str(one), conversation_id=str(CONVERSATION)) for one in members]
    return FraudContactsFound(decision_id=str(decision), fraudster_id=str(ANN), contacts=contacts)
