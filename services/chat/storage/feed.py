from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from shared.kit.db import Statement, notify_after_commit
from sqlalchemy import BigInteger, Uuid, bindparam, column, func, select, table, text, true
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlalchemy.orm import Session

from chat.domain.feed_event import Appended, FeedEvent
from chat.ports import OpenPages
from chat.storage.conversation_statements import total_unread
from chat.storage.tables import FeedHeadRow
from chat.storage.visibility import is_visible

FEED = "feed"

# The row locks of the heads are taken in the order of ids, so that two transactions with the same members cannot
# deadlock. They are held until commit, so positions follow the order of commits. Part of every send: measured by
# `scripts/bench chat`.
# Several events of one member take positions in their order.
_PLACED = """
    WITH event AS (
        SELECT *, row_number() OVER of_member AS n, count(*) OVER (PARTITION BY member_id) AS of
        FROM ROWS FROM (jsonb_to_recordset(:events) AS (
            member_id uuid, kind text, partner_id uuid, message_id uuid, payload jsonb, is_open boolean
        )) WITH ORDINALITY AS event (member_id, kind, partner_id, message_id, payload, is_open, number)
        WINDOW of_member AS (PARTITION BY member_id ORDER BY number)
    ), heads AS (
        INSERT INTO feed_heads (member_id, position)
        SELECT member_id, count(*) FROM event GROUP BY member_id ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET position = feed_heads.position + excluded.position
        RETURNING member_id, position
    ), placed AS (
        SELECT event.*, position - event.of + n AS position FROM event JOIN heads USING (member_id)
    )
"""
_INSERT = """
    INSERT INTO feed (member_id, position, kind, partner_id, message_id, payload)
    SELECT member_id, position, kind, partner_id, message_id, payload FROM placed
"""


def _shown() -> str:
    """What the open pages among the placed events need: the columns of `Appended`."""
    placed = table(
        "placed",
        *(column(name, Uuid) for name in ("member_id", "partner_id")),
        *(column(name, BigInteger) for name in ("number", "position")),
        column("is_open"),
    )
    unread = total_unread(placed.c.member_id).correlate(placed).lateral("unread")
    query = (
        select(
            placed.c.number,
            placed.c.position,
            func.now().label("written_at"),
            is_visible(placed.c.member_id, placed.c.partner_id).label("is_visible"),
            unread.c.total_unread,
        )
        .join(unread, true())
        .where(placed.c.is_open)
        .order_by(placed.c.position)
    )
    return str(query.compile(dialect=dialect(), compile_kwargs={"literal_binds": True}))  # type: ignore[no-untyped-call]


APPEND = Statement(text(_PLACED + _INSERT))
APPEND_TO_OPEN = Statement(text(f"{_PLACED}, written AS ({_INSERT}) {_shown()}"))
HEAD = Statement(select(FeedHeadRow.position).where(FeedHeadRow.member_id == bindparam("member_id", type_=Uuid)))


class FeedRepository:
    def __init__(self, session: Session, pages: OpenPages | None = None) -> None:
        self._session, self._pages = session, pages

    def append(self, events: Sequence[FeedEvent]) -> None:
        """Give each event the next position of its member's feed when the transaction commits.

        Call it last: the row locks of feed heads come after all others.
        """
        rows = [self._row(event) for event in events]
        # Of a page that is opened before the commit nobody else would know.
        others = [event.member_id for event, row in zip(events, rows, strict=True) if not row["is_open"]]
        then = partial(_deliver, self._pages, events, others) if self._pages else None
        statement = APPEND_TO_OPEN if len(others) < len(rows) else APPEND
        statement.rows_with_commit(self._session, then, events=Jsonb(rows))
        # NOTIFY wakes the streams of these members.
        notify_after_commit(self._session, FEED, [str(event.member_id) for event in events])

    def _row(self, event: FeedEvent) -> dict[str, Any]:
        return {
            "member_id": str(event.member_id),
            "kind": event.kind,
            "partner_id": event.partner_id and str(event.partner_id),
            "message_id": event.message and str(event.message.id),
            "payload": dict(event.payload),
            "is_open": self._pages is not None and self._pages.has(event.member_id),
        }


def _deliver(pages: OpenPages, events: Sequence[FeedEvent], others: Sequence[UUID], rows: Sequence[Any]) -> None:
    pages.deliver([Appended(events[row.number - 1], *row[1:]) for row in rows], others)
