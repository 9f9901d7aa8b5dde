from dataclasses import dataclass
from uuid import UUID

from servicekit.errors import NotFound
from servicekit.faults import point

from chat.announcements import conversation_started, message_sent
from chat.domain.conversation import Standing, conversation_of
from chat.domain.message import Draft, Message
from chat.domain.news import of_message
from chat.domain.wallet import Wallet
from chat.errors import KeyReused, NoConversationsLeft, SendWithdrawn
from chat.ports import Billing, ChatUnitOfWork, Posted


@dataclass(frozen=True)
class Limits:
    """What the site sets, and what the sender's token says."""

    message_length: int
    free_conversations: int
    is_premium: bool = False


def send_message(uow: ChatUnitOfWork, billing: Billing, limits: Limits, draft: Draft) -> tuple[Message, Wallet]:
    """Charge and post a message, once for its id, however often and however parallel it is sent.

    The message is posted only after billing has charged it under the same id. Whatever dies in between, a retry with
    this id finishes it; without one, billing asks `settle_send` and returns the charge.
    """
    draft.check(limits.message_length)
    if draft.sender_id == draft.recipient_id:
        raise NotFound()
    with uow:
        if earlier := _earlier(uow, draft):
            return earlier.message, earlier.wallet
        standing = _standing(uow, draft)
        standing.check_limit(limits.free_conversations, is_premium=limits.is_premium)
    point("chat.send.before_charge")
    wallet = billing.charge(draft.id, draft.sender_id, draft.recipient_id)
    point("chat.send.charged")
    with uow:
        uow.messages.lock(draft.id)
        point("chat.send.locked")
        if earlier := _earlier(uow, draft):
            return earlier.message, earlier.wallet
        # Asked again: a block may have come while billing charged. What is refused here is given back by billing.
        _standing(uow, draft)
        message = _post(uow, limits, draft, wallet)
        point("chat.send.before_commit")
        uow.commit()
    point("chat.send.committed")
    return message, wallet


def _earlier(uow: ChatUnitOfWork, draft: Draft) -> Posted | None:
    fate = uow.messages.fate(draft.id)
    if fate.is_withdrawn:
        raise SendWithdrawn()
    if fate.posted and fate.posted.body_hash != draft.body_hash:
        raise KeyReused(field="id")
    return fate.posted


def _standing(uow: ChatUnitOfWork, draft: Draft) -> Standing:
    standing = uow.members.standing(draft.sender_id, draft.recipient_id, _conversation_of(draft))
    standing.check_contact(draft.recipient_id)
    return standing


def _post(uow: ChatUnitOfWork, limits: Limits, draft: Draft, wallet: Wallet) -> Message:
    conversation_id = _conversation_of(draft)
    place = uow.conversations.advance(conversation_id, draft.sender_id, draft.recipient_id)
    if place.seq == 1:
        is_premium = limits.is_premium or wallet.is_premium
        if not uow.members.count_start(draft.sender_id, limits.free_conversations, is_premium=is_premium):
            raise NoConversationsLeft()
        uow.announce(conversation_started(conversation_id, draft.sender_id, draft.recipient_id))
    message = Message(draft.id, conversation_id, place.seq, draft.sender_id, draft.text, place.at)
    uow.messages.add(draft, message, wallet)
    uow.conversations.count_message(message, draft.recipient_id)
    uow.announce(message_sent(message, draft.recipient_id))
    uow.feed.tell(of_message(message, draft.recipient_id))
    return message


def _conversation_of(draft: Draft) -> UUID:
    return conversation_of(draft.sender_id, draft.recipient_id)
