"""Loads members in bulk, for demonstration and load tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import psycopg

COLUMNS = "member_id, name, is_confirmed, is_premium, credits, free_messages_left, wallet_version, pool, is_fictional"


@dataclass(frozen=True, slots=True)
class SeedMember:
    """A member as the events of billing and identity would have stored them. Without `wallet_version` the credits are
    unknown until billing's next event."""

    member_id: UUID
    name: str
    is_premium: bool = False
    is_confirmed: bool = True
    credits: int = 0
    free_messages_left: int = 0
    wallet_version: int = 0
    pool: int = 1
    is_fictional: bool = False


def seed(connection: psycopg.Connection, members: Iterable[SeedMember]) -> None:
    """Add these members, in the caller's transaction."""
    with connection.cursor().copy(f"COPY members ({COLUMNS}) FROM STDIN") as copy:
        for member in members:
            copy.write_row(
                (
                    member.member_id,
                    member.name,
                    member.is_confirmed,
                    member.is_premium,
                    member.credits,
                    member.free_messages_left,
                    member.wallet_version,
                    member.pool,
                    member.is_fictional,
                )
            )
