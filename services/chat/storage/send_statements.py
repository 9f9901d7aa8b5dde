"""The statements of a send: the hot path of chat, measured by `scripts/bench chat`.

A reply is two round trips, each compiled once: `STATE` before the charge; then lock, `TAKE_SLOT`, `POST`, outbox and
feed with the commit (docs/decisions/0053-message-hot-path.md). Other sends are three: `RESERVE_SLOT` stands between.
"""

from datetime import datetime
from typing import Any

from shared.kit.storage.statement import Statement
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Interval,
    LargeBinary,
    Select,
    Update,
    Uuid,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    literal_column,
    not_,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningInsert

from chat.storage.tables import (
    BlockRow,
    ConversationRow,
    MemberRow,
    MessageRow,
    ParticipationRow,
    WithdrawnSendRow,
)
from chat.storage.visibility import ACTIVE, is_active_for, share_pool


def _permission() -> Select[Any]:
    sender, recipient = aliased(MemberRow), aliased(MemberRow)
    sender_id, recipient_id, conversation_id = (
        bindparam(name, type_=Uuid) for name in ("sender_id", "recipient_id", "conversation_id")
    )
    is_known = and_(recipient.member_id.is_not(None), share_pool(sender.pool, recipient.pool))
    return (
        select(
            is_known.label("is_recipient_known"),
            func.coalesce(is_active_for(recipient, sender_id, recipient_id), False).label("is_recipient_there"),
            func.coalesce(recipient.is_confirmed, False).label("is_recipient_confirmed"),
            func.coalesce(recipient.name, "").label("recipient_name"),
            _has_blocked(recipient_id, sender_id).label("is_blocked_by_recipient"),
            _has_blocked(sender_id, recipient_id).label("has_blocked_recipient"),
            ConversationRow.starter_id,
            func.coalesce(sender.conversations_started, 0).label("conversations_started"),
            func.coalesce(sender.is_premium, False).label("is_premium"),
            func.coalesce(sender.is_age_unproven, False).label("is_sender_age_unproven"),
            func.coalesce(recipient.state != ACTIVE, False).label("is_recipient_deleted"),
            func.coalesce(recipient.is_closed_for_fraud, False).label("is_recipient_closed_for_fraud"),
        )
        # Outer joins to a single row: the sign-up event of either member may not have arrived yet.
        .select_from(select(literal(1)).subquery())
        .outerjoin(sender, sender.member_id == sender_id)
        .outerjoin(recipient, recipient.member_id == recipient_id)
        .outerjoin(ConversationRow, ConversationRow.id == conversation_id)
    )


def _has_blocked(blocker_id: Any, blocked_id: Any) -> Any:
    block = aliased(BlockRow)
    return exists().where(block.blocker_id == blocker_id, block.blocked_id == blocked_id)


def _reserve() -> ReturningInsert[int, datetime]:
    """Insert the conversation with seq 1, or advance its `last_seq`."""
    at = func.clock_timestamp()
    # The row lock makes a concurrent send wait for this one's commit and take the seq after it. `greatest` keeps a
    # message from being older than the one before it.
    return (
        insert(ConversationRow)
        .values(
            id=bindparam("conversation_id"),
            first_id=bindparam("first_id"),
            second_id=bindparam("second_id"),
            starter_id=bindparam("sender_id"),
            last_seq=1,
            last_message_at=at,
        )
        .on_conflict_do_update(
            index_elements=[ConversationRow.id],
            set_={
                "last_seq": ConversationRow.last_seq + 1,
                "last_message_at": func.greatest(ConversationRow.last_message_at, at),
            },
        )
        .returning(ConversationRow.last_seq, ConversationRow.last_message_at)
    )


def _next_slot() -> tuple[ColumnElement[Any], ...]:
    """The slot of the next message, by the clock of the database and never older than the message before it."""
    return (
        (func.coalesce(ConversationRow.last_seq, 0) + 1).label("slot_seq"),
        func.greatest(ConversationRow.last_message_at, func.clock_timestamp()).label("slot_at"),
    )


