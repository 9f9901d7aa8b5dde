"""A lost stream and an erasure beside an outbox of a month: how soon events flow, and what a statement costs.

Rows are made by the database in day partitions, as published. The stream is lost, and relays start over the whole of it
while new events are announced. Times are those of this machine; rows and statements are not.
"""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
from nats.js import JetStreamContext
from pairwise.chat.v1.events_pb2 import ConversationStarted
from psycopg.sql import SQL, Identifier
from runner.backing_services import nats, postgres
from shared.kit.cancellation import cancel_and_wait
from shared.kit.provisioner.plan import plan_of
from shared.kit.provisioner.reconcile import reconcile
from shared.kit.registry import Service
from shared.kit.storage import Database, UnitOfWork
from shared.kit.testing.database import migrated_kit, superuser_of
from shared.kit.worker.connection import connect
from shared.kit.worker.relay import Relay
from shared.privacy.retain import FIND
from sqlalchemy import event

from benches.report import Row

DAYS = 30
PLAN = plan_of([Service("chat", (), {}, {})])
# Members of the outbox: each of them is named by as many events as a busy member of a month.
EVENTS_OF_A_MEMBER = 500
ROWS = """
INSERT INTO kit.outbox (event_id, subject, payload, created_at, published_at, stream_seq, named_ids)
SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
        || '8' || substr(md5('b' || n), 1, 15))::uuid,
    'chat.ConversationStarted', '\\x0a24'::bytea || convert_to(starter::text, 'UTF8') || repeat('x', 60)::bytea,
    at, at, n, ARRAY[starter, partner]
FROM generate_series(%(first)s::bigint, %(last)s::bigint) AS n, LATERAL (
    SELECT md5((n * 7919 %% %(members)s::bigint)::text)::uuid AS starter,
        md5((n * 104729 %% %(members)s::bigint)::text)::uuid AS partner,
        %(day)s::timestamptz
            + (n - %(first)s::bigint) * interval '1 day' / (%(last)s::bigint - %(first)s::bigint + 1) AS at
) AS drawn
"""


def measure(rows: int = 1_000_000, seconds: int = 30) -> list[Row]:
    with postgres() as server, nats() as stream:
        database = Database(migrated_kit(server, "chat"))
        made = time.perf_counter()
        with psycopg.connect(superuser_of(database), autocommit=True) as admin:
            _fill(admin, rows)
            made = time.perf_counter() - made
            size = _one(admin, "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits"
                               " WHERE inhparent = 'kit.outbox'::regclass")  # fmt: skip
            swept = _sweep(admin)
            with _longest(database) as longest:
                first, flowing, republished = asyncio.run(_lose(stream.url, database, seconds))
            forgotten = time.perf_counter()
            dropped = _drop(admin)
            forgotten = time.perf_counter() - forgotten
    return [
        Row("rows in the outbox, over thirty days", rows, "rows"),
        Row("their size with indexes", float(size) / 1e6, "MB"),
        Row("a lost stream: from its loss to the first new event in it", first, "s"),
        Row("new events announced meanwhile and in the stream", flowing, "events"),
        Row("rows published again", republished / seconds, "rows/s"),
        Row("the longest statement of the relay", longest[0] * 1e3, "ms"),
        Row("an erasure: rows of the outbox that its search reads", swept["read"], "rows", swept["named"]),
        Row("pages it reads", swept["pages"], "pages"),
        Row("retention: days dropped", dropped, "days"),
        Row("rows it deletes", 0, "rows"),
        Row("its time", forgotten * 1e3, "ms"),
    ]


