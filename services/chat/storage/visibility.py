"""Who is hidden from whom in chat: the one place that says it, for lists, counts and live streams."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, not_
from sqlalchemy.orm import aliased

from chat.storage.tables import BlockRow, MemberRow

ACTIVE, DELETED = "active", "deleted"

Id = UUID | ColumnElement[UUID] | Any


def is_visible(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    """Members who are gone are hidden, and the two sides of a block from each other."""
    partner, ours, theirs = aliased(MemberRow), aliased(BlockRow), aliased(BlockRow)
    return and_(
        exists().where(partner.member_id == partner_id, partner.state == ACTIVE),
        not_(exists().where(ours.blocker_id == viewer_id, ours.blocked_id == partner_id)),
        not_(exists().where(theirs.blocker_id == partner_id, theirs.blocked_id == viewer_id)),
    )
