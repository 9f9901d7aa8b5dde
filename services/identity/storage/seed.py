"""Bulk loading of accounts (COPY), for demonstrations and load tests."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

import psycopg
from psycopg import sql

from identity.domain.consent import WORDING, ConsentKind

Role = Literal["staff", "marketer", "support", "writer"]


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


def seed_desk(connection: psycopg.Connection, member_id: UUID, sealed_secret: bytes, *roles: Role) -> None:
    """Grant these roles to a member, with an authenticator app that is set up already."""
    for role in roles:
        column = sql.Identifier(f"is_{role}")
        connection.execute(sql.SQL("UPDATE accounts SET {} = true WHERE id = %s").format(column), [member_id])
    connection.execute(
        "INSERT INTO authenticators (member_id, sealed_secret, confirmed_at) VALUES (%s, %s, now())",
        [member_id, sealed_secret],
    )