def _take_slot() -> Select[Any]:
    """Advance the conversation to the slot that `STATE` found.

    Fails with a division by zero, which undoes the transaction it is sent with, if another message has taken the slot,
    the message id has an outcome, or the permission differs from the one that was checked.
    """
    taken = (
        update(ConversationRow)
        .where(
            ConversationRow.id == bindparam("conversation_id", type_=Uuid),
            ConversationRow.last_seq == bindparam("slot_seq", type_=BigInteger) - 1,
        )
        .values(last_seq=bindparam("slot_seq"), last_message_at=bindparam("slot_at"))
        .returning(ConversationRow.last_seq)
        .cte("taken")
    )
    now = _permission().subquery("now")
    is_same = and_(
        exists(select(taken.c.last_seq)),
        not_(exists().where(WithdrawnSendRow.message_id == MESSAGE_ID)),
        not_(exists().where(IS_MESSAGE)),
        *(column.is_not_distinct_from(bindparam(f"seen_{column.name}", type_=column.type)) for column in now.c),
    )
    divisor = case((is_same, literal_column("1")), else_=literal_column("0"))
    return select(literal_column("1").op("/")(divisor)).select_from(now)


def _count_message() -> Insert:
    """Upsert both participations: one more unread for the recipient, and back in the list of both unless muted."""

    def participation(member: str, partner: str, unread: int) -> dict[str, Any]:
        return {
            "conversation_id": bindparam("conversation_id"),
            "member_id": bindparam(member),
            "partner_id": bindparam(partner),
            "unread": unread,
            "updated_at": bindparam("sent_at"),
        }

    row = insert(ParticipationRow).values(
        [
            participation("sender_id", "recipient_id", unread=0),
            participation("recipient_id", "sender_id", unread=1),
        ]
    )
    return row.on_conflict_do_update(
        index_elements=[ParticipationRow.conversation_id, ParticipationRow.member_id],
        set_={
            "unread": ParticipationRow.unread + row.excluded.unread,
            "updated_at": row.excluded.updated_at,
            "is_archived": and_(ParticipationRow.is_archived, ParticipationRow.is_muted),
        },
    )


def _copy_wallet() -> Update:
    """Update the sender's copy of billing's figures, unless a newer version is stored."""
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
OUTCOME_COLUMNS = (
    exists().where(WithdrawnSendRow.message_id == MESSAGE_ID).label("is_withdrawn"),
    *MessageRow.__table__.columns,
)
IS_MESSAGE = MessageRow.id == MESSAGE_ID
OUTCOME = Statement(
    select(*OUTCOME_COLUMNS).select_from(select(literal(1)).subquery()).outerjoin(MessageRow, IS_MESSAGE)
)
PERMISSION = Statement(_permission())
OUTCOME_AND_PERMISSION = _permission().add_columns(*OUTCOME_COLUMNS).outerjoin(MessageRow, IS_MESSAGE)
STATE = Statement(OUTCOME_AND_PERMISSION.add_columns(*_next_slot()))
TAKE_SLOT = Statement(_take_slot())
SLOT = _reserve().cte("slot")
RESERVE_SLOT = Statement(
    OUTCOME_AND_PERMISSION.add_columns(SLOT.c.last_seq.label("slot_seq"), SLOT.c.last_message_at.label("slot_at"))
    # Reserved in every state; a rollback frees it.
    .join(SLOT, true())
)
POST = Statement(
    _copy_wallet().add_cte(
        insert(MessageRow).values({column: bindparam(column.name) for column in MessageRow.__table__.columns}).cte(),
        _count_message().cte(),
    )
)
COUNT_SAME_STARTS = Statement(
    select(func.count())
    .select_from(MessageRow)
    .where(
        MessageRow.sender_id == bindparam("sender_id", type_=Uuid),
        MessageRow.likeness == bindparam("likeness", type_=LargeBinary),
        MessageRow.sent_at > func.now() - bindparam("within", type_=Interval),
    )
)
