"""The statements behind the list of conversations, a conversation's head and the unread count, compiled once.

Every page of the app asks them when it opens; `scripts/bench chat` measures them, and a feed event counts with `TOTAL`.
"""

from typing import Any

from shared.kit.db import Statement
from sqlalchemy import (
    ClauseElement,
    Integer,
    Select,
    String,
    Uuid,
    and_,
    bindparam,
    case,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from chat.storage.found_messages import folded
from chat.storage.messages import is_within_history
from chat.storage.tables import ConversationRow, MemberRow, MessageRow, ParticipationRow
from chat.storage.visibility import ACTIVE, is_visible, no_block, share_reads

MEMBER = bindparam("member_id", type_=Uuid)
# Conversations among which a search in the list looks, the latest first.
SEARCHED = 2_000


def total_unread(member_id: Any) -> Select[int]:
    """Unread messages of all partners visible to this member."""
    return select(func.coalesce(func.sum(ParticipationRow.unread), 0).label("total_unread")).where(
        ParticipationRow.member_id == member_id,
        ParticipationRow.unread > 0,
        is_visible(ParticipationRow.member_id, ParticipationRow.partner_id),
    )


def _participant() -> ClauseElement:
    own, partner = aliased(ParticipationRow), aliased(ParticipationRow)
    return (
        select(
            own.conversation_id,
            own.partner_id,
            own.read_seq,
            case((share_reads(own.member_id, own.partner_id), partner.read_seq), else_=0).label("partner_read_seq"),
            own.removed_before_seq,
            own.unread,
            ConversationRow.last_seq,
            own.is_muted,
            own.is_archived,
        )
        .join(ConversationRow, ConversationRow.id == own.conversation_id)
        .join(partner, and_(partner.conversation_id == own.conversation_id, partner.member_id == own.partner_id))
        .where(own.conversation_id == bindparam("conversation_id", type_=Uuid), own.member_id == MEMBER)
    )


def _listed() -> Select[Any]:
    own, partner = ParticipationRow, aliased(MemberRow)
    columns: list[Any] = [
        own.conversation_id.label("in_conversation"),
        own.partner_id,
        own.unread,
        own.is_muted,
        own.is_archived,
        own.updated_at,
        is_within_history(bindparam("months", type_=Integer)).label("shown"),
        ConversationRow.starter_id,
        partner.state.label("partner_state"),
        partner.is_hidden.label("partner_is_hidden"),
        partner.is_confirmed.label("partner_is_confirmed"),
        *MessageRow.__table__.columns,
        partner.is_closed_for_fraud.label("partner_is_closed_for_fraud"),
    ]
    return (
        select(*columns)
        .join(ConversationRow, ConversationRow.id == own.conversation_id)
        .join(
            MessageRow,
            and_(
                MessageRow.conversation_id == ConversationRow.id,
                MessageRow.seq == ConversationRow.last_seq,
                MessageRow.seq > own.removed_before_seq,
            ),
        )
        .join(partner, partner.member_id == own.partner_id)
        # Partners who left or were hidden by moderation stay in the list without a name; blocked ones do not.
        .where(own.member_id == MEMBER, no_block(own.member_id, own.partner_id))
        .order_by(own.updated_at.desc(), own.conversation_id)
        .limit(bindparam("limit", type_=Integer))
    )


def _following() -> Select[Any]:
    """The conversations after `before`, by its position now: a reload finds all, and some perhaps twice."""
    own, last = ParticipationRow, aliased(ParticipationRow)
    is_last = and_(last.member_id == own.member_id, last.conversation_id == bindparam("before", type_=Uuid))
    follows = or_(
        own.updated_at < last.updated_at,
        and_(own.updated_at == last.updated_at, own.conversation_id > last.conversation_id),
    )
    return _listed().join(last, is_last).where(follows)


def _named() -> Select[Any]:
    """Select the member's newest conversations with a present partner whose name contains the text.

    The names are read by primary key, for at most `SEARCHED` conversations.
    """
    own = aliased(ParticipationRow)
    newest = (
        select(own.conversation_id)
        .where(own.member_id == MEMBER)
        .order_by(own.updated_at.desc())
        .limit(SEARCHED)
        .scalar_subquery()
    )
    found = aliased(MemberRow)
    has_name = func.strpos(folded(found.name), folded(bindparam("name", type_=String))) > 0
    return (
        _listed()
        .join(found, found.member_id == ParticipationRow.partner_id)
        .where(
            ParticipationRow.conversation_id.in_(newest),
            has_name,
            found.state == ACTIVE,
            not_(found.is_hidden),
        )
    )


PARTICIPANT, LISTED, FOLLOWING, NAMED, TOTAL = (
    Statement(built) for built in (_participant(), _listed(), _following(), _named(), total_unread(MEMBER))
)
