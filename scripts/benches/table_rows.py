"""Rows of the big tables, made by the database, with members whose conversations and payments are like all others."""

import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from billing.settings import BillingSettings
from billing.tests.makers import FakePartners
from billing.web import BLUEPRINTS as BILLING
from billing.wiring import Wiring as BillingWiring
from billing.wiring import wire as wire_billing
from chat.domain.conversation import conversation_of
from chat.settings import ChatSettings
from chat.tests.fakes import FakeBilling, FakeCards
from chat.web import BLUEPRINTS as CHAT
from chat.wiring import Wiring as ChatWiring
from chat.wiring import wire as wire_chat
from flask import Flask
from runner.backing_services import Server
from shared.kit.storage import Database
from shared.kit.testing.database import migrated, superuser_of
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.web import create_app

# Messages of a conversation, and conversations, feed events and payments of a member.
A_CONVERSATION, CONVERSATIONS = 50, 10
A_MEMBER = 500
FIRST_ID = 1 << 40
CREDITS = 1_000

MEMBERS = """
INSERT INTO members (member_id, name, pool, is_confirmed, is_premium, conversations_started, credits)
SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'member ' || n, 1, true, true, 5, 1000
FROM generate_series(1, %(members)s::bigint) AS n;
INSERT INTO feed_heads (member_id, position) SELECT member_id, %(a_member)s FROM members
"""
# The wallet in the answer, the hash of the text and the text are those of a usual message.
MESSAGES = """
INSERT INTO messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at, credits)
SELECT md5(id::text || seq)::uuid, id, seq, CASE WHEN seq %% 2 = 0 THEN first_id ELSE second_id END, 'text',
    'hello there, how was your day? ' || left(md5(seq::text), 10), sha256('a'), '{"balance": 12, "version": 3}',
    now() - (%(a_conversation)s - seq) * interval '3 days', 2
FROM conversations, generate_series(1, %(a_conversation)s::bigint) AS seq
WHERE conversations.id >= %(first)s AND conversations.id < %(last)s ORDER BY id, seq
"""
PARTICIPATIONS = """
INSERT INTO participations (conversation_id, member_id, partner_id, read_seq, unread, updated_at)
SELECT id, first_id, second_id, last_seq - 2, 1, last_message_at FROM conversations UNION ALL
SELECT id, second_id, first_id, last_seq, 0, last_message_at FROM conversations
"""
FEED = """
INSERT INTO feed (member_id, position, kind, payload, created_at)
SELECT member_id, position, 'unread',
    '{"conversation_id": "00000000-0000-4000-8000-000000000000", "num_unread_messages": 1}',
    now() - (%(a_member)s - position) * interval '20 minutes'
FROM members, generate_series(1, %(a_member)s::bigint) AS position WHERE member_id >= %(first)s AND member_id < %(last)s
"""
WALLETS = """
INSERT INTO wallets (member_id, site, balance, free_messages_left, is_premium, version)
SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'pairwise', 1000000, 0, true, %(a_member)s
FROM generate_series(1, %(members)s::bigint) AS n
"""
TRANSFERS = """
WITH made AS (
    INSERT INTO transfers (id, kind, member_id, credits, balance_after, version, partner_id, created_at, hash)
    SELECT md5(member_id::text || version)::uuid, 'message', member_id, -2, 1000000, version,
        md5((version %% 10)::text || member_id)::uuid, now() - (%(a_member)s - version) * interval '6 hours',
        sha256('a')
    FROM (SELECT member_id FROM wallets WHERE member_id >= %(first)s AND member_id < %(last)s) AS wallets,
        generate_series(1, %(a_member)s::bigint) AS version
    RETURNING id, member_id
)
INSERT INTO entries (transfer_id, account, amount)
SELECT id, 'member:' || member_id, -2 FROM made UNION ALL SELECT id, 'house:messages', 2 FROM made
"""
STEPS = 20


def member_id(number: int) -> UUID:
    return UUID(f"00000000-0000-4000-8000-{number:012x}")


def message_id(conversation_id: UUID, seq: int, connection: psycopg.Connection[Any]) -> UUID:
    query = "SELECT id FROM messages WHERE conversation_id = %s AND seq = %s"
    [(found,)] = connection.execute(query, [conversation_id, seq]).fetchall()
    return UUID(str(found))


