"""Loads accounts in bulk, for demonstration and load tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import psycopg


@dataclass(frozen=True, slots=True)
class SeedAccount:
    """A confirmed account. `credits` and `is_premium` repeat what billing holds."""

    member_id: UUID
    site: str
    email: str
    name: str
    password_hash: str
    locale: str
    signed_up_at: datetime
    credits: int
    is_premium: bool


COLUMNS = (
    "id, site, email, name, password_hash, status, locale, signed_up_at, credits, credits_version, is_premium,"
    " terms_accepted_at"
)


def seed(connection: psycopg.Connection, accounts: Iterable[SeedAccount]) -> None:
    """Add these accounts in the caller's transaction."""
    with connection.cursor().copy(f"COPY accounts ({COLUMNS}) FROM STDIN") as copy:
        for account in accounts:
            copy.write_row(
                (
                    account.member_id,
                    account.site,
                    account.email,
                    account.name,
                    account.password_hash,
                    "active",
                    account.locale,
                    account.signed_up_at,
                    account.credits,
                    1,
                    account.is_premium,
                    datetime.now(UTC),
                )
            )


def seed_staff(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    """Let this member work at the desk, with a second factor that is set up already."""
    connection.execute("UPDATE accounts SET is_staff = true WHERE id = %s", [member_id])
    connection.execute(
        "INSERT INTO authenticators (member_id, sealed_secret, confirmed_at) VALUES (%s, %s, now())",
        [member_id, sealed_secret],
    )
