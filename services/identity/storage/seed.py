"""Bulk loading of accounts (COPY), for demonstrations and load tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import psycopg

from identity.domain.consent import WORDING, ConsentKind


@dataclass(frozen=True, slots=True)
class SeedAccount:
    """A confirmed account. `credits` and `is_premium` must equal those in billing."""

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
    " terms_accepted_at, matching_due"
)
CONSENT_COLUMNS = "member_id, kind, version, is_given, locale, at"


def seed(connection: psycopg.Connection, accounts: Iterable[SeedAccount]) -> None:
    """Add these accounts in the caller's transaction, with the consent `matching`."""
    consents: list[tuple[object, ...]] = []
    with connection.cursor().copy(f"COPY accounts ({COLUMNS}) FROM STDIN") as copy:
        for account in accounts:
            version = WORDING[ConsentKind.MATCHING]
            consents.append(
                (account.member_id, ConsentKind.MATCHING, version, True, account.locale, account.signed_up_at)
            )
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
                    False,
                )
            )
    with connection.cursor().copy(f"COPY consents ({CONSENT_COLUMNS}) FROM STDIN") as copy:
        for consent in consents:
            copy.write_row(consent)


def seed_staff(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    """Grant the staff role to this member, with an authenticator app that is set up already."""
    connection.execute("UPDATE accounts SET is_staff = true WHERE id = %s", [member_id])
    _seed_authenticator(connection, member_id, sealed_secret)


def seed_support(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    """Grant the support role to this member, with an authenticator app that is set up already."""
    connection.execute("UPDATE accounts SET is_support = true WHERE id = %s", [member_id])
    _seed_authenticator(connection, member_id, sealed_secret)


def seed_writer(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    """Grant the writer role to this member, with an authenticator app that is set up already."""
    connection.execute("UPDATE accounts SET is_writer = true WHERE id = %s", [member_id])
    _seed_authenticator(connection, member_id, sealed_secret)


def seed_marketer(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    """Grant the marketer role to this member, with an authenticator app that is set up already."""
    connection.execute("UPDATE accounts SET is_marketer = true WHERE id = %s", [member_id])
    _seed_authenticator(connection, member_id, sealed_secret)


def _seed_authenticator(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes) -> None:
    connection.execute(
        "INSERT INTO authenticators (member_id, sealed_secret, confirmed_at) VALUES (%s, %s, now())",
        [member_id, sealed_secret],
    )
