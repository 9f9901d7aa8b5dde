from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from shared.kit.errors import Invalid, NotFound, Refusal, Unavailable
from shared.kit.faults import point

from chat.domain.feed_event import message_events
from chat.domain.hints import hints_in
from chat.domain.message import Draft, Message, Photo, Voice
from chat.domain.sending import MessageSlot, Posted, SendState
from chat.domain.wallet import Wallet
from chat.errors import (
    IcebreakerTooLate,
    KeyReused,
    MessageRetracted,
    NoConversationsLeft,
    SameTextToMany,
    SendWithdrawn,
)
from chat.events.published import conversation_started, message_sent
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.storage.sends import StateChanged

# The same text begins at most this many conversations of a sender in this time: an advertisement, not a letter.
SAME_WORDS_TO, SAME_WORDS_WITHIN = 5, timedelta(hours=24)


@dataclass(frozen=True)
class Limits:
    """Limits of the site, and the sender's role by the token."""

    message_length: int
    free_conversations: int
    is_premium: bool = False


def send_message(uow: ChatUnit, billing: Billing, limits: Limits, draft: Draft) -> tuple[Message, Wallet]:
    """Charge and post a message, once for its id, however often and however parallel it is sent.

    The message is posted only after billing has charged it under the same id. After a crash in between, a retry with
    this id finishes it; without one, billing asks `settle_send` and refunds the charge.

    Raises the refusals of `check_send`, PaymentRequired and Unavailable.
    """
    state = _checked_state(uow, limits, draft)
    if earlier := state.outcome.posted:
        return earlier.message, earlier.wallet
    point("chat.send.before_charge")
    credits, wallet = billing.charge(draft.id, draft.sender_id, draft.recipient_id, draft.billable_item)
    point("chat.send.charged")
    try:
        if _is_plain_reply(state, draft):
            posted = _post_reply(uow, limits, draft, state, credits, wallet)
        else:
            posted = _post_checked(uow, limits, draft, credits, wallet)
    except StateChanged:
        posted = _post_checked(uow, limits, draft, credits, wallet)
    point("chat.send.committed")
    return posted


def post_charged(uow: ChatUnit, limits: Limits, draft: Draft, credits: int, wallet: Wallet) -> tuple[Message, Wallet]:
    """Post a message that billing has charged, unless it is posted by now. Raises the refusals of `check_send`."""
    posted = _post_checked(uow, limits, draft, credits, wallet)
    point("chat.send.committed")
    return posted


def may_join_group(state: SendState, limits: Limits, draft: Draft) -> bool:
    """Whether it is a plain reply that nothing speaks against, and not posted yet."""
    try:
        if _earlier(state, draft):
            return False
        state.permission.check_contact(draft.recipient_id)
        state.permission.check_limit(limits.free_conversations, is_premium=limits.is_premium)
    except Refusal:
        return False
    return _is_plain_reply(state, draft)


def _is_plain_reply(state: SendState, draft: Draft) -> bool:
    """Whether nothing but the slot has to be known before it can be posted: it begins nothing and has no files."""
    return state.next_slot.seq > 1 and draft.photo is None and draft.voice is None and draft.icebreaker is None


def _post_reply(
    uow: ChatUnit, limits: Limits, draft: Draft, state: SendState, credits: int, wallet: Wallet
) -> tuple[Message, Wallet]:
    """Post by the state from before the charge, in one round trip. Raises StateChanged if it is no longer true."""
    with uow.lean() as lean, lean.sends.taking_slot(draft, state):
        message = _post(lean, limits, draft, state.next_slot, credits, wallet)
        point("chat.send.before_commit")
        lean.commit()
    return message, wallet


def _post_checked(uow: ChatUnit, limits: Limits, draft: Draft, credits: int, wallet: Wallet) -> tuple[Message, Wallet]:
    with uow:
        state = uow.sends.reserve_slot(draft)
        point("chat.send.locked")
        if earlier := _earlier(state, draft):
            return earlier.message, earlier.wallet
        # Checked again: a block may have come while billing charged. Billing refunds the charge of a refused send.
        state.permission.check_contact(draft.recipient_id)
        message = _post(uow, limits, draft, state.next_slot, credits, wallet)
        point("chat.send.before_commit")
        uow.commit()
    return message, wallet


def check_send(uow: ChatUnit, limits: Limits, draft: Draft) -> Posted | None:
    """The posted message of this id, if there is one; otherwise raises the refusal that a send now would get."""
    return _checked_state(uow, limits, draft).outcome.posted


