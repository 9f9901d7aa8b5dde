"""Receipts of transactions: the columns that the hash of a transfer covers, and the hash of the one before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

# In the order in which the trigger of the database hashes them (transfer_hash, migration 0008).
HASHED = (
    *("id", "kind", "member_id", "credits", "free_messages", "debt", "balance_after", "version"),
    *("partner_id", "payment_id", "at_microseconds", "purpose", "item"),
)
LEFT_OUT = ("purpose", "item")  # where they are null; other nulls are hashed as an empty text


@dataclass(frozen=True)
class Receipt:
    """`hash` is the SHA-256 over `previous`, the hash of the wallet's transfer before, and the transaction."""

    transaction: Mapping[str, Any]
    previous: str
    hash: str

    @property
    def is_intact(self) -> bool:
        return self.hash == hash_of(self.transaction, self.previous)


def hash_of(transaction: Mapping[str, Any], previous: str) -> str:
    """The hash as hexadecimal digits. Raises KeyError for a missing field and ValueError for other digits."""
    values = [(name, transaction[name]) for name in HASHED]
    covered = [value for name, value in values if value is not None or name not in LEFT_OUT]
    written = ["" if value is None else str(value) for value in covered]
    return sha256(bytes.fromhex(previous) + "|".join(written).encode()).hexdigest()


def follows(later: Receipt, earlier: Receipt) -> bool:
    """Whether the first is of the transaction right after the other's, in the same wallet."""
    wallet, number = later.transaction["member_id"], later.transaction["version"]
    return (wallet, number) == (earlier.transaction["member_id"], earlier.transaction["version"] + 1)
