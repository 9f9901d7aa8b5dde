"""Billing's part after its database was restored (`shared.ops.restored`)."""

from collections.abc import Iterator
from typing import Any

import psycopg
from google.protobuf.message import Message
from pairwise.billing.v1.events_pb2 import CreditsChanged

# A charge that was committed after the backup began may carry an earlier time.
NOTE_LOST_CHARGES = """
UPDATE audit_progress SET lost_until = now(), lost_from = coalesce(
    (SELECT max(created_at) FROM transfers) - interval '2 minutes', '-infinity')
"""


def mend(connection: psycopg.Connection[Any]) -> Iterator[Message]:
    """Announce every wallet as it is: copies elsewhere may be newer than the backup.

    Messages that chat posted since the last charge of the backup are free: the auditor does not miss their charges.
    """
    connection.execute(NOTE_LOST_CHARGES)
    with connection.cursor("wallets") as cursor:
        cursor.execute("SELECT member_id, balance, version, free_messages_left FROM wallets")
        for member_id, balance, version, free_messages_left in cursor:
            yield CreditsChanged(
                member_id=str(member_id), balance=balance, version=version, free_messages_left=free_messages_left
            )
