"""Wallets of demo members, each with the gift that explains its balance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg

from billing.domain.transfer import Cause, Transfer, gift
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
    "transfer_causes": "kind, cause, transfer_id",
    "entries": "transfer_id, account, amount",
}


def seed(connection: psycopg.Connection, members: Iterable[SeedWallet]) -> None:
    """Open a wallet for every member, in the connection's transaction. The sign-up event finds it and adds nothing."""
    opened = [(member, *_gift(member)) for member in members]
    _copy(connection, "wallets", (_wallet(member) for member, _, _ in opened))
    _copy(connection, "transfers", (_transfer(given) for _, _, given in opened))
    _copy(connection, "transfer_causes", ((cause.kind.value, cause.id, given.id) for _, cause, given in opened))
    _copy(connection, "entries", ((given.id, *entry) for _, _, given in opened for entry in given.entries()))


def _copy(connection: psycopg.Connection, table: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor().copy(f"COPY {table} ({COPIES[table]}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _gift(member: SeedWallet) -> tuple[Cause, Transfer]:
    wallet = Wallet(
        member.member_id,
        member.site,
        member.credits,
        member.free_messages_left,
        member.is_premium,
        version=1,
        signed_up_at=member.signed_up_at,
    )
    cause = gift(member.member_id, member.credits, member.free_messages_left)
    return cause, cause.leading_to(wallet)


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
