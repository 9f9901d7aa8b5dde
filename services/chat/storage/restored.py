"""Chat's part after its database was restored (`shared.ops.restored`)."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
from google.protobuf.message import Message

# More events than one member's feed gets while backups are kept.
FEED_GAP = 1_000_000


def mend(connection: psycopg.Connection[Any]) -> Iterator[Message]:
    """Forget billing's figures and begin every feed anew.

    Without a version chat asks billing (`storage/wallets.py`). Open pages have cursors from after the backup: beyond a
    gap with no event kept before it, each of them reads its lists again instead of skipping positions handed out twice.
    """
    connection.execute("UPDATE members SET wallet_version = 0 WHERE wallet_version > 0")
    connection.execute("TRUNCATE feed")
    connection.execute("UPDATE feed_heads SET position = position + %s", [FEED_GAP])
    yield from ()


def members(connection: psycopg.Connection[Any]) -> Iterator[UUID]:
    """Members who can be written to; the erased stay as deleted."""
    yield from (row[0] for row in connection.execute("SELECT member_id FROM members WHERE state <> 'deleted'"))
