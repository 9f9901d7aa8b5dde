"""The rows that a message and its charge leave, committed by bare statements."""

from collections.abc import Iterator

from billing.storage.tables import EntryRow, TransferRow, WalletRow
from sqlalchemy import MetaData
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

TEXT = "hello there, how was your day?"


# The rows a message and its charge leave in chat's database and in billing's, without anything that decides of them.
ROWS = f"""
WITH message AS (
    INSERT INTO bench.messages (id, conversation_id, seq, sender_id, kind, text, body_hash, answer, sent_at)
    VALUES (%(message)s, %(conversation)s, %(seq)s, %(sender)s, 'text', '{TEXT}', '\\x00', '{{"balance": 1}}', now())
), conversation AS (
    INSERT INTO bench.conversations (id, first_id, second_id, starter_id, last_seq, last_message_at)
    VALUES (%(conversation)s, least(%(sender)s::uuid, %(recipient)s), greatest(%(sender)s::uuid, %(recipient)s),
            %(sender)s, 1, now())
    ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq, last_message_at = now()
), sides AS (
    INSERT INTO bench.participations (conversation_id, member_id, partner_id, unread, updated_at)
    VALUES (%(conversation)s, %(sender)s, %(recipient)s, 0, now()),
           (%(conversation)s, %(recipient)s, %(sender)s, 1, now())
    ON CONFLICT (conversation_id, member_id) DO UPDATE SET unread = bench.participations.unread + 1, updated_at = now()
), heads AS (
    INSERT INTO bench.feed_heads (member_id, position) VALUES (%(sender)s, 1), (%(recipient)s, 1)
    ON CONFLICT (member_id) DO UPDATE SET position = bench.feed_heads.position + 1
), feed AS (
    INSERT INTO bench.feed (member_id, position, kind, payload)
    VALUES (%(sender)s, %(seq)s, 'message', '{{}}'), (%(recipient)s, %(seq)s, 'message', '{{}}')
), member AS (
    INSERT INTO bench.members (member_id, credits, free_messages_left, wallet_version)
    VALUES (%(sender)s, 1, 0, %(seq)s)
    ON CONFLICT (member_id) DO UPDATE SET wallet_version = excluded.wallet_version
), wallet AS (
    INSERT INTO bench.wallets (member_id, site, balance, free_messages_left, version)
    VALUES (%(sender)s, 'pairwise', 1000000, 0, 1)
    ON CONFLICT (member_id) DO UPDATE
    SET balance = bench.wallets.balance - 2, version = bench.wallets.version + 1
), transfer AS (
    INSERT INTO bench.transfers (id, kind, member_id, credits, balance_after, version, partner_id, hash)
    VALUES (%(message)s, 'message', %(sender)s, -2, 1, %(seq)s, %(recipient)s, sha256('charge'))
), entries AS (
    INSERT INTO bench.entries (transfer_id, account, amount)
    VALUES (%(message)s, 'member:' || %(sender)s::uuid, -2), (%(message)s, 'house:messages', 2)
)
INSERT INTO bench.outbox (event_id, subject, payload) VALUES (%(message)s, 'chat.MessageSent', '\\x00')
"""  # noqa: S608


SCHEMA = """
CREATE SCHEMA bench;
CREATE TABLE bench.messages (LIKE public.messages INCLUDING ALL);
CREATE TABLE bench.conversations (LIKE public.conversations INCLUDING ALL);
CREATE TABLE bench.participations (LIKE public.participations INCLUDING ALL);
CREATE TABLE bench.feed_heads (LIKE public.feed_heads INCLUDING ALL);
CREATE TABLE bench.feed (LIKE public.feed INCLUDING ALL);
CREATE TABLE bench.members (LIKE public.members INCLUDING ALL);
CREATE TABLE bench.outbox (LIKE kit.outbox INCLUDING ALL);
"""


def tables_of_billing() -> Iterator[str]:
    """DDL of billing's tables beside chat's, so that one commit can hold the rows of both."""
    bench, dialect = MetaData(), postgresql.dialect()  # type: ignore[no-untyped-call]
    for row in (WalletRow, TransferRow, EntryRow):
        table = row.metadata.tables[row.__tablename__].to_metadata(bench, schema="bench")
        yield str(CreateTable(table, include_foreign_key_constraints=[]).compile(dialect=dialect))
        for index in table.indexes:
            yield str(CreateIndex(index).compile(dialect=dialect))
