"""What sending asks and writes, in as few trips to the database as it takes."""

from dataclasses import asdict, fields
from datetime import timedelta
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from servicekit.storage.statement import Call, Statement, in_one_trip, rows_of
from sqlalchemy import (
    BigInteger,
    Interval,
    LargeBinary,
    Select,
    Update,
    Uuid,
    and_,
    bindparam,
    exists,
    func,
    literal,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from chat.domain.conversation import Standing, conversation_of
from chat.domain.message import Draft, Message
from chat.domain.wallet import Wallet
from chat.ports import Attempt, Fate, Place, Posted
from chat.storage.conversations import advance, count_message
from chat.storage.messages import message_of
from chat.storage.tables import BlockRow, ConversationRow, MemberRow, MessageRow, WithdrawnSendRow
from chat.storage.visibility import ACTIVE, is_met, is_there


def _standing() -> Select[Any]:
    sender, recipient = aliased(MemberRow), aliased(MemberRow)
    sender_id, recipient_id, conversation_id = (
        bindparam(name, type_=Uuid) for name in ("sender_id", "recipient_id", "conversation_id")
    )
    starter = select(ConversationRow.starter_id).where(ConversationRow.id == conversation_id).scalar_subquery()
    return (
        select(
            and_(recipient.member_id.is_not(None), is_met(sender.pool, recipient.pool)).label("is_recipient_known"),
            func.coalesce(is_there(recipient, sender_id, recipient_id), False).label("is_recipient_there"),
            func.coalesce(recipient.is_confirmed, False).label("is_recipient_confirmed"),
            func.coalesce(recipient.name, "").label("recipient_name"),
            _has_blocked(recipient_id, sender_id).label("is_blocked_by_recipient"),
            _has_blocked(sender_id, recipient_id).label("has_blocked_recipient"),
            starter.label("starter_id"),
            func.coalesce(sender.conversations_started, 0).label("conversations_started"),
            func.coalesce(sender.is_premium, False).label("is_premium"),
            func.coalesce(recipient.state != ACTIVE, False).label("is_recipient_deleted"),
        )
        # Either of the two may be someone we have not heard of yet.
        .select_from(select(literal(1)).subquery())
        .outerjoin(sender, sender.member_id == sender_id)
        .outerjoin(recipient, recipient.member_id == recipient_id)
    )


def _has_blocked(blocker_id: Any, blocked_id: Any) -> Any:
    block = aliased(BlockRow)
    return exists().where(block.blocker_id == blocker_id, block.blocked_id == blocked_id)


def _keep_wallet() -> Update:
    """The sender's row of our copy of billing's figures, unless newer ones are there."""
    version = bindparam("wallet_version", type_=BigInteger)
    return (
        update(MemberRow)
        .where(MemberRow.member_id == bindparam("sender_id", type_=Uuid), MemberRow.wallet_version < version)
        .values(
            credits=bindparam("balance"),
            free_messages_left=bindparam("free_messages_left"),
            wallet_version=version,
        )
    )


LOCK = Statement(select(func.pg_advisory_xact_lock(bindparam("number", type_=BigInteger))))
MESSAGE_ID = bindparam("message_id", type_=Uuid)
FATE_COLUMNS = (
    exists().where(WithdrawnSendRow.message_id == MESSAGE_ID).label("is_withdrawn"),
    *MessageRow.__table__.columns,
)
IS_IT = MessageRow.id == MESSAGE_ID
FATE = Statement(select(*FATE_COLUMNS).select_from(select(literal(1)).subquery()).outerjoin(MessageRow, IS_IT))
STANDING = Statement(_standing())
ATTEMPT = _standing().add_columns(*FATE_COLUMNS).outerjoin(MessageRow, IS_IT)
LOOK = Statement(ATTEMPT)
PLACE = advance().cte("place")
TAKE_PLACE = Statement(
    ATTEMPT.add_columns(PLACE.c.last_seq.label("place_seq"), PLACE.c.last_message_at.label("place_at"))
    # Taken whatever is found; it is free again if the transaction is undone.
    .join(PLACE, true())
)
POST = Statement(
    _keep_wallet().add_cte(
        insert(MessageRow).values({column: bindparam(column.name) for column in MessageRow.__table__.columns}).cte(),
        count_message().cte(),
    )
)
BEGAN_ALIKE = Statement(
    select(func.count())
    .select_from(MessageRow)
    .where(
        MessageRow.sender_id == bindparam("sender_id", type_=Uuid),
        MessageRow.likeness == bindparam("likeness", type_=LargeBinary),
        MessageRow.sent_at > func.now() - bindparam("within", type_=Interval),
    )
)


class SendRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def look(self, draft: Draft) -> Attempt:
        (found,) = rows_of(self._session, *_look(draft))
        return _attempt(found)

    def standing(self, sender_id: UUID, recipient_id: UUID) -> Standing:
        row = STANDING.on(
            self._session,
            sender_id=sender_id,
            recipient_id=recipient_id,
            conversation_id=conversation_of(sender_id, recipient_id),
        ).one()
        return Standing(**row._asdict())

    def take_place(self, draft: Draft) -> tuple[Attempt, Place]:
        first_id, second_id = sorted((draft.sender_id, draft.recipient_id))
        # Each sees what was committed before it began, so the fate is that of whoever had the lock before.
        _, (found,) = in_one_trip(
            self._session,
            _lock(draft.id),
            TAKE_PLACE.with_(**_sought(draft), first_id=first_id, second_id=second_id),
        )
        return _attempt(found), Place(conversation_of(first_id, second_id), found.place_seq, found.place_at)

    def post(self, draft: Draft, message: Message, wallet: Wallet) -> None:
        photo = Jsonb(asdict(message.photo)) if message.photo else None
        POST.with_commit(
            self._session,
            **vars(message) | {"hints": list(message.hints), "photo": photo},
            body_hash=draft.body_hash,
            likeness=draft.likeness if message.seq == 1 else None,
            answer=Jsonb(vars(wallet)),
            recipient_id=draft.recipient_id,
            balance=wallet.balance,
            free_messages_left=wallet.free_messages_left,
            wallet_version=wallet.version,
        )

    def began_alike(self, draft: Draft, within: timedelta) -> int:
        found = BEGAN_ALIKE.on(self._session, sender_id=draft.sender_id, likeness=draft.likeness, within=within)
        count: int = found.scalar_one()
        return count

    def decide(self, message_id: UUID) -> Fate:
        _, (fate,) = in_one_trip(self._session, _lock(message_id), _fate(message_id))
        return _fate_of(fate)

    def withdraw(self, message_id: UUID) -> None:
        self._session.execute(insert(WithdrawnSendRow).values(message_id=message_id).on_conflict_do_nothing())


def _lock(message_id: UUID) -> Call:
    # Half of a random id is as good as the whole: two that collide only wait for each other.
    return LOCK.with_(number=int.from_bytes(message_id.bytes[:8], signed=True))


def _fate(message_id: UUID) -> Call:
    return FATE.with_(message_id=message_id)


def _sought(draft: Draft) -> dict[str, Any]:
    return {
        "message_id": draft.id,
        "sender_id": draft.sender_id,
        "recipient_id": draft.recipient_id,
        "conversation_id": conversation_of(draft.sender_id, draft.recipient_id),
    }


def _look(draft: Draft) -> Call:
    return LOOK.with_(**_sought(draft))


def _attempt(row: Any) -> Attempt:
    return Attempt(_fate_of(row), Standing(**{part.name: getattr(row, part.name) for part in fields(Standing)}))


def _fate_of(row: Any) -> Fate:
    posted = Posted(message_of(row), row.body_hash, Wallet(**row.answer)) if row.id else None
    return Fate(posted, row.is_withdrawn)