def _checked_state(uow: ChatUnit, limits: Limits, draft: Draft) -> SendState:
    draft.check(limits.message_length)
    if draft.sender_id == draft.recipient_id:
        raise NotFound()
    with uow.reading().lean() as before:
        state = before.sends.state(draft)
    if _earlier(state, draft):
        return state
    state.permission.check_contact(draft.recipient_id)
    state.permission.check_limit(limits.free_conversations, is_premium=limits.is_premium)
    if draft.icebreaker and state.permission.starter_id is not None:
        raise IcebreakerTooLate()
    if draft.reply_to:
        with uow.reading() as before:
            _check_answered(before, draft, state.next_slot.conversation_id)
    if state.permission.starter_id is None and draft.likeness:
        with uow.reading() as before:
            _check_words(before, draft)
    return state


def _check_answered(uow: ChatUnit, draft: Draft, conversation_id: UUID) -> None:
    """Refuse an answer to a message that is not in this conversation for the sender, or that was taken back.

    Asked before the charge alone: messages are never deleted, and one that is taken back later is not quoted.
    """
    participant = uow.conversations.participant(conversation_id, draft.sender_id)
    message = participant and draft.reply_to and uow.messages.of(participant, draft.reply_to)
    if not message:
        raise Invalid(field="reply_to")
    if message.retracted_at:
        raise MessageRetracted()


def _earlier(state: SendState, draft: Draft) -> Posted | None:
    outcome = state.outcome
    if outcome.is_withdrawn:
        raise SendWithdrawn()
    if outcome.posted and outcome.posted.body_hash != draft.body_hash:
        raise KeyReused(field="id")
    return outcome.posted


def _check_words(uow: ChatUnit, draft: Draft) -> None:
    if draft.likeness and uow.sends.count_same_starts(draft, SAME_WORDS_WITHIN) >= SAME_WORDS_TO:
        raise SameTextToMany(retry_after_seconds=int(SAME_WORDS_WITHIN.total_seconds()))


def _photo(uow: ChatUnit, draft: Draft, slot: MessageSlot) -> Photo | None:
    """The photo, blurred while its reader has not written to the sender."""
    if draft.photo is None:
        return None
    _refer_to(uow, draft.photo.media)
    return replace(draft.photo, is_veiled=not uow.photos.has_written(slot.conversation_id, draft.recipient_id))


def _voice(uow: ChatUnit, draft: Draft) -> Voice | None:
    if draft.voice:
        _refer_to(uow, draft.voice.media)
    return draft.voice


def _refer_to(uow: ChatUnit, media: str) -> None:
    """Refer to files from now on. Raises Unavailable if they were deleted as unreferenced meanwhile."""
    if not uow.photos.forget_unreferenced(media):
        raise Unavailable()


def _post(uow: ChatUnit, limits: Limits, draft: Draft, slot: MessageSlot, credits: int, wallet: Wallet) -> Message:
    if draft.icebreaker and slot.seq > 1:
        # A message was posted while billing charged; billing refunds the charge.
        raise IcebreakerTooLate()
    if slot.seq == 1:
        is_premium = limits.is_premium or wallet.is_premium
        # The update locks the sender's row, so concurrent starts are checked one after the other.
        if not uow.members.count_start(draft.sender_id, limits.free_conversations, is_premium=is_premium):
            raise NoConversationsLeft()
        _check_words(uow, draft)
        uow.announce(conversation_started(slot.conversation_id, draft.sender_id, draft.recipient_id))
    message = write_message(uow, draft, slot, credits, wallet)
    uow.feed.append(message_events(message, draft.recipient_id, wallet))
    return message


def write_message(uow: ChatUnit, draft: Draft, slot: MessageSlot, credits: int, wallet: Wallet) -> Message:
    """Write the message in its slot and announce it; the feed is left to the caller, who appends to it last."""
    message = Message(
        draft.id,
        slot.conversation_id,
        slot.seq,
        draft.sender_id,
        draft.text,
        slot.at,
        draft.kind,
        hints_in(draft.text),
        draft.gift,
        draft.icebreaker,
        photo=_photo(uow, draft, slot),
        voice=_voice(uow, draft),
        credits=credits,
        reply_to=draft.reply_to,
    )
    uow.sends.post(draft, message, wallet)
    uow.announce(message_sent(message, draft.recipient_id))
    return message
