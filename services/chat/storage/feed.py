from collections.abc import Collection
from typing import Any

from psycopg.types.json import Jsonb
from shared.kit.storage.commit_notifier import notify_after_commit
from shared.kit.storage.statement import Statement
from sqlalchemy import Uuid, bindparam, select, text
from sqlalchemy.orm import Session

from chat.domain.feed_event import FeedEvent
from chat.storage.tables import FeedHeadRow

FEED = "feed"

# The row locks of the heads are taken in the order of ids, so that two transactions with the same two members cannot
# deadlock. They are held until commit, so positions follow the order of commits. Part of every send: measured by
# `scripts/bench chat`.
APPEND = """
    WITH event (member_id, kind, partner_id, message_id, payload) AS ({events}), heads AS (
        INSERT INTO feed_heads (member_id, position) SELECT member_id, 1 FROM event ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET position = feed_heads.position + 1
        RETURNING member_id, position
    )
    INSERT INTO feed (member_id, position, kind, partner_id, message_id, payload)
    SELECT member_id, position, kind, partner_id, message_id, payload FROM event JOIN heads USING (member_id)
"""
# Several events of one member take positions in their order.
APPEND_MANY = Statement(
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
# The two events of a message: arrays take the driver longer than values.
APPEND_TWO = Statement(
    text(
        APPEND.format(
            events="VALUES "
            + ", ".join(
                f"(CAST(:member_{n} AS uuid), CAST(:kind_{n} AS text), CAST(:partner_{n} AS uuid),"
                f" CAST(:message_{n} AS uuid), CAST(:payload_{n} AS jsonb))"
                for n in range(2)
            )
        )
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
        if len({event.member_id for event in events}) == len(events) == 2:
            values: dict[str, Any] = {}
            for n, event in enumerate(events):
                values |= {f"member_{n}": event.member_id, f"kind_{n}": event.kind, f"partner_{n}": event.partner_id}
                values |= {f"message_{n}": event.message_id, f"payload_{n}": Jsonb(dict(event.payload))}
            APPEND_TWO.with_commit(self._session, **values)
        else:
            APPEND_MANY.with_commit(
                self._session,
                members=[event.member_id for event in events],
                kinds=[event.kind for event in events],
                partners=[event.partner_id for event in events],
                messages=[event.message_id for event in events],
                payloads=[Jsonb(dict(event.payload)) for event in events],
            )
        # NOTIFY wakes the streams of these members.
        notify_after_commit(self._session, FEED, [str(event.member_id) for event in events])
