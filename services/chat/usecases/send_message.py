from dataclasses import dataclass, replace
from datetime import timedelta

from servicekit.errors import NotFound, Unavailable
from servicekit.faults import point

from chat.announcements import conversation_started, message_sent
from chat.domain.hints import hints_in
from chat.domain.message import Draft, Message, Photo
from chat.domain.news import of_message
from chat.domain.wallet import Wallet
from chat.errors import IcebreakerTooLate, KeyReused, NoConversationsLeft, SameTextToMany, SendWithdrawn
from chat.ports import Attempt, Billing, ChatUnitOfWork, Place, Posted

# Whoever says the same to more people than this in a day does not mean any of them.
SAME_WORDS_TO, SAME_WORDS_WITHIN = 5, timedelta(hours=24)


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
    if earlier := check_send(uow, limits, draft):
        return earlier.message, earlier.wallet
    point("chat.send.before_charge")
    credits, wallet = billing.charge(draft.id, draft.sender_id, draft.recipient_id, draft.ware)
    point("chat.send.charged")
    with uow:
        attempt, place = uow.sends.take_place(draft)
        point("chat.send.locked")
        if earlier := _earlier(attempt, draft):
            return earlier.message, earlier.wallet
        # Asked again: a block may have come while billing charged. What is refused here is given back by billing.
        attempt.standing.check_contact(draft.recipient_id)
        message = _post(uow, limits, draft, place, credits, wallet)
        point("chat.send.before_commit")
        uow.commit()
    point("chat.send.committed")
    return message, wallet


def check_send(uow: ChatUnitOfWork, limits: Limits, draft: Draft) -> Posted | None:
    """What this id became before; if nothing, raises what sending it now would be refused with."""
    draft.check(limits.message_length)
    if draft.sender_id == draft.recipient_id:
        raise NotFound()
    with uow.reading() as before:
        attempt = before.sends.look(draft)
    if earlier := _earlier(attempt, draft):
        return earlier
    attempt.standing.check_contact(draft.recipient_id)
    attempt.standing.check_limit(limits.free_conversations, is_premium=limits.is_premium)
    if draft.icebreaker and attempt.standing.starter_id is not None:
        raise IcebreakerTooLate()
    if attempt.standing.starter_id is None and draft.likeness:
        with uow.reading() as before:
            _check_words(before, draft)
    return None


def _earlier(attempt: Attempt, draft: Draft) -> Posted | None:
    fate = attempt.fate
    if fate.is_withdrawn:
        raise SendWithdrawn()
    if fate.posted and fate.posted.body_hash != draft.body_hash:
        raise KeyReused(field="id")
    return fate.posted


def _check_words(uow: ChatUnitOfWork, draft: Draft) -> None:
    if draft.likeness and uow.sends.began_alike(draft, SAME_WORDS_WITHIN) >= SAME_WORDS_TO:
        raise SameTextToMany(retry_after_seconds=int(SAME_WORDS_WITHIN.total_seconds()))


def _photo(uow: ChatUnitOfWork, draft: Draft, place: Place) -> Photo | None:
    """Veiled while its reader has not written to the sender: theirs is the choice to see what a stranger sends."""
    if draft.photo is None:
        return None
    if not uow.photos.forget_loose(draft.photo.media):
        raise Unavailable()  # it took so long that its files were cleared away
    return replace(draft.photo, is_veiled=not uow.photos.has_written(place.conversation_id, draft.recipient_id))


def _post(uow: ChatUnitOfWork, limits: Limits, draft: Draft, place: Place, credits: int, wallet: Wallet) -> Message:
    message = Message(
        draft.id,
        place.conversation_id,
        place.seq,
        draft.sender_id,
        draft.text,
        place.at,
        draft.kind,
        hints_in(draft.text),
        draft.gift,
        draft.icebreaker,
        photo=_photo(uow, draft, place),
        credits=credits,
    )
    if draft.icebreaker and place.seq > 1:
        # Somebody wrote while billing charged; it gives the charge back.
        raise IcebreakerTooLate()
    if place.seq == 1:
        is_premium = limits.is_premium or wallet.is_premium
        # Counting locks the sender's own row, so those who begin at once are looked at one after the other.
        if not uow.members.count_start(draft.sender_id, limits.free_conversations, is_premium=is_premium):
            raise NoConversationsLeft()
        _check_words(uow, draft)
        uow.announce(conversation_started(place.conversation_id, draft.sender_id, draft.recipient_id))
    uow.sends.post(draft, message, wallet)
    uow.announce(message_sent(message, draft.recipient_id))
    uow.feed.tell(of_message(message, draft.recipient_id, wallet))
    return message
