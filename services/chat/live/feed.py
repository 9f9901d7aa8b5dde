"""Reading feeds without holding up the loop that serves thousands of streams."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from servicekit.storage.database import CLOCK, LIMITS, RESTED_SECONDS, Database
from servicekit.storage.revocations import KNOWN
from servicekit.storage.statement import Statement
from servicekit.web.revocations import KnownRevocations
from sqlalchemy import BigInteger, ClauseElement, Uuid, and_, bindparam, func, or_, select

from chat.domain.hints import Hint
from chat.domain.message import Kind, Message
from chat.live import events
from chat.photo_links import PhotoLinks
from chat.storage.conversations import total_unread
from chat.storage.feed import HEAD
from chat.storage.messages import photo_of
from chat.storage.tables import FeedRow, MessageRow, ParticipationRow
from chat.storage.visibility import is_visible

AT_ONCE = 100
CONNECTIONS = 4
PATIENCE_SECONDS = 5

MEMBER, PARTNER = bindparam("member_id", type_=Uuid), bindparam("partner_id", type_=Uuid)
CURSOR = bindparam("cursor", type_=BigInteger)


def _news() -> ClauseElement:
    own = ParticipationRow
    is_kept = or_(FeedRow.message_id.is_(None), MessageRow.seq > own.removed_before_seq)
    may_see = or_(FeedRow.partner_id.is_(None), is_visible(FeedRow.member_id, FeedRow.partner_id))
    return (
        select(
            FeedRow.position,
            FeedRow.kind,
            FeedRow.partner_id,
            FeedRow.payload,
            func.coalesce(and_(is_kept, may_see), False),
            MessageRow.id,
            MessageRow.conversation_id,
            MessageRow.seq,
            MessageRow.sender_id,
            MessageRow.text,
            MessageRow.sent_at,
            MessageRow.kind,
            MessageRow.hints,
            MessageRow.gift,
            MessageRow.photo,
            # Counted once, and only where there is news.
            total_unread(MEMBER).scalar_subquery(),
        )
        .outerjoin(MessageRow, MessageRow.id == FeedRow.message_id)
        .outerjoin(own, and_(own.conversation_id == MessageRow.conversation_id, own.member_id == FeedRow.member_id))
        # Positions have no gaps. The database knows by both ends that this is little, which a LIMIT does not tell it.
        .where(FeedRow.member_id == MEMBER, FeedRow.position > CURSOR, FeedRow.position <= CURSOR + AT_ONCE)
        .order_by(FeedRow.position)
    )


NEWS = Statement(_news())
VISIBLE = Statement(select(is_visible(MEMBER, PARTNER)))
OLDEST = Statement(select(func.min(FeedRow.position)).where(FeedRow.member_id == MEMBER))
BEHIND = """
SELECT member_id FROM feed_heads JOIN unnest(%(members)s::uuid[], %(cursors)s::bigint[]) AS stream (member_id, cursor)
USING (member_id) WHERE position > cursor
"""


@dataclass(frozen=True)
class Batch:
    """News as they go out, and the position they reach: what may not be seen is passed over."""

    content: bytes
    cursor: int
    is_full: bool


class LiveFeed:
    def __init__(self, database: Database, links: PhotoLinks) -> None:
        self._links = links
        self._pool = AsyncConnectionPool(
            database.dsn,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE_SECONDS,
            kwargs={"autocommit": True, "options": f"{LIMITS} {CLOCK}", "connect_timeout": 3},
            check=self._check_after_rest,
            open=False,
        )
        self._asked_at: WeakKeyDictionary[AsyncConnection[Any], float] = WeakKeyDictionary()

    async def open(self) -> None:
        await self._pool.open()

    async def close(self) -> None:
        await self._pool.close()

    async def after(self, member_id: UUID, cursor: int, *, sees_likers: bool = True) -> Batch:
        """What this member is told after a position, as they may see it now."""
        async with self._pool.connection() as connection:
            news = await (await connection.execute(*NEWS.with_(member_id=member_id, cursor=cursor))).fetchall()
        shown = [row for row in news if row[4]]
        content = b"".join(_event(row, member_id, self._links, sees_likers=sees_likers) for row in shown)
        return Batch(content, news[-1][0] if news else cursor, len(news) == AT_ONCE)

    async def resume(self, member_id: UUID, cursor: int | None) -> tuple[int, bool]:
        """Where a stream begins, and whether it goes on from the cursor. It cannot when news in between are gone."""
        head = await self._one(HEAD, member_id=member_id) or 0
        if cursor is None or cursor > head:
            return head, False
        oldest = await self._one(OLDEST, member_id=member_id)
        first_kept = oldest if oldest is not None else head + 1
        return (cursor, True) if cursor >= first_kept - 1 else (head, False)

    async def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool:
        return bool(await self._one(VISIBLE, member_id=viewer_id, partner_id=partner_id))

    async def revocations(self) -> KnownRevocations:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(*KNOWN.with_())).fetchone()
        return KnownRevocations.of(row or (None, None), time.time(), is_source=False)

    async def behind(self, members: Sequence[UUID], cursors: Sequence[int]) -> list[UUID]:
        """Who of them has news after their cursor."""
        async with self._pool.connection() as connection:
            given = {"members": list(members), "cursors": list(cursors)}
            return [row[0] for row in await (await connection.execute(BEHIND, given)).fetchall()]

    async def _check_after_rest(self, connection: AsyncConnection[Any]) -> None:
        now = time.monotonic()
        if now - self._asked_at.get(connection, float("-inf")) > RESTED_SECONDS:
            await AsyncConnectionPool.check_connection(connection)
        self._asked_at[connection] = now

    async def _one(self, statement: Statement, **given: Any) -> Any:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(*statement.with_(**given))).fetchone()
        return row[0] if row else None


def _event(row: Any, member_id: UUID, links: PhotoLinks, *, sees_likers: bool) -> bytes:
    position, kind, partner_id, payload, _, *message, total = row
    if kind == "message":
        balance = events.event("balance", payload) if payload else b""
        return events.message(_message(*message), member_id, partner_id, total, position, links) + balance
    data = dict(payload)
    if partner_id is not None and kind != "unread":
        data["profile_id"] = None if kind == "like" and not sees_likers else str(partner_id)
    if kind == "unread":
        data["total_unread_messages"] = total
    return events.event(kind, data, position)


def _message(*row: Any) -> Message:
    message_id, conversation_id, seq, sender_id, text, sent_at, kind, hints, gift, photo = row
    told = tuple(Hint(hint) for hint in hints)
    return Message(
        message_id, conversation_id, seq, sender_id, text, sent_at, Kind(kind), told, gift, photo=photo_of(photo)
    )
