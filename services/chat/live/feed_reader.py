"""Reads feeds over an asynchronous connection pool. All streams that wake while a statement is under way are read by
the next one; `scripts/bench chat` measures it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection
from psycopg.rows import namedtuple_row
from psycopg_pool import AsyncConnectionPool
from shared.contact_details import Hint
from shared.kit.core import pool_in_use, pool_size
from shared.kit.db import GENERIC_PLANS, PING_AFTER_IDLE_SECONDS, Database, Statement
from sqlalchemy import ARRAY, BigInteger, ClauseElement, Uuid, and_, bindparam, column, func, or_, select, true

from chat.coalescing import Coalescer
from chat.domain.feed_event import FeedEvent
from chat.domain.message import Kind, Message
from chat.live import sse
from chat.photo_links import PhotoLinks
from chat.storage.conversation_statements import total_unread
from chat.storage.feed import HEAD
from chat.storage.shown import quote_of, reactions_of, shown
from chat.storage.stored import call_of, photo_of, voice_of
from chat.storage.tables import FeedRow, MessageRow, ParticipationRow
from chat.storage.visibility import is_visible

BATCH = 100
# Streams that are read by one statement.
STREAMS = 50
CONNECTIONS = 4
TIMEOUT_SECONDS = 5

MEMBER, PARTNER = bindparam("member_id", type_=Uuid), bindparam("partner_id", type_=Uuid)


def _events() -> ClauseElement:
    """The events of several streams after their cursors; `stream` is the position of each in the parameters, from 1."""
    stream = (
        func.unnest(bindparam("members", type_=ARRAY(Uuid)), bindparam("cursors", type_=ARRAY(BigInteger)))
        .table_valued(column("member_id", Uuid), column("cursor", BigInteger), with_ordinality="number", name="stream")
        .render_derived()
    )
    own, cursor = ParticipationRow, stream.c.cursor
    unread = total_unread(stream.c.member_id).correlate(stream).lateral("unread")
    is_kept = or_(FeedRow.message_id.is_(None), MessageRow.seq > own.removed_before_seq)
    may_see = or_(FeedRow.partner_id.is_(None), is_visible(FeedRow.member_id, FeedRow.partner_id))
    query = (
        select(
            stream.c.number.label("stream"),
            FeedRow.position,
            FeedRow.kind,
            FeedRow.created_at,
            FeedRow.partner_id,
            FeedRow.payload,
            func.coalesce(and_(is_kept, may_see), False).label("is_visible"),
            MessageRow.id,
            MessageRow.conversation_id,
            MessageRow.seq,
            MessageRow.sender_id,
            MessageRow.text,
            MessageRow.sent_at,
            MessageRow.kind.label("message_kind"),
            MessageRow.hints,
            MessageRow.gift,
            MessageRow.photo,
            MessageRow.voice,
            MessageRow.call,
            MessageRow.reply_to,
            MessageRow.retracted_at,
            unread.c.total_unread,
        )
        .select_from(stream)
        # Positions have no gaps, so a range bounds the batch; by both ends the planner knows that it is small.
        .join(
            FeedRow,
            and_(
                FeedRow.member_id == stream.c.member_id, FeedRow.position > cursor, FeedRow.position <= cursor + BATCH
            ),
        )
        .join(unread, true())
        .outerjoin(MessageRow, MessageRow.id == FeedRow.message_id)
        .outerjoin(own, and_(own.conversation_id == MessageRow.conversation_id, own.member_id == FeedRow.member_id))
    )
    return shown(query, own.removed_before_seq).order_by(stream.c.number, FeedRow.position)


EVENTS = Statement(_events())
VISIBLE = Statement(select(is_visible(MEMBER, PARTNER)))
OLDEST = Statement(select(func.min(FeedRow.position)).where(FeedRow.member_id == MEMBER))
BEHIND = """
SELECT member_id FROM feed_heads JOIN unnest(%(members)s::uuid[], %(cursors)s::bigint[]) AS stream (member_id, cursor)
USING (member_id) WHERE position > cursor
"""


@dataclass(frozen=True)
class Batch:
    """Encoded events and the position they reach; events that are not visible are skipped."""

    content: bytes
    cursor: int
    is_full: bool
    # When the transactions began that wrote the events shown.
    written_at: tuple[datetime, ...] = ()


class Position(NamedTuple):
    """A stream's member, its cursor, and whether its like events name the liker."""

    member_id: UUID
    cursor: int
    sees_likers: bool


