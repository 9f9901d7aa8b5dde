"""The wire format of a stream: server-sent events (SSE) with the position in the member's feed as their id."""

import random
from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

from pydantic import Field
from shared.kit.http import Output

from chat.clients.member_channel import Signal
from chat.domain import message as domain
from chat.domain.feed_event import FeedEvent
from chat.photo_links import PhotoLinks
from chat.web.messages import Conversation, Message

PING = b": ping\n\n"


class Hello(Output):
    """The stream begins at this position: earlier changes have to be loaded."""

    cursor: int


class MessageEvent(Output):
    message: Message
    conversation: Conversation
    profile_id: UUID
    total_unread_messages: int


class UpdateEvent(Output):
    """A message that has other reactions now, or was taken back; as it is when the event is sent."""

    message: Message
    profile_id: UUID


class ReadEvent(Output):
    conversation_id: UUID
    profile_id: UUID
    partner_read_seq: int


class UnreadEvent(Output):
    conversation_id: UUID
    num_unread_messages: int
    total_unread_messages: int


class MemberEvent(Output):
    profile_id: UUID


class LikeEvent(Output):
    """Without `profile_id` where free members do not see their likers."""

    profile_id: UUID | None


class BalanceEvent(Output):
    credits: int
    paid_user: bool
    wallet_version: int = Field(0, description="As in `Price`; 0 in events of an earlier release")


class ChangeEvent(Output):
    """The partner's status or the delivery of messages has changed: the conversation is to be loaded again."""

    conversation_id: UUID


class TypingEvent(Output):
    conversation_id: UUID
    profile_id: UUID


class CallEvent(Output):
    """The member's open call has changed: it is to be loaded again. The id is of the call that changed."""

    call_id: UUID


class SignalEvent(Output):
    """Of the partner's page in a call; for the page `tab` alone."""

    call_id: UUID
    tab: UUID
    kind: Literal["offer", "answer", "candidate", "restart"]
    content: str


class Superseded(Output):
    """Newer pages of this member have superseded this one, which opens a stream again when it becomes visible."""


class LiveEvents(Output):
    """The events of a stream by name, for the OpenAPI document."""

    hello: Hello
    message: MessageEvent
    updated: UpdateEvent
    read: ReadEvent
    unread: UnreadEvent
    like: LikeEvent
    match: MemberEvent
    balance: BalanceEvent
    changed: ChangeEvent
    typing: TypingEvent
    call: CallEvent
    signal: SignalEvent
    superseded: Superseded


MODELS: dict[str, type[Output]] = {
    name: field.annotation  # type: ignore[misc]
    for name, field in LiveEvents.model_fields.items()
}


def beginning() -> bytes:
    """The reconnect delay of a client, with jitter, so that clients do not all come back at once."""
    return f"retry: {random.randint(1000, 4000)}\n\n".encode()  # noqa: S311 - a pause, no secret


def superseded() -> bytes:
    return event("superseded", {})


def hello(cursor: int) -> bytes:
    return event("hello", {"cursor": cursor}, cursor)


def typing(partner_id: UUID, conversation_id: UUID) -> bytes:
    return event("typing", {"conversation_id": conversation_id, "profile_id": partner_id})


def signal(given: Signal) -> bytes:
    return event("signal", given.model_dump(exclude={"sender_id"}))


def message(written: domain.Message, told: FeedEvent, total_unread: int, position: int, links: PhotoLinks) -> bytes:
    """A message that a feed event tells; its sender gets the new balance with it."""
    data = {
        "message": Message.of(written, told.member_id, links),
        "conversation": Conversation(id=written.conversation_id),
        "profile_id": told.partner_id,
        "total_unread_messages": total_unread,
    }
    balance = event("balance", told.payload) if told.payload else b""
    return event("message", data, position) + balance


def updated(changed: domain.Message, viewer_id: UUID, partner_id: UUID, position: int, links: PhotoLinks) -> bytes:
    return event("updated", {"message": Message.of(changed, viewer_id, links), "profile_id": partner_id}, position)


def event(name: str, data: Mapping[str, Any], position: int | None = None) -> bytes:
    # JSON escapes line breaks, so no text of a member can end an event.
    text = MODELS[name].model_validate(data).model_dump_json()
    number = "" if position is None else f"id: {position}\n"
    return f"{number}event: {name}\ndata: {text}\n\n".encode()
