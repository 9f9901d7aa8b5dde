"""Wallets of demo members, each with the gift that explains its balance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg

from billing.domain.transfer import Transfer, TransferKind, gift_id
from billing.domain.wallet import Wallet

# Long enough ago that the offer to new members has ended.
LONG_AGO = datetime(2026, 1, 5, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SeedWallet:
    member_id: UUID
    credits: int = 6
    free_messages_left: int = 3
    is_premium: bool = False
    site: str = "pairwise"
    signed_up_at: datetime = LONG_AGO


COPIES = {
    "wallets": "member_id, site, balance, free_messages_left, is_premium, version, signed_up_at",
    "transfers": "id, kind, member_id, credits, free_messages, balance_after, version",
    "entries": "transfer_id, account, amount",
}


def seed(connection: psycopg.Connection, members: Iterable[SeedWallet]) -> None:
    """Open a wallet for every member, in the connection's transaction. The sign-up event finds it and adds nothing."""
    opened = [(member, _gift(member)) for member in members]
    _copy(connection, "wallets", (_wallet(member) for member, _ in opened))
    _copy(connection, "transfers", (_transfer(gift) for _, gift in opened))
    _copy(connection, "entries", ((gift.id, *entry) for _, gift in opened for entry in gift.entries()))


def _copy(connection: psycopg.Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor().copy(f"COPY {table} ({COPIES[table]}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _gift(member: SeedWallet) -> Transfer:
    wallet = Wallet(
        member.member_id,
        member.site,
        member.credits,
        member.free_messages_left,
        member.is_premium,
        version=1,
        signed_up_at=member.signed_up_at,
    )
    return Transfer.leading_to(
        wallet,
        TransferKind.SIGNUP_GIFT,
        gift_id(member.member_id),
        credits=member.credits,
        free_messages=member.free_messages_left,
    )


def _wallet(member: SeedWallet) -> tuple[Any, ...]:
    return (
        member.member_id,
        member.site,
        member.credits,
        member.free_messages_left,
        member.is_premium,
        1,
        member.signed_up_at,
    )


def _transfer(gift: Transfer) -> tuple[Any, ...]:
    return (
        gift.id,
        gift.kind.value,
        gift.member_id,
        gift.credits,
        gift.free_messages,
        gift.balance_after,
        gift.version,
    )
