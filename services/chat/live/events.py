"""What goes over a stream, letter by letter: server-sent events, with the position in the member's feed as their id."""

import random
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from servicekit.web.endpoint import Output

from chat.domain import message as domain
from chat.photo_links import PhotoLinks
from chat.web.models import Conversation, Message

PING = b": ping\n\n"


class Hello(Output):
    """The stream begins at this position: what came before has to be loaded."""

    cursor: int


class MessageNews(Output):
    message: Message
    conversation: Conversation
    profile_id: UUID
    total_unread_messages: int


class ReadNews(Output):
    conversation_id: UUID
    profile_id: UUID
    partner_read_seq: int


class UnreadNews(Output):
    conversation_id: UUID
    num_unread_messages: int
    total_unread_messages: int


class MemberNews(Output):
    profile_id: UUID


class LikeNews(Output):
    """Without `profile_id` where free members are not shown who likes them."""

    profile_id: UUID | None


class BalanceNews(Output):
    credits: int
    paid_user: bool


class ChangedNews(Output):
    """How the partner stands, or which messages were delivered, has changed: the conversation is asked for anew."""

    conversation_id: UUID


class TypingNews(Output):
    conversation_id: UUID
    profile_id: UUID


class Superseded(Output):
    """Newer pages of this member took the place of this one; it opens a stream again when it is looked at."""


class LiveEvents(Output):
    """Everything a stream tells, by the name of its event."""

    hello: Hello
    message: MessageNews
    read: ReadNews
    unread: UnreadNews
    like: LikeNews
    match: MemberNews
    balance: BalanceNews
    changed: ChangedNews
    typing: TypingNews
    superseded: Superseded


MODELS: dict[str, type[Output]] = {
    name: field.annotation  # type: ignore[misc]
    for name, field in LiveEvents.model_fields.items()
}


def beginning() -> bytes:
    """How long a client waits before it comes back: each another time, so that they do not all come at once."""
    return f"retry: {random.randint(1000, 4000)}\n\n".encode()  # noqa: S311 - a pause, no secret


def superseded() -> bytes:
    return event("superseded", {})


def hello(cursor: int) -> bytes:
    return event("hello", {"cursor": cursor}, cursor)


def typing(partner_id: UUID, conversation_id: str) -> bytes:
    return event("typing", {"conversation_id": conversation_id, "profile_id": partner_id})


def message(
    written: domain.Message, viewer_id: UUID, partner_id: UUID, total_unread: int, position: int, links: PhotoLinks
) -> bytes:
    data = {
        "message": Message.of(written, viewer_id, links),
        "conversation": Conversation(id=written.conversation_id),
        "profile_id": partner_id,
        "total_unread_messages": total_unread,
    }
    return event("message", data, position)


def event(name: str, data: Mapping[str, Any], position: int | None = None) -> bytes:
    # JSON has no line breaks of its own, so nobody's words can end an event.
    text = MODELS[name].model_validate(data).model_dump_json()
    number = "" if position is None else f"id: {position}\n"
    return f"{number}event: {name}\ndata: {text}\n\n".encode()
