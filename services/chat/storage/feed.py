from collections.abc import Collection

from psycopg.types.json import Jsonb
from shared.kit.db import Statement, notify_after_commit
from sqlalchemy import Uuid, bindparam, select, text
from sqlalchemy.orm import Session

from chat.domain.feed_event import FeedEvent
from chat.storage.tables import FeedHeadRow

FEED = "feed"

# The row locks of the heads are taken in the order of ids, so that two transactions with the same members cannot
# deadlock. They are held until commit, so positions follow the order of commits. Part of every send: measured by
# `scripts/bench chat`.
# Several events of one member take positions in their order.
APPEND = Statement(
    text(
        """
    WITH event AS (
        SELECT *, row_number() OVER of_member AS n, count(*) OVER (PARTITION BY member_id) AS of
        FROM unnest(
            CAST(:members AS uuid[]), CAST(:kinds AS text[]), CAST(:partners AS uuid[]), CAST(:messages AS uuid[]),
            CAST(:payloads AS jsonb[])
        ) WITH ORDINALITY AS event (member_id, kind, partner_id, message_id, payload, number)
        WINDOW of_member AS (PARTITION BY member_id ORDER BY number)
    ), heads AS (
        INSERT INTO feed_heads (member_id, position)
        SELECT member_id, count(*) FROM event GROUP BY member_id ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET position = feed_heads.position + excluded.position
        RETURNING member_id, position
    )
    INSERT INTO feed (member_id, position, kind, partner_id, message_id, payload)
    SELECT member_id, position - event.of + n, kind, partner_id, message_id, payload
    FROM event JOIN heads USING (member_id)
"""
    )
)
HEAD = Statement(select(FeedHeadRow.position).where(FeedHeadRow.member_id == bindparam("member_id", type_=Uuid)))


class FeedRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def append(self, events: Collection[FeedEvent]) -> None:
        """Give each event the next position of its member's feed when the transaction commits.

        Call it last: the row locks of feed heads come after all others.
        """
        APPEND.with_commit(
            self._session,
            members=[event.member_id for event in events],
            kinds=[event.kind for event in events],
            partners=[event.partner_id for event in events],
            messages=[event.message_id for event in events],
            payloads=[Jsonb(dict(event.payload)) for event in events],
        )
        # NOTIFY wakes the streams of these members.
        notify_after_commit(self._session, FEED, [str(event.member_id) for event in events])
