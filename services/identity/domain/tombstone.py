"""What is left of an erased account: enough to erase it again, nothing to find a person by."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class Tombstone:
    member_id: UUID
    site: str
    address_hash: bytes
    erased_at: datetime


def hash_address(key: str, site: str, email: str) -> bytes:
    """Without the key nobody can try addresses against it."""
    return hmac.digest(key.encode(), f"address\0{site}\0{email}".encode(), hashlib.sha256)
