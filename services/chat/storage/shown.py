"""Messages as one participant sees them: with the message they answer, and both reactions."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.orm import aliased

from chat.domain.message import QUOTED_LENGTH, Kind, Message, Quote, Reaction
from chat.storage.stored import message_of
from chat.storage.tables import MessageRow, ReactionRow

QUOTED = aliased(MessageRow, name="quoted")


def shown(query: Select[Any], removed_before_seq: ColumnElement[int] | Any) -> Select[Any]:
    """Add the columns that `quote_of` and `reactions_of` read. Both are looked up by primary keys, row by row."""
    reactions = (
        select(func.jsonb_object_agg(ReactionRow.member_id, ReactionRow.kind))
        .where(ReactionRow.message_id == MessageRow.id)
        .correlate(MessageRow)
        .scalar_subquery()
    )
    is_quoted = and_(
        QUOTED.id == MessageRow.reply_to,
        QUOTED.conversation_id == MessageRow.conversation_id,
        QUOTED.seq > removed_before_seq,
        QUOTED.retracted_at.is_(None),
    )
    return query.add_columns(
        reactions.label("reactions"),
        QUOTED.id.label("quoted_id"),
        QUOTED.sender_id.label("quoted_sender_id"),
        QUOTED.kind.label("quoted_kind"),
        func.left(QUOTED.text, QUOTED_LENGTH).label("quoted_text"),
        QUOTED.gift.label("quoted_gift"),
    ).outerjoin(QUOTED, is_quoted)


def shown_message_of(row: Any) -> Message:
    """The message of a row of a `shown` query."""
    return replace(message_of(row), quote=quote_of(row), reactions=reactions_of(row))


def quote_of(row: Any) -> Quote | None:
    if row.quoted_id is None:
        return None
    return Quote(row.quoted_id, row.quoted_sender_id, Kind(row.quoted_kind), row.quoted_text, row.quoted_gift)


def reactions_of(row: Any) -> tuple[tuple[UUID, Reaction], ...]:
    return tuple((UUID(member_id), Reaction(kind)) for member_id, kind in (row.reactions or {}).items())
