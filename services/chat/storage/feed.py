from collections.abc import Collection

from psycopg.types.json import Jsonb
from servicekit.storage.statement import Statement
from servicekit.storage.waking import wake_after_commit
from sqlalchemy import Uuid, bindparam, select, text
from sqlalchemy.orm import Session

from chat.domain.news import News
from chat.storage.tables import FeedHeadRow

FEED = "feed"

# Heads are locked in the order of ids, so that two transactions that tell the same two members cannot wait for each
# other. The lock is held until commit: positions follow the order of commits.
TELL = Statement(
    text(
        """
    WITH news AS (
        SELECT * FROM unnest(
            CAST(:members AS uuid[]), CAST(:kinds AS text[]), CAST(:partners AS uuid[]), CAST(:messages AS uuid[]),
            CAST(:payloads AS jsonb[])
        ) AS news (member_id, kind, partner_id, message_id, payload)
    ), heads AS (
        INSERT INTO feed_heads (member_id, position) SELECT member_id, 1 FROM news ORDER BY member_id
        ON CONFLICT (member_id) DO UPDATE SET position = feed_heads.position + 1
        RETURNING member_id, position
    )
    INSERT INTO feed (member_id, position, kind, partner_id, message_id, payload)
    SELECT member_id, position, kind, partner_id, message_id, payload FROM news JOIN heads USING (member_id)
    """
    )
)
HEAD = Statement(select(FeedHeadRow.position).where(FeedHeadRow.member_id == bindparam("member_id", type_=Uuid)))


class FeedRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def tell(self, news: Collection[News]) -> None:
        TELL.with_commit(
            self._session,
            members=[item.member_id for item in news],
            kinds=[item.kind for item in news],
            partners=[item.partner_id for item in news],
            messages=[item.message_id for item in news],
            payloads=[Jsonb(dict(item.payload)) for item in news],
        )
        # The streams of these members sleep until then.
        wake_after_commit(self._session, FEED, [str(item.member_id) for item in news])
