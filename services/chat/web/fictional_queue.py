"""The desk of the people who write for fictional profiles."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from flask import Blueprint
from pydantic import Field
from shared.kit.core import ClientId, NotFound
from shared.kit.http import Input, Nothing, Output, caller, endpoint

from chat.usecases.answer_as_fictional import (
    Writer,
    answer_as_fictional,
    give_back,
    list_waiting,
    take_conversation,
)
from chat.web.context import current_site, wiring
from chat.web.messages import Kind

fictional_queue = Blueprint("fictional_queue", __name__, url_prefix="/api")


class WaitingOut(Output):
    conversation_id: UUID
    fictional_name: str
    member_name: str
    unread: int
    waiting_since: datetime
    taken: bool = Field(description="Another writer is answering it")


class FictionalQueueAnswer(Output):
    conversations: list[WaitingOut] = Field(description="The longest wait first, at most a hundred")


class ConversationIn(Input):
    conversation_id: UUID


class FictionalAnswerIn(Input):
    id: ClientId
    conversation_id: UUID
    text: Annotated[str, Field(max_length=20_000)]
    judged_by_domain = frozenset({"text"})


class WrittenOut(Output):
    id: UUID
    fictional: bool = Field(description="Written for the fictional profile")
    kind: Kind
    text: str
    sent_at: datetime


class TakenAnswer(Output):
    expires_at: datetime
    messages: list[WrittenOut]


@fictional_queue.get("/fictional-queue.php")
@endpoint()
def get_fictional_queue() -> FictionalQueueAnswer:
    """Conversations with fictional profiles that wait for an answer."""
    waiting = list_waiting(wiring().unit_of_work(), _writer())
    return FictionalQueueAnswer(
        conversations=[
            WaitingOut(
                conversation_id=each.id,
                fictional_name=each.fictional_name,
                member_name=each.member_name,
                unread=each.unread,
                waiting_since=each.waiting_since,
                taken=each.is_taken,
            )
            for each in waiting
        ]
    )


@fictional_queue.post("/fictional-queue.php")
@endpoint()
def post_fictional_lease(body: ConversationIn) -> TakenAnswer:
    """Take a conversation for a quarter of an hour, and read it. The view is on record."""
    taken = take_conversation(wiring().unit_of_work(), _writer(), body.conversation_id)
    return TakenAnswer(
        expires_at=taken.expires_at,
        messages=[
            WrittenOut(
                id=each.id,
                fictional=each.sender_id == taken.fictional_id,
                kind=each.kind.value,
                text=each.text,
                sent_at=each.sent_at,
            )
            for each in taken.messages
        ],
    )


@fictional_queue.delete("/fictional-queue.php")
@endpoint()
def delete_fictional_lease(body: ConversationIn) -> Nothing:
    """Give a conversation back."""
    give_back(wiring().unit_of_work(), _writer(), body.conversation_id)
    return Nothing()


@fictional_queue.post("/fictional-answer.php")
@endpoint(status=201)
def post_fictional_answer(body: FictionalAnswerIn) -> Nothing:
    """Answer for a fictional profile, marked as written by the site's staff. It needs the lease."""
    answer_as_fictional(
        wiring().unit_of_work(), _writer(), current_site().message_length, body.id, body.conversation_id, body.text
    )
    return Nothing()


def _writer() -> Writer:
    """The caller. Raises NotFound where the site has no fictional profiles."""
    if not current_site().fictional_profiles:
        raise NotFound()
    return Writer(caller().member_id, wiring().sites.pool_of(caller().site), caller().own_ids)
