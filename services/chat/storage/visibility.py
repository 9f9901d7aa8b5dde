"""Who is hidden from whom in chat: the one place that says it, for lists, counts and live streams.

The rules are those of `profiles/domain/visibility.py`, over our copies; tests/contracts/visibility.json holds them
together.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func, not_, or_
from sqlalchemy.orm import aliased

from chat.storage.tables import BlockRow, ConversationRow, MemberRow

ACTIVE, DELETED = "active", "deleted"

Id = UUID | ColumnElement[UUID] | Any


def is_met(pool: Any, partners_pool: Any) -> ColumnElement[bool]:
    """The members of one pool of sites meet. Of whom we have not heard the pool yet, profiles has the say."""
    return or_(pool.is_(None), partners_pool.is_(None), pool == partners_pool)


def is_visible(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    """Members who are not there are hidden, and the two sides of a block from each other."""
    partner, veiled = aliased(MemberRow), aliased(MemberRow)
    # Each a subquery of its own, none in another: one level deeper the columns of two members would be taken for those
    # of all rows there are.
    return and_(
        exists().where(partner.member_id == partner_id, partner.state == ACTIVE, not_(partner.is_hidden)),
        or_(
            not_(exists().where(veiled.member_id == partner_id, veiled.is_invisible)),
            _have_conversation(viewer_id, partner_id),
        ),
        no_block(viewer_id, partner_id),
    )


def no_block(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    """Neither of the two has blocked the other."""
    ours, theirs = aliased(BlockRow), aliased(BlockRow)
    return and_(
        not_(exists().where(ours.blocker_id == viewer_id, ours.blocked_id == partner_id)),
        not_(exists().where(theirs.blocker_id == partner_id, theirs.blocked_id == viewer_id)),
    )


def is_there(partner: Any, viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    """Whether this member is there for the viewer, blocks aside; the invisible are when they have a conversation."""
    is_seen = or_(not_(partner.is_invisible), _have_conversation(viewer_id, partner_id))
    return and_(partner.state == ACTIVE, not_(partner.is_hidden), is_seen)


def _have_conversation(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    one, other = func.least(viewer_id, partner_id), func.greatest(viewer_id, partner_id)
    theirs = aliased(ConversationRow)
    return exists().where(theirs.first_id == one, theirs.second_id == other)
