"""Sending: one path for one message and for a batch of those that wait at the same moment
(docs/decisions/0053-message-hot-path.md)."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import UUID

from shared.contact_details import hints_in
from shared.kit.core import Invalid, NotFound, Refusal, Unavailable, fault_point

from chat.coalescing import Coalescer
from chat.domain.conversation import conversation_of
from chat.domain.feed_event import message_events
from chat.domain.message import Draft, Kind, Message, Photo, Voice
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

# The same text begins at most this many conversations of a sender in this time: an advertisement, not a letter.
SAME_WORDS_TO, SAME_WORDS_WITHIN = 5, timedelta(hours=24)
Sent = tuple[Message, Wallet]


@dataclass(frozen=True)
class Limits:
    """Limits of the site, and the sender's role by the token."""

    message_length: int
    free_conversations: int
    is_premium: bool = False


@dataclass(frozen=True)
class Send:
    """One message on its way, with the context of its request, which its event carries on."""

    limits: Limits
    draft: Draft
    context: Context = field(default_factory=copy_context)


# None: it is to be sent by itself.
Outcome = Sent | Refusal | None
SendBatches = Coalescer[Send, Outcome]
MOST, MOST_WAITING = 64, 256


@dataclass(frozen=True)
class _Charged:
    send: Send
    credits: int
    wallet: Wallet


def send_message(uow: ChatUnit, billing: Billing, limits: Limits, draft: Draft) -> Sent:
    """Charge and post a message, once for its id, however often and however parallel it is sent.

    The message is posted only after billing has charged it under the same id. After a crash in between, a retry with
    this id finishes it; without one, billing asks `settle_send` and refunds the charge.

    Raises the refusals of `check_send`, PaymentRequired and Unavailable.
    """
    (outcome,) = send_batch(uow, billing, [Send(limits, draft)])
    if isinstance(outcome, tuple):
        return outcome
    raise outcome or Unavailable()


def send_batches(unit_of_work: Callable[[], ChatUnit], billing: Billing) -> SendBatches:
    """The batches of an event loop: messages that come while one is sent wait for the next."""

    async def send_all(sends: Sequence[Send]) -> list[Outcome]:
        # The call of billing belongs to the trace of the first message.
        context = sends[0].context.copy()
        return await asyncio.to_thread(context.run, send_batch, unit_of_work(), billing, sends)

    return Coalescer(send_all, MOST, MOST_WAITING)


async def send_in_batch(
    unit_of_work: Callable[[], ChatUnit], billing: Billing, batches: SendBatches | None, limits: Limits, draft: Draft
) -> Sent:
    """As `send_message`, together with others that wait in the same event loop."""
    outcome = await batches.ask(Send(limits, draft)) if batches else None
    if isinstance(outcome, Refusal):
        raise outcome
    if outcome is None:
        return await asyncio.to_thread(send_message, unit_of_work(), billing, limits, draft)
    return outcome


def send_batch(uow: ChatUnit, billing: Billing, sends: Sequence[Send]) -> list[Outcome]:
    """Send each of these as `send_message` does, by one call of billing and one transaction for all of them.

    None for a message of several that is to be sent by itself: the second of one sender or one conversation, and all
    that were charged when one of them cannot be posted. Raises Unavailable if billing does not answer.
    """
    outcomes: list[Outcome] = [None] * len(sends)
    waiting: list[int] = []
    busy: set[UUID] = set()  # conversations and senders of this batch
    for n, (send, found) in enumerate(zip(sends, _checked(uow, sends), strict=True)):
        keys = {send.draft.sender_id, conversation_of(send.draft.sender_id, send.draft.recipient_id)}
        if isinstance(found, Posted):
            outcomes[n] = found.message, found.wallet
        elif isinstance(found, Refusal):
            outcomes[n] = found
        elif busy.isdisjoint(keys):
            waiting.append(n)
            busy |= keys
    charged: dict[int, _Charged] = {}
    if waiting:
        fault_point("chat.send.before_charge")
        answers = billing.charge_many([sends[n].draft for n in waiting])
        fault_point("chat.send.charged")
        for n, answer in zip(waiting, answers, strict=True):
            if isinstance(answer, Refusal):
                outcomes[n] = answer
            else:
                charged[n] = _Charged(sends[n], *answer)
    if charged:
        posted = _posted(uow, list(charged.values()))
        fault_point("chat.send.committed")
        for n, outcome in zip(charged, posted, strict=True):
            outcomes[n] = outcome
    return outcomes


def check_send(uow: ChatUnit, limits: Limits, draft: Draft) -> Posted | None:
    """The posted message of this id, if there is one; otherwise raises the refusal that a send now would get."""
    (found,) = _checked(uow, [Send(limits, draft)])
    if isinstance(found, Refusal):
        raise found
    return found


def _checked(uow: ChatUnit, sends: Sequence[Send]) -> list[Posted | Refusal | None]:
    """Before the charge: the posted message of each id, or the refusal, or None for one that may be sent."""
    with uow.reading().lean() as before:
        states = before.sends.states([send.draft for send in sends])
    return [_judged(uow, send, state) for send, state in zip(sends, states, strict=True)]


