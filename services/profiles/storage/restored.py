"""Profiles' part after its database was restored (`shared.ops.restored`)."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
from google.protobuf.message import Message
from pairwise.profiles.v1.events_pb2 import MemberBlocked, VisibilityChanged

# Members read the numbers of decisions, so the gap is small: more decisions than are taken while backups are kept.
DECISION_GAP = 100_000


def mend(connection: psycopg.Connection[Any]) -> Iterator[Message]:
    """Number decisions beyond those that identity and chat have seen, and announce the visibility of members.

    Blocks and visibility older than the outbox are announced, too: a copy newer than the backup must not show
    a member who is hidden by now.
    """
    connection.execute(
        "SELECT setval(pg_get_serial_sequence('decisions', 'number'), coalesce(max(number), 0) + %s) FROM decisions",
        [DECISION_GAP],
    )
    with connection.cursor("blocks") as cursor:
        cursor.execute("SELECT blocker_id, blocked_id FROM blocks")
        for blocker_id, blocked_id in cursor:
            yield MemberBlocked(blocker_id=str(blocker_id), blocked_id=str(blocked_id))
    with connection.cursor("restrictions") as cursor:
        cursor.execute(
            "SELECT member_id, invisible, hidden, NOT shares_reads FROM profiles"
            " WHERE invisible OR hidden OR NOT shares_reads"
        )
        for member_id, invisible, hidden, hides_reads in cursor:
            yield VisibilityChanged(
                member_id=str(member_id), invisible=invisible, hidden=hidden, hides_reads=hides_reads
            )


def members(connection: psycopg.Connection[Any]) -> Iterator[UUID]:
    """Members who have a profile."""
    yield from (row[0] for row in connection.execute("SELECT member_id FROM profiles"))
