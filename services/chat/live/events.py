"""What goes over a stream, letter by letter: server-sent events, with the position in the member's feed as their id."""

import json
import random
from typing import Any
from uuid import UUID

from chat.domain.message import Message
from chat.web import models

PING = b": ping\n\n"


def beginning() -> bytes:
    """How long a client waits before it comes back: each another time, so that they do not all come at once."""
    return f"retry: {random.randint(1000, 4000)}\n\n".encode()  # noqa: S311 - a pause, no secret


def hello(cursor: int) -> bytes:
    """The stream begins here: what came before has to be loaded."""
    return event("hello", {"cursor": cursor}, cursor)


def typing(partner_id: UUID, conversation_id: str) -> bytes:
    return event("typing", {"conversation_id": conversation_id, "profile_id": str(partner_id)})


def message(written: Message, viewer_id: UUID, partner_id: UUID, total_unread: int, position: int) -> bytes:
    data = {
        "message": models.Message.of(written, viewer_id).model_dump(mode="json"),
        "conversation": {"id": str(written.conversation_id)},
        "profile_id": str(partner_id),
        "total_unread_messages": total_unread,
    }
    return event("message", data, position)


def event(name: str, data: dict[str, Any], position: int | None = None) -> bytes:
    # JSON has no line breaks of its own, so nobody's words can end an event.
    text = json.dumps(data, separators=(",", ":"))
    number = "" if position is None else f"id: {position}\n"
    return f"{number}event: {name}\ndata: {text}\n\n".encode()