def _judged(uow: ChatUnit, send: Send, state: SendState) -> Posted | Refusal | None:
    draft, limits = send.draft, send.limits
    try:
        draft.check(limits.message_length)
        if draft.sender_id == draft.recipient_id:
            raise NotFound()
        if earlier := _earlier(state, draft):
            return earlier
        state.permission.check_contact(draft.recipient_id)
        if draft.kind is not Kind.OPENER:
            state.permission.check_limit(limits.free_conversations, is_premium=limits.is_premium)
        if draft.icebreaker and state.permission.starter_id is not None:
            raise IcebreakerTooLate()
        if draft.reply_to:
            with uow.reading() as before:
                _check_answered(before, draft)
        if state.permission.starter_id is None and draft.likeness:
            with uow.reading() as before:
                _check_words(before, draft)
    except Refusal as refusal:
        return refusal
    return None


def _posted(uow: ChatUnit, charged: Sequence[_Charged]) -> list[Outcome]:
    """Post these messages in one transaction, or none of several when one of them cannot be posted."""
    # Of a message with files further rows are written, by the ORM.
    has_files = any(each.send.draft.photo or each.send.draft.voice for each in charged)
    try:
        with uow if has_files else uow.lean() as posting:
            return list(_post(posting, charged))
    except Exception as error:
        if len(charged) > 1:
            return [None] * len(charged)
        if isinstance(error, Refusal):
            return [error]
        raise


def _post(uow: ChatUnit, charged: Sequence[_Charged]) -> list[Sent]:
    reserved = uow.sends.reserve_slots([each.send.draft for each in charged])
    fault_point("chat.send.locked")
    posts: list[tuple[Draft, Message, Wallet]] = []
    for each, (state, slot) in zip(charged, reserved, strict=True):
        draft = each.send.draft
        if earlier := _earlier(state, draft):
            if len(charged) > 1:
                raise _PostedMeanwhile()
            return [(earlier.message, earlier.wallet)]
        # Checked again: a block may have come while billing charged. Billing refunds the charge of a refused send.
        state.permission.check_contact(draft.recipient_id)
        if slot.seq == 1:
            _count_start(uow, each, slot)
        elif draft.icebreaker:
            # A message was posted while billing charged; billing refunds the charge.
            raise IcebreakerTooLate()
        message = _message(uow, draft, slot, each.credits)
        posts.append((draft, message, each.wallet))
        each.send.context.run(uow.announce, message_sent(message, draft.recipient_id))
    uow.sends.post(posts)
    uow.feed.append(
        [event for draft, message, wallet in posts for event in message_events(message, draft.recipient_id, wallet)]
    )
    fault_point("chat.send.before_commit")
    uow.commit()
    return [(message, wallet) for _, message, wallet in posts]


class _PostedMeanwhile(Exception):
    """A message of a batch was posted by a retry while billing charged."""


def _check_answered(uow: ChatUnit, draft: Draft) -> None:
    """Refuse an answer to a message that is not in this conversation for the sender, or that was taken back.

    Asked before the charge alone: messages are never deleted, and one that is taken back later is not quoted.
    """
    participant = uow.conversations.participant(conversation_of(draft.sender_id, draft.recipient_id), draft.sender_id)
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
    """The photo, blurred while its reader has not written to the sender, or where the classifier is unsure of it."""
    if draft.photo is None:
        return None
    _refer_to(uow, draft.photo.media)
    is_veiled = draft.photo.is_doubtful or not uow.photos.has_written(slot.conversation_id, draft.recipient_id)
    return replace(draft.photo, is_veiled=is_veiled)


def _voice(uow: ChatUnit, draft: Draft) -> Voice | None:
    if draft.voice:
        _refer_to(uow, draft.voice.media)
    return draft.voice


def _refer_to(uow: ChatUnit, media: str) -> None:
    """Refer to files from now on. Raises Unavailable if they were deleted as unreferenced meanwhile."""
    if not uow.photos.forget_unreferenced(media):
        raise Unavailable()


def _count_start(uow: ChatUnit, each: _Charged, slot: MessageSlot) -> None:
    draft, limits = each.send.draft, each.send.limits
    is_premium = limits.is_premium or each.wallet.is_premium
    # The update locks the sender's row, so concurrent starts are checked one after the other. An opener begins what
    # both members want, so it does not count.
    is_opener = draft.kind is Kind.OPENER
    if not is_opener and not uow.members.count_start(draft.sender_id, limits.free_conversations, is_premium=is_premium):
        raise NoConversationsLeft()
    _check_words(uow, draft)
    started = conversation_started(slot.conversation_id, draft.sender_id, draft.recipient_id)
    each.send.context.run(uow.announce, started)


def _message(uow: ChatUnit, draft: Draft, slot: MessageSlot, credits: int) -> Message:
    return Message(
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