def wired_chat(server: Server, keys: KeyPair) -> tuple[ChatWiring, Flask]:
    folder = Path(tempfile.mkdtemp(prefix="pairwise-tables-"))
    given = {"DATABASE_URL": migrated(server.url, "chat"), "TOKEN_PUBLIC_KEY": str(keys.public)}
    settings = ChatSettings.from_environment(**environment_of("chat", MEDIA_URL=folder.as_uri(), **given))
    billing = FakeBilling()
    billing.give(member_id(1), CREDITS)
    wiring = replace(wire_chat(settings), billing=billing, cards=FakeCards())
    return wiring, create_app(settings, wiring.database, CHAT, wiring)


def wired_billing(server: Server, keys: KeyPair) -> tuple[BillingWiring, Flask]:
    given = {"DATABASE_URL": migrated(server.url, "billing"), "TOKEN_PUBLIC_KEY": str(keys.public)}
    settings = BillingSettings.from_environment(**environment_of("billing", **given))
    wiring = replace(wire_billing(settings), partners=FakePartners())
    return wiring, create_app(settings, wiring.database, BILLING, wiring)


def fill_chat(database: Database, rows: int) -> tuple[UUID, UUID, UUID, UUID]:
    """Returns two members, their conversation, and its newest message of the second."""
    many = max(rows // A_MEMBER, 2 * CONVERSATIONS)
    with _filling(database) as connection:
        values = {"members": many, "a_member": A_MEMBER, "a_conversation": A_CONVERSATION}
        _run(connection, MEMBERS, values)
        _copy_conversations(connection, many)
        _by_ids(connection, MESSAGES, values, UUID(int=0), UUID(int=2**128 - 1))
        _run(connection, PARTICIPATIONS, values)
        _by_ids(connection, FEED, values, member_id(0), member_id(many + 1))
        connection.execute("VACUUM ANALYZE")
        ann, bo = member_id(1), member_id(2)
        conversation = conversation_of(ann, bo)
        return ann, bo, conversation, message_id(conversation, A_CONVERSATION - 1, connection)


def fill_billing(database: Database, rows: int) -> tuple[UUID, UUID, UUID, UUID]:
    """Returns two members, a transfer of the first, and its partner."""
    many = max(rows // A_MEMBER, 2)
    with _filling(database) as connection:
        values = {"members": many, "a_member": A_MEMBER}
        _run(connection, WALLETS, values)
        _by_ids(connection, TRANSFERS, values, member_id(0), member_id(many + 1))
        connection.execute("VACUUM ANALYZE")
        [(transfer, partner)] = connection.execute(
            "SELECT id, partner_id FROM transfers WHERE member_id = %s AND version = 3", [member_id(1)]
        ).fetchall()
    return member_id(1), member_id(2), UUID(str(transfer)), UUID(str(partner))


def _filling(database: Database) -> psycopg.Connection[Any]:
    """A superuser's connection that fires no triggers and checks no foreign keys; plans are not written to the log."""
    options = "-c session_replication_role=replica -c auto_explain.log_min_duration=-1 -c statement_timeout=0"
    return psycopg.connect(superuser_of(database), autocommit=True, options=options)


def _run(connection: psycopg.Connection[Any], statements: str, values: dict[str, Any]) -> None:
    for statement in statements.split(";\n"):
        connection.execute(statement, values)


def _by_ids(connection: psycopg.Connection[Any], statement: str, values: dict[str, Any], low: UUID, high: UUID) -> None:
    """Run it in steps over the ids, so that no step is a transaction of the whole table."""
    bounds = [UUID(int=low.int + (high.int - low.int) * step // STEPS) for step in range(STEPS + 1)]
    for first, last in pairwise(bounds):
        connection.execute(statement, {**values, "first": first, "last": last})


def _copy_conversations(connection: psycopg.Connection[Any], members: int) -> None:
    """Each member has begun a conversation with each of the next ones."""
    now = datetime.now(UTC)
    columns = "id, first_id, second_id, starter_id, last_seq, last_message_at"
    with connection.cursor().copy(f"COPY conversations ({columns}) FROM STDIN") as copy:
        for number in range(1, members + 1):
            for step in range(1, CONVERSATIONS + 1):
                other = (number + step - 1) % members + 1
                first, second = sorted((member_id(number), member_id(other)))
                copy.write_row((conversation_of(first, second), first, second, first, A_CONVERSATION, now))
