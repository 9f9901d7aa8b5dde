"""Answers of staff for fictional profiles: a queue, a lease a conversation, and messages marked as theirs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.contact_details import hints_in
from shared.kit.core import NotFound, fault_point

from chat.domain.feed_event import message_events
from chat.domain.fictional_queue import WaitingConversation
from chat.domain.message import Draft, Kind, Message
from chat.domain.wallet import Wallet
from chat.errors import ConversationNotYours, ConversationTaken, KeyReused
from chat.events.published import fictional_written, message_sent
from chat.storage import ChatUnit

MOST_WAITING, MESSAGES = 100, 50
NO_WALLET = Wallet(0, 0, 0, is_premium=False)


@dataclass(frozen=True)
class Writer:
    """A person who writes for fictional profiles, the pool of their site, and every account of theirs."""

    id: UUID
    pool: int
    own_ids: frozenset[UUID]


@dataclass(frozen=True)
class TakenConversation:
    fictional_id: UUID
    member_id: UUID
    messages: Sequence[Message]
    expires_at: datetime


def list_waiting(uow: ChatUnit, writer: Writer) -> list[WaitingConversation]:
    with uow.reading() as reads:
        return reads.fictional_queue.waiting(writer.pool, writer.id, writer.own_ids, MOST_WAITING)


def take_conversation(uow: ChatUnit, writer: Writer, conversation_id: UUID) -> TakenConversation:
    """Let this writer alone answer for a quarter of an hour, and read the newest messages. The view is announced to
    the audit log in the same transaction.

    Raises NotFound for a conversation without a fictional profile, for the writer's own and for one without an
    unanswered message, because staff do not write unasked; and ConversationTaken.
    """
    with uow:
        fictional_id, member_id = _found(uow, writer, conversation_id, waits=True)
        expires_at = uow.fictional_queue.take(conversation_id, writer.id)
        if expires_at is None:
            raise ConversationTaken()
        messages = uow.desk_reading.messages(conversation_id, None, MESSAGES)
        uow.announce(fictional_written(writer.id, member_id, conversation_id, None, uow.now()))
        uow.commit()
    return TakenConversation(fictional_id, member_id, messages, expires_at)


def give_back(uow: ChatUnit, writer: Writer, conversation_id: UUID) -> None:
    with uow:
        uow.fictional_queue.give_back(conversation_id, writer.id)
        uow.commit()


def answer_as_fictional(
    uow: ChatUnit, writer: Writer, longest: int, message_id: UUID, conversation_id: UUID, text: str
) -> Message:
    """Post an answer of staff, once for its id, and mark the conversation as answered. It costs nobody anything.

    The lease row is deleted under its lock in the transaction of the message, so of two writers one answers. Raises
    NotFound as `take_conversation`, ConversationNotYours without the lease, KeyReused, and the refusals of
    `ContactPermission.check_contact` and `Draft.check`.
    """
    with uow:
        fictional_id, member_id = _found(uow, writer, conversation_id)
        draft = Draft(message_id, fictional_id, member_id, text, Kind.STAFF)
        draft.check(longest)
        has_lease = uow.fictional_queue.give_back(conversation_id, writer.id)
        [(state, slot)] = uow.sends.reserve_slots([draft])
        if posted := state.outcome.posted:
            if posted.body_hash != draft.body_hash:
                raise KeyReused(field="id")
            return posted.message
        if not has_lease:
            raise ConversationNotYours()
        state.permission.check_contact(member_id)
        message = Message(
            draft.id, conversation_id, slot.seq, fictional_id, text, slot.at, Kind.STAFF, hints_in(text), credits=0
        )
        uow.announce(message_sent(message, member_id))
        uow.announce(fictional_written(writer.id, member_id, conversation_id, message.id, slot.at))
        uow.feed.append(message_events(message, member_id, NO_WALLET))
        participant = uow.conversations.lock(conversation_id, fictional_id)
        if participant is None:
            raise NotFound()
        uow.conversations.mark_read(participant, fictional_id, slot.seq - 1)
        fault_point("chat.fictional.before_commit")
        uow.sends.post([(draft, message, NO_WALLET)])
        uow.commit()
    return message


def _found(uow: ChatUnit, writer: Writer, conversation_id: UUID, *, waits: bool = False) -> tuple[UUID, UUID]:
    found = uow.fictional_queue.fictional_of(conversation_id, writer.pool, writer.own_ids, waits=waits)
    if found is None:
        raise NotFound()
    return found
