"""Visibility of members in chat, for lists, counts and live streams.

The rules are those of `profiles/domain/visibility.py`, over copies of its data; tests/contracts/visibility.json keeps
the two equal.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func, not_, or_
from sqlalchemy.orm import aliased

from chat.storage.tables import BlockRow, ConversationRow, HiddenContactRow, MemberRow

ACTIVE, DELETED = "active", "deleted"

Id = UUID | ColumnElement[UUID] | Any


def is_visible(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    """Deleted and hidden members are not visible, invisible ones and people who know each other to conversation
    partners only, and nobody across a block."""
    partner, invisible = aliased(MemberRow), aliased(MemberRow)
    ours, theirs = aliased(HiddenContactRow), aliased(HiddenContactRow)
    # Each subquery stands by itself: nested in another, SQLAlchemy would correlate its columns with the outer rows.
    return and_(
        exists().where(partner.member_id == partner_id, partner.state == ACTIVE, not_(partner.is_hidden)),
        or_(
            and_(
                not_(exists().where(invisible.member_id == partner_id, invisible.is_invisible)),
                not_(exists().where(ours.member_id == viewer_id, ours.contact_id == partner_id)),
                not_(exists().where(theirs.member_id == partner_id, theirs.contact_id == viewer_id)),
            ),
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


def share_reads(one: Id, other: Id) -> ColumnElement[bool]:
    """Read marks are shown both ways or not at all."""
    either = aliased(MemberRow)
    return not_(exists().where(either.member_id.in_((one, other)), either.hides_reads))


def _have_conversation(viewer_id: Id, partner_id: Id) -> ColumnElement[bool]:
    one, other = func.least(viewer_id, partner_id), func.greatest(viewer_id, partner_id)
    theirs = aliased(ConversationRow)
    return exists().where(theirs.first_id == one, theirs.second_id == other)
