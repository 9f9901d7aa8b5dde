"""Identity's part after its database was restored (`shared.kit.restored`)."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
from google.protobuf.message import Message


def mend(connection: psycopg.Connection[Any]) -> Iterator[Message]:
    """Take billing's figures whatever their version: billing's own may have been restored to an earlier one."""
    connection.execute("UPDATE accounts SET credits_version = 0 WHERE credits_version > 0")
    yield from ()


def members(connection: psycopg.Connection[Any]) -> Iterator[UUID]:
    """Members with an account, and the erased."""
    rows = connection.execute("SELECT id FROM accounts UNION SELECT member_id FROM tombstones")
    yield from (row[0] for row in rows)