class FeedReader:
    def __init__(self, database: Database, links: PhotoLinks) -> None:
        self._links = links
        self._reading = Coalescer(self._read, STREAMS)
        connections = min(CONNECTIONS, database.pool_size)
        self._pool = AsyncConnectionPool(
            database.pool_dsn,
            min_size=1,
            max_size=connections,
            timeout=TIMEOUT_SECONDS,
            kwargs={"autocommit": True, **database.connect_args(**GENERIC_PLANS)},
            check=self._check_after_idle,
            open=False,
        )
        pool_size.labels("feed").set(connections)
        pool_in_use.labels("feed").set_function(self._in_use)
        self._used_at: WeakKeyDictionary[AsyncConnection[Any], float] = WeakKeyDictionary()

    async def open(self) -> None:
        await self._pool.open()

    async def close(self) -> None:
        await self._pool.close()

    def _in_use(self) -> int:
        known = self._pool.get_stats()
        return known.get("pool_size", 0) - known.get("pool_available", 0)

    async def after(self, member_id: UUID, cursor: int, *, sees_likers: bool = True) -> Batch:
        """The events of this member after a position, as far as they are visible now."""
        return await self._reading.ask(Position(member_id, cursor, sees_likers))

    async def _read(self, positions: Sequence[Position]) -> list[Batch]:
        members, cursors = [each.member_id for each in positions], [each.cursor for each in positions]
        async with self._pool.connection() as connection:
            rows = await _rows(connection, *EVENTS.with_(members=members, cursors=cursors))
        found: list[list[Any]] = [[] for _ in positions]
        for row in rows:
            found[row.stream - 1].append(row)
        return [self._batch(*each) for each in zip(positions, found, strict=True)]

    def _batch(self, position: Position, rows: Sequence[Any]) -> Batch:
        shown = [row for row in rows if row.is_visible]
        member_id, cursor, sees_likers = position
        content = b"".join(_event(row, member_id, self._links, sees_likers=sees_likers) for row in shown)
        return Batch(
            content, rows[-1].position if rows else cursor, len(rows) == BATCH, tuple(row.created_at for row in shown)
        )

    async def resume(self, member_id: UUID, cursor: int | None) -> tuple[int, bool]:
        """The position where a stream begins, and whether it is the cursor: not when events after that are deleted."""
        head = await self._one(HEAD, member_id=member_id) or 0
        if cursor is None or cursor > head:
            return head, False
        oldest = await self._one(OLDEST, member_id=member_id)
        first_kept = oldest if oldest is not None else head + 1
        return (cursor, True) if cursor >= first_kept - 1 else (head, False)

    async def is_visible(self, viewer_id: UUID, partner_id: UUID) -> bool:
        return bool(await self._one(VISIBLE, member_id=viewer_id, partner_id=partner_id))

    async def behind(self, members: Sequence[UUID], cursors: Sequence[int]) -> list[UUID]:
        """The members with an event after their cursor."""
        async with self._pool.connection() as connection:
            given = {"members": list(members), "cursors": list(cursors)}
            return [row.member_id for row in await _rows(connection, BEHIND, given)]

    async def _check_after_idle(self, connection: AsyncConnection[Any]) -> None:
        now = time.monotonic()
        if now - self._used_at.get(connection, float("-inf")) > PING_AFTER_IDLE_SECONDS:
            await AsyncConnectionPool.check_connection(connection)
        self._used_at[connection] = now

    async def _one(self, statement: Statement, **given: Any) -> Any:
        async with self._pool.connection() as connection:
            row = await (await connection.execute(*statement.with_(**given))).fetchone()
        return row[0] if row else None


async def _rows(connection: AsyncConnection[Any], text: str, values: Mapping[str, Any]) -> list[Any]:
    """Rows as named tuples."""
    cursor = connection.cursor(row_factory=namedtuple_row)
    return await (await cursor.execute(text, values)).fetchall()


def _event(row: Any, member_id: UUID, links: PhotoLinks, *, sees_likers: bool) -> bytes:
    if row.kind == "message":
        told = FeedEvent(member_id, "message", row.partner_id, payload=row.payload)
        return sse.message(_message(row), told, row.total_unread, row.position, links)
    if row.kind == "updated":
        return sse.updated(_message(row), member_id, row.partner_id, row.position, links)
    data = dict(row.payload)
    if row.partner_id is not None and row.kind != "unread":
        data["profile_id"] = None if row.kind == "like" and not sees_likers else str(row.partner_id)
    if row.kind == "unread":
        data["total_unread_messages"] = row.total_unread
    return sse.event(row.kind, data, row.position)


def _message(row: Any) -> Message:
    return Message(
        id=row.id,
        conversation_id=row.conversation_id,
        seq=row.seq,
        sender_id=row.sender_id,
        text=row.text,
        sent_at=row.sent_at,
        kind=Kind(row.message_kind),
        hints=tuple(Hint(hint) for hint in row.hints),
        gift=row.gift,
        photo=photo_of(row.photo),
        voice=voice_of(row.voice),
        call=call_of(row.call),
        reply_to=row.reply_to,
        retracted_at=row.retracted_at,
        quote=quote_of(row),
        reactions=reactions_of(row),
    )
