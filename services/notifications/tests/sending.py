"""Events that queue emails, and the state of the queue."""

import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import uuid4

import psycopg
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MailRequested
from pairwise.likes.v1.events_pb2 import MatchMade
from shared.kit.db import Database

ANN, BO = uuid4(), uuid4()


def mails(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute("SELECT state, reason, tries FROM mails ORDER BY created_at, id").fetchall()


def text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def make_due(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE mails SET next_try_at = now(), claimed_until = NULL WHERE state = 'queued'")


def an_activation(wired: Wiring, to: str = "new@example.org") -> MailRequested:
    content = json.dumps({"to": to, "name": "Una", "token": "t0ken"}).encode()
    return MailRequested(
        mail_id=str(uuid4()),
        member_id=str(uuid4()),
        template="activation",
        locale="nl",
        site="pairwise",
        sealed=wired.settings.mail_keys.seal(content),
    )


def a_match() -> MatchMade:
    return MatchMade(first_id=str(ANN), second_id=str(BO))


class Inbox:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"
