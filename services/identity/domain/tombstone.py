"""What is left of an erased account: enough to erase it again, nothing to find a person by."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from servicekit.keys import SigningKeys


@dataclass(frozen=True)
class Tombstone:
    member_id: UUID
    site: str
    address_hash: bytes
    erased_at: datetime


def hash_address(keys: SigningKeys, site: str, email: str) -> bytes:
    """Without the key nobody can try addresses against it."""
    return keys.sign(f"address\0{site}\0{email}".encode())
