"""What declarative partitions cost and spare for the big tables: the same rows in one table and in partitions.

`value` is in partitions, `beside` in one table. Times are CPU of the server's process for one statement, prepared and
in a transaction of its own, on rows of random members.
"""

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
from runner.backing_services import postgres
from shared.kit.storage import Database
from shared.kit.testing.database import migrated, superuser_of

from benches.report import Row

ROUNDS = 2_000
HASHES, DAYS = 16, 9
TICK_MICROSECONDS = 10_000
DRAWN = random.Random(1)  # noqa: S311 - the same rows in each run
A_MEMBER, A_CONVERSATION = 100, 50

# By the hash of the conversation: pages of a conversation read one partition, a message that is known by its id alone
# has to be looked for in all. By day: retention drops a partition, and a member's feed is in all of them.
MADE = """
CREATE SCHEMA one; CREATE SCHEMA parts;
CREATE TABLE one.messages (LIKE public.messages INCLUDING ALL);
CREATE TABLE one.feed (LIKE public.feed INCLUDING ALL);
CREATE TABLE parts.messages (LIKE public.messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY HASH (conversation_id);
ALTER TABLE parts.messages ADD PRIMARY KEY (conversation_id, id), ADD UNIQUE (conversation_id, seq);
CREATE INDEX ON parts.messages (id);
CREATE TABLE parts.feed (LIKE public.feed INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (created_at);
ALTER TABLE parts.feed ADD PRIMARY KEY (member_id, position, created_at)
"""
MESSAGES = """
INSERT INTO {schema}.messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at)
SELECT md5('m' || c || '-' || seq)::uuid, md5('c' || c)::uuid, seq, md5('a' || c)::uuid, 'text',
    'hello there, how was your day?', sha256('a'), '{{"balance": 12}}', now() - interval '1 day'
FROM generate_series(1, %(conversations)s::bigint) AS c, generate_series(1, %(a_conversation)s::bigint) AS seq
"""
FEED = """
INSERT INTO {schema}.feed (member_id, position, kind, payload, created_at)
SELECT md5('f' || m)::uuid, position, 'read', '{{"read_seq": 3}}',
    date_trunc('day', now()) - (%(a_member)s - position) * interval '100 minutes'
FROM generate_series(1, %(members)s::bigint) AS m, generate_series(1, %(a_member)s::bigint) AS position
"""
STATEMENTS: dict[str, tuple[str, Callable[[int], list[Any]]]] = {
    "a message is stored": (
        "INSERT INTO messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at)"
        " VALUES ($1, $2, $3, $1, 'text', 'hello there', '\\x00', '{}', now())",
        lambda many: [uuid4(), _conversation(many), DRAWN.randrange(1_000, 2**60)],
    ),
    "a page of a conversation": (
        "SELECT * FROM messages WHERE conversation_id = $1 AND seq < 40 ORDER BY seq DESC LIMIT 20",
        lambda many: [_conversation(many)],
    ),
    "a message by its id": ("SELECT * FROM messages WHERE id = $1", lambda _: [uuid4()]),
    "an event of the feed is stored": (
        "INSERT INTO feed (member_id, position, kind, payload) VALUES ($1, $2, 'read', '{}')",
        lambda many: [_member(many), DRAWN.randrange(1_000, 2**60)],
    ),
    "a stream reads what is new": (
        "SELECT * FROM feed WHERE member_id = $1 AND position > 98 AND position <= 198 ORDER BY position",
        lambda many: [_member(many)],
    ),
}


