"""Messages from rows of `messages`."""

from typing import Any

from shared.contact_details import Hint

from chat.domain.call import CallFacts, CallKind, CallState
from chat.domain.message import Kind, Message, Photo, Voice


def message_of(row: Any) -> Message:
    """The message of a row, without its quote and its reactions."""
    return Message(
        id=row.id,
        conversation_id=row.conversation_id,
        seq=row.seq,
        sender_id=row.sender_id,
        text=row.text,
        sent_at=row.sent_at,
        kind=Kind(row.kind),
        hints=tuple(Hint(hint) for hint in row.hints),
        gift=row.gift,
        icebreaker=row.icebreaker,
        undelivered_at=row.undelivered_at,
        photo=photo_of(row.photo),
        voice=voice_of(row.voice),
        call=call_of(row.call),
        credits=row.credits,
        reply_to=row.reply_to,
        retracted_at=row.retracted_at,
    )


def photo_of(stored: dict[str, Any] | None) -> Photo | None:
    return Photo(**stored) if stored else None


def voice_of(stored: dict[str, Any] | None) -> Voice | None:
    return Voice(**stored | {"peaks": tuple(stored["peaks"])}) if stored else None


def call_of(stored: dict[str, Any] | None) -> CallFacts | None:
    return CallFacts(CallKind(stored["kind"]), CallState(stored["state"]), stored["seconds"]) if stored else None
