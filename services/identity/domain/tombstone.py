"""Tombstones of erased accounts: enough to erase them again, too little to find a person."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.kit.core import SigningKeys


@dataclass(frozen=True)
class Tombstone:
    member_id: UUID
    site: str
    address_hash: bytes
    erased_at: datetime


def hash_address(keys: SigningKeys, site: str, email: str) -> bytes:
    """A keyed hash, so that without the key no address can be compared with it."""
    return keys.sign(f"address\0{site}\0{email}".encode())