def measure(rows: int = 1_000_000) -> list[Row]:
    with postgres(durable=False) as server:
        database = Database(migrated(server, "chat"))
        with psycopg.connect(superuser_of(database), autocommit=True) as admin:
            admin.execute(MADE)
            _add_partitions(admin)
            for schema in ("one", "parts"):
                admin.execute(MESSAGES.format(schema=schema),
                              {"conversations": rows // A_CONVERSATION, "a_conversation": A_CONVERSATION})  # fmt: skip
                admin.execute(FEED.format(schema=schema), {"members": rows // A_MEMBER, "a_member": A_MEMBER})
            admin.execute("VACUUM ANALYZE")
            costs = {schema: _costs(admin, schema, rows) for schema in ("one", "parts")}
            retention = {schema: _retain(admin, schema) for schema in ("one", "parts")}
    return [
        Row("rows in each table", rows, "rows"),
        *(Row(name, costs["parts"][name], "us of CPU", costs["one"][name]) for name in STATEMENTS),
        Row("a day of the feed goes: CPU", retention["parts"][0], "ms", retention["one"][0]),
        Row("a day of the feed goes: WAL", retention["parts"][1] / 1e6, "MB", retention["one"][1] / 1e6),
    ]


def _conversation(many: int) -> UUID:
    return _id("c", many // A_CONVERSATION)


def _member(many: int) -> UUID:
    return _id("f", many // A_MEMBER)


def _id(kind: str, most: int) -> UUID:
    text = f"{kind}{DRAWN.randrange(1, most + 1)}"
    return UUID(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest())


def _add_partitions(admin: psycopg.Connection[Any]) -> None:
    for number in range(HASHES):
        admin.execute(
            f"CREATE TABLE parts.messages_{number} PARTITION OF parts.messages"
            f" FOR VALUES WITH (MODULUS {HASHES}, REMAINDER {number})"
        )
    for day in range(DAYS):
        [(begins, ends)] = admin.execute(
            "SELECT date_trunc('day', now()) + %s * interval '1 day', date_trunc('day', now()) + %s * interval '1 day'",
            [day - DAYS + 2, day - DAYS + 3],
        ).fetchall()
        bounds = f"FROM ('{begins}') TO ('{ends}')"
        admin.execute(f"CREATE TABLE parts.feed_{day} PARTITION OF parts.feed FOR VALUES {bounds}")


def _costs(admin: psycopg.Connection[Any], schema: str, rows: int) -> dict[str, float]:
    """Microseconds of CPU of the backend for each statement, planned once."""
    found = {}
    DRAWN.seed(1)
    admin.execute(f"SET search_path = {schema}")
    admin.execute("SET plan_cache_mode = force_generic_plan")
    for name, (statement, values) in STATEMENTS.items():
        admin.execute(f"PREPARE measured AS {statement}")
        calls = [_call(values(rows)) for _ in range(ROUNDS)]
        before = _cpu(admin)
        for call in calls:
            admin.execute(call)
        found[name] = (_cpu(admin) - before) / ROUNDS
        admin.execute("DEALLOCATE measured")
    admin.execute("RESET search_path")
    return found


def _call(values: list[Any]) -> str:
    given = ", ".join(f"'{each}'" if isinstance(each, UUID) else str(each) for each in values)
    return f"EXECUTE measured ({given})"


def _cpu(admin: psycopg.Connection[Any]) -> float:
    """Microseconds of CPU that the server's process of this connection has used."""
    fields = Path(f"/proc/{admin.info.backend_pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_MICROSECONDS


def _retain(admin: psycopg.Connection[Any], schema: str) -> tuple[float, float]:
    """Milliseconds of CPU and bytes of WAL until the oldest day is gone and its space can be used again."""
    begun, wal = _cpu(admin), _wal(admin)
    if schema == "parts":
        admin.execute("DROP TABLE parts.feed_1")
    else:
        oldest = "date_trunc('day', (SELECT min(created_at) FROM one.feed)) + interval '1 day'"
        admin.execute(f"DELETE FROM one.feed WHERE created_at < {oldest}")  # noqa: S608
        admin.execute("VACUUM one.feed")
    return (_cpu(admin) - begun) / 1e3, _wal(admin) - wal


def _wal(admin: psycopg.Connection[Any]) -> float:
    [(position,)] = admin.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchall()
    return float(position)