def _fill(admin: psycopg.Connection[Any], rows: int) -> None:
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    owner = _one(admin, "SELECT tableowner FROM pg_tables WHERE schemaname = 'kit' AND tablename = 'outbox'")
    admin.execute(SQL("SET ROLE {}").format(Identifier(owner)))
    admin.execute("SELECT kit.add_days('outbox', %s, %s)", [(today - DAYS * timedelta(days=1)).date(), DAYS])
    admin.execute("RESET ROLE")
    for day in range(DAYS):
        first, last = rows * day // DAYS + 1, rows * (day + 1) // DAYS
        values = {"first": first, "last": last, "members": max(1, 2 * rows // EVENTS_OF_A_MEMBER)}
        admin.execute(ROWS, {**values, "day": today - (DAYS - day) * timedelta(days=1)})
    admin.execute("SELECT setval('kit.outbox_seq_seq', %s)", [rows + 1])
    admin.execute("INSERT INTO kit.streams (name, made_at) VALUES ('CHAT', 'a stream that was lost')")
    admin.execute("VACUUM ANALYZE kit.outbox")


def _sweep(admin: psycopg.Connection[Any]) -> dict[str, float]:
    """The plan of the search for the events of one member."""
    member = UUID(_one(admin, "SELECT md5('3')::uuid::text"))
    query = str(FIND.compile(compile_kwargs={"literal_binds": False}))
    query = query.replace(":duplicates", "interval '2 minutes'").replace(":member_ids", f"'{{{member}}}'")
    query = query.replace(":erasure_events", "'{MemberErased,MemberDataErased}'::text[]")
    [[plan]] = admin.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query}").fetchall()
    top = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    scans = [each for each in _nodes(top) if each["Node Type"] in ("Bitmap Heap Scan", "Seq Scan", "Index Scan")]
    read = sum(
        (each["Actual Rows"] + each.get("Rows Removed by Filter", 0) + each.get("Rows Removed by Index Recheck", 0))
        * each["Actual Loops"]
        for each in scans
    )
    pages = top["Shared Hit Blocks"] + top["Shared Read Blocks"]
    named = _one(admin, f"SELECT count(*) FROM kit.outbox WHERE named_ids && '{{{member}}}'")  # noqa: S608
    return {"read": float(read), "named": float(named), "pages": float(pages)}


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from _nodes(child)


@contextmanager
def _longest(database: Database) -> Iterator[list[float]]:
    """The seconds of the longest statement of this process, in a list of one."""
    longest = [0.0]

    def before(_: Any, __: Any, ___: Any, ____: Any, context: Any, _____: Any) -> None:
        context.began = time.perf_counter()

    def after(_: Any, __: Any, ___: Any, ____: Any, context: Any, _____: Any) -> None:
        longest[0] = max(longest[0], time.perf_counter() - context.began)

    event.listen(database.engine, "before_cursor_execute", before)
    event.listen(database.engine, "after_cursor_execute", after)
    yield longest


async def _lose(url: str, database: Database, seconds: int) -> tuple[float, int, int]:
    """Run two relays over the new, empty stream. Returns the seconds to the first new event, how many new events were
    in the stream at the end, and how many rows were published again."""
    client = await connect(url)
    js: JetStreamContext = client.jetstream(timeout=5)
    lost = time.perf_counter()
    await reconcile(js, PLAN)
    relays = [asyncio.create_task(Relay(database, "chat", js).run()) for _ in range(2)]
    new: set[str] = set()
    first = 0.0
    try:
        while (spent := time.perf_counter() - lost) < seconds:
            conversation_id = str(uuid4())
            await asyncio.to_thread(_announce, database, conversation_id)
            new.add(conversation_id)
            await asyncio.sleep(0.2)
            flowing = 0 if first else await asyncio.to_thread(_published, database)
            first = spent if flowing else first
    finally:
        await cancel_and_wait(*relays)
        stored = (await js.stream_info("CHAT")).state.messages
        await client.close()
    flowing = await asyncio.to_thread(_published, database)
    return first, flowing, stored - flowing


def _announce(database: Database, conversation_id: str) -> None:
    with UnitOfWork(database) as uow:
        uow.announce(ConversationStarted(conversation_id=conversation_id, starter_id=str(uuid4())))
        uow.commit()


def _published(database: Database) -> int:
    """New events that are in the stream: all other rows were made as published an hour ago or earlier."""
    with psycopg.connect(superuser_of(database)) as admin:
        return int(_one(admin, "SELECT count(*) FROM kit.outbox WHERE published_at > now() - interval '10 minutes'"))


def _drop(admin: psycopg.Connection[Any]) -> int:
    """Run retention with a term of twenty days. Returns how many days it dropped."""
    before = _one(admin, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'kit.outbox'::regclass")
    for _ in range(10):
        admin.execute("SELECT kit.forget_days('outbox', 'published_at', interval '20 days', 2000)")
    return int(before) - int(_one(admin, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'kit.outbox'::regclass"))


def _one(admin: psycopg.Connection[Any], query: str) -> Any:
    [row] = admin.execute(query).fetchall()
    return row[0]
