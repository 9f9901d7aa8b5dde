"""Reads and writes of sends, for a batch in as few round trips as for one."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from shared.kit.db import LOCK_TIMEOUT, in_one_trip
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.conversation import ContactPermission, conversation_of
from chat.domain.message import Draft, Message, Photo
from chat.domain.sending import MessageSlot, Posted, SendOutcome, SendState
from chat.domain.wallet import Wallet
from chat.storage.send_statements import COUNT_SAME_STARTS, LOCK_IDS, LOCK_SENDERS, POST, RESERVE, STATES
from chat.storage.stored import message_of
from chat.storage.tables import WithdrawnSendRow

# A lock that is not granted soon to a batch belongs to a transaction that is stuck: its message is posted alone.
BATCH_LOCK_TIMEOUT = "250ms"


class SendRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def states(self, drafts: Sequence[Draft]) -> list[SendState]:
        """The state of each, without a slot."""
        return [_state(row) for row in STATES.rows(self._session, **_asked(drafts))]

    def permission(self, sender_id: UUID, recipient_id: UUID) -> ContactPermission:
        (row,) = STATES.rows(
            self._session,
            messages=_array([None]),
            senders=_array([sender_id]),
            recipients=_array([recipient_id]),
            conversations=_array([conversation_of(sender_id, recipient_id)]),
        )
        return _state(row).permission

    def reserve_slots(self, drafts: Sequence[Draft]) -> list[tuple[SendState, MessageSlot]]:
        """Reserve the next slots of these conversations, of which none is named twice, and read the states again.

        Locks ids, conversations and senders until the transaction ends; a rollback frees the slots. Locks of one kind
        are taken in one order, and kinds in this one, so two batches do not deadlock. Raises psycopg's
        LockNotAvailable when a batch of several waits too long for one.
        """
        timeouts = [LOCK_TIMEOUT.with_(within=BATCH_LOCK_TIMEOUT)] if len(drafts) > 1 else []
        # Each statement sees the commits before it began, so states include those of the previous holders of the ids.
        *_, rows, _ = in_one_trip(
            self._session,
            *timeouts,
            LOCK_IDS.with_(numbers=_array(sorted(_lock_number(draft.id) for draft in drafts))),
            RESERVE.with_(**_asked(drafts)),
            LOCK_SENDERS.with_(senders=_array([draft.sender_id for draft in drafts])),
        )
        return [
            (_state(row), MessageSlot(conversation_of(draft.sender_id, draft.recipient_id), row.slot_seq, row.slot_at))
            for row, draft in zip(rows, drafts, strict=True)
        ]

    def post(self, posts: Sequence[tuple[Draft, Message, Wallet]]) -> None:
        """Insert the messages, count them for their participants and copy the senders' wallets unless newer versions
        are stored. Sent with the commit."""
        POST.with_commit(self._session, posts=Jsonb([_row(*post) for post in posts]))

    def count_same_starts(self, draft: Draft, within: timedelta) -> int:
        """How many conversations this sender has begun with the same text within this time."""
        values = {"sender_id": draft.sender_id, "likeness": draft.likeness, "within": within}
        ((count,),) = COUNT_SAME_STARTS.rows(self._session, **values)
        return int(count)

    def lock_outcome(self, message_id: UUID) -> SendOutcome:
        """The outcome of a message id, which is locked until the transaction ends."""
        nobody = _array([None])
        _, (row,) = in_one_trip(
            self._session,
            LOCK_IDS.with_(numbers=_array([_lock_number(message_id)])),
            STATES.with_(messages=_array([message_id]), senders=nobody, recipients=nobody, conversations=nobody),
        )
        return _state(row).outcome

    def withdraw(self, message_id: UUID) -> None:
        """Refuse this message id from now on."""
        self._session.execute(insert(WithdrawnSendRow).values(message_id=message_id).on_conflict_do_nothing())


def _lock_number(message_id: UUID) -> int:
    # An advisory lock takes 64 bits: half of a random id. Two ids that share them only wait for each other.
    return int.from_bytes(message_id.bytes[:8], signed=True)


def _asked(drafts: Sequence[Draft]) -> dict[str, str]:
    return {
        "messages": _array([draft.id for draft in drafts]),
        "senders": _array([draft.sender_id for draft in drafts]),
        "recipients": _array([draft.recipient_id for draft in drafts]),
        "conversations": _array([conversation_of(draft.sender_id, draft.recipient_id) for draft in drafts]),
    }


def _array(values: Sequence[UUID | int | None]) -> str:
    """In the text form of Postgres, which costs the driver a third of a list."""
    return f"{{{','.join('NULL' if each is None else str(each) for each in values)}}}"


PERMISSION_FIELDS = tuple(field.name for field in fields(ContactPermission))


def _state(row: Any) -> SendState:
    permission = ContactPermission(**{name: getattr(row, name) for name in PERMISSION_FIELDS})
    posted = Posted(message_of(row), row.body_hash, Wallet(**row.answer)) if row.id else None
    return SendState(SendOutcome(posted, row.is_withdrawn), permission)


def _row(draft: Draft, message: Message, wallet: Wallet) -> dict[str, Any]:
    """A row of `POST`."""
    likeness = draft.likeness if message.seq == 1 else None
    return {
        "id": str(message.id),
        "conversation_id": str(message.conversation_id),
        "seq": message.seq,
        "sender_id": str(message.sender_id),
        "recipient_id": str(draft.recipient_id),
        "kind": message.kind,
        "text": message.text,
        "body_hash": _hex(draft.body_hash),
        "answer": vars(wallet),
        "sent_at": message.sent_at.isoformat(),
        "hints": message.hints,
        "gift": message.gift,
        "icebreaker": message.icebreaker,
        "likeness": likeness and _hex(likeness),
        "photo": _stored(message.photo),
        "voice": message.voice and asdict(message.voice),
        "credits": message.credits,
        "reply_to": message.reply_to and str(message.reply_to),
    }


def _stored(photo: Photo | None) -> dict[str, Any] | None:
    """Without `is_doubtful` where it is not: the release before reads no such key."""
    if photo is None:
        return None
    stored = asdict(photo)
    return stored if photo.is_doubtful else {key: value for key, value in stored.items() if key != "is_doubtful"}


def _hex(content: bytes) -> str:
    return f"\\x{content.hex()}"
