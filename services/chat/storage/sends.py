"""Reads and writes of a send, in as few round trips as it takes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from psycopg.errors import DivisionByZero
from psycopg.types.json import Jsonb
from shared.kit.storage.statement import LOCK_TIMEOUT, Call, in_one_trip, rows_of
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.conversation import ContactPermission, conversation_of
from chat.domain.message import Draft, Message
from chat.domain.sending import MessageSlot, Posted, SendOutcome, SendState
from chat.domain.wallet import Wallet
from chat.storage.send_statements import (
    COUNT_SAME_STARTS,
    LOCK,
    OUTCOME,
    PERMISSION,
    POST,
    RESERVE_SLOT,
    STATE,
    TAKE_SLOT,
)
from chat.storage.stored import message_of
from chat.storage.tables import WithdrawnSendRow

GROUP_LOCK_TIMEOUT = "250ms"


class StateChanged(Exception):
    """The state that a send was checked by is no longer true."""


class SendRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def state(self, draft: Draft) -> SendState:
        (row,) = rows_of(self._session, *STATE.with_(**_parameters(draft)))
        return _state(row, draft)

    def states(self, drafts: Sequence[Draft]) -> list[SendState]:
        """The state of each, in one round trip."""
        found = in_one_trip(self._session, *(STATE.with_(**_parameters(draft)) for draft in drafts))
        return [_state(row, draft) for (row,), draft in zip(found, drafts, strict=True)]

    def permission(self, sender_id: UUID, recipient_id: UUID) -> ContactPermission:
        row = PERMISSION.on(
            self._session,
            sender_id=sender_id,
            recipient_id=recipient_id,
            conversation_id=conversation_of(sender_id, recipient_id),
        ).one()
        return ContactPermission(**row._asdict())

    @contextmanager
    def taking_slot(self, draft: Draft, state: SendState) -> Iterator[None]:
        """Have the commit of the block take the slot of this state, in the round trip of the commit.

        Raises StateChanged instead, and undoes the transaction, if another message took the slot or the state has
        changed otherwise.
        """
        LOCK.with_commit(self._session, **_lock_number(draft.id))
        TAKE_SLOT.with_commit(self._session, **_slot_parameters(draft, state))
        try:
            yield
        except DivisionByZero as error:
            raise StateChanged() from error

    @contextmanager
    def taking_slots(self, replies: Sequence[tuple[Draft, SendState]]) -> Iterator[None]:
        """As `taking_slot`, for replies in different conversations whose transaction is one.

        Raises StateChanged for every failure: each of them can then be posted by itself, whether it was committed or
        not, since that looks first.
        """
        # Locks of one kind are taken in one order, and kinds in the order of a single send (README, "One message"): two
        # groups do not deadlock. One that is not granted soon belongs to a transaction that is stuck.
        LOCK_TIMEOUT.with_commit(self._session, within=GROUP_LOCK_TIMEOUT)
        for number in sorted(_lock_number(draft.id)["number"] for draft, _ in replies):
            LOCK.with_commit(self._session, number=number)
        for draft, state in sorted(replies, key=lambda reply: reply[1].next_slot.conversation_id):
            TAKE_SLOT.with_commit(self._session, **_slot_parameters(draft, state))
        try:
            yield
        except psycopg.Error as error:
            raise StateChanged() from error

    def reserve_slot(self, draft: Draft) -> SendState:
        """Reserve the next slot of the conversation, and read the state again.

        Locks the message id and the conversation until the transaction ends; a rollback frees the slot.
        """
        first_id, second_id = sorted((draft.sender_id, draft.recipient_id))
        # Each statement sees the commits before it began, so the state includes the previous lock holder's.
        _, (row,) = in_one_trip(
            self._session,
            _lock(draft.id),
            RESERVE_SLOT.with_(**_parameters(draft), first_id=first_id, second_id=second_id),
        )
        return _state(row, draft)

    def post(self, draft: Draft, message: Message, wallet: Wallet) -> None:
        """Insert the message, count it for both participants and copy the sender's wallet unless a newer version is
        stored. Sent with the commit, in one round trip."""
        photo = Jsonb(asdict(message.photo)) if message.photo else None
        voice = Jsonb(asdict(message.voice)) if message.voice else None
        POST.with_commit(
            self._session,
            **vars(message) | {"hints": list(message.hints), "photo": photo, "voice": voice},
            body_hash=draft.body_hash,
            likeness=draft.likeness if message.seq == 1 else None,
            answer=Jsonb(vars(wallet)),
            recipient_id=draft.recipient_id,
            balance=wallet.balance,
            free_messages_left=wallet.free_messages_left,
            wallet_version=wallet.version,
        )

    def count_same_starts(self, draft: Draft, within: timedelta) -> int:
        """How many conversations this sender has begun with the same text within this time."""
        rows = COUNT_SAME_STARTS.on(self._session, sender_id=draft.sender_id, likeness=draft.likeness, within=within)
        count: int = rows.scalar_one()
        return count

    def lock_outcome(self, message_id: UUID) -> SendOutcome:
        """The outcome of a message id, which is locked until the transaction ends."""
        _, (row,) = in_one_trip(self._session, _lock(message_id), OUTCOME.with_(message_id=message_id))
        return _outcome(row)

    def withdraw(self, message_id: UUID) -> None:
        """Refuse this message id from now on."""
        self._session.execute(insert(WithdrawnSendRow).values(message_id=message_id).on_conflict_do_nothing())


def _lock(message_id: UUID) -> Call:
    return LOCK.with_(**_lock_number(message_id))


def _lock_number(message_id: UUID) -> dict[str, int]:
    # An advisory lock takes 64 bits: half of a random id. Two ids that share them only wait for each other.
    return {"number": int.from_bytes(message_id.bytes[:8], signed=True)}


def _parameters(draft: Draft) -> dict[str, Any]:
    return {
        "message_id": draft.id,
        "sender_id": draft.sender_id,
        "recipient_id": draft.recipient_id,
        "conversation_id": conversation_of(draft.sender_id, draft.recipient_id),
    }


def _slot_parameters(draft: Draft, state: SendState) -> dict[str, Any]:
    seen = {f"seen_{name}": getattr(state.permission, name) for name in PERMISSION_FIELDS}
    return {**_parameters(draft), "slot_seq": state.next_slot.seq, "slot_at": state.next_slot.at, **seen}


PERMISSION_FIELDS = tuple(field.name for field in fields(ContactPermission))


def _state(row: Any, draft: Draft) -> SendState:
    permission = ContactPermission(**{name: getattr(row, name) for name in PERMISSION_FIELDS})
    slot = MessageSlot(conversation_of(draft.sender_id, draft.recipient_id), row.slot_seq, row.slot_at)
    return SendState(_outcome(row), permission, slot)


def _outcome(row: Any) -> SendOutcome:
    posted = Posted(message_of(row), row.body_hash, Wallet(**row.answer)) if row.id else None
    return SendOutcome(posted, row.is_withdrawn)
