"""Identity's part after its database was restored (`shared.ops.restored`)."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
from google.protobuf.message import Message
from pairwise.identity.v1.events_pb2 import AgeAssuranceChanged, ContactVisibilityChanged


def mend(connection: psycopg.Connection[Any]) -> Iterator[Message]:
    """Take billing's figures whatever their version: billing's own may have been restored to an earlier one. Announce
    the members who are withheld until they have shown their age, and those hidden from people they know.
    """
    connection.execute("UPDATE accounts SET credits_version = 0 WHERE credits_version > 0")
    with connection.cursor("withheld") as cursor:
        cursor.execute("SELECT member_id FROM age_checks WHERE is_withheld")
        for (member_id,) in cursor:
            yield AgeAssuranceChanged(member_id=str(member_id), withheld=True)
    with connection.cursor("contacts") as cursor:
        cursor.execute("SELECT DISTINCT member_id, contact_id FROM hidden_contacts")
        for member_id, contact_id in cursor:
            yield ContactVisibilityChanged(member_id=str(member_id), contact_id=str(contact_id), hidden=True)


def members(connection: psycopg.Connection[Any]) -> Iterator[UUID]:
    """Members with an account, and the erased."""
    rows = connection.execute("SELECT id FROM accounts UNION SELECT member_id FROM tombstones")
    yield from (row[0] for row in rows)
