"""Identifiers: random UUIDs made by clients and by us; time-ordered ones for events."""

import os
import time
from datetime import datetime
from uuid import UUID, uuid4

__all__ = ["RESERVED", "UUID", "first_id_of", "new_id", "ordered_id"]

# RFC 9562, sections 5.9 and 5.10. Code uses them as "nobody" and "everybody", so they name no row.
RESERVED = frozenset({UUID(int=0), UUID(int=2**128 - 1)})


def new_id() -> UUID:
    """A random UUID (version 4)."""
    return uuid4()


def ordered_id() -> UUID:
    """A version 7 UUID (RFC 9562): later ones sort after earlier ones, so index pages stay warm."""
    value = (time.time_ns() // 1_000_000 << 80) | int.from_bytes(os.urandom(10), "big")
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    return UUID(int=value)


def first_id_of(moment: datetime) -> UUID:
    """The id before all that `ordered_id` makes from this moment on, as the function `kit.first_id_of` says it."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)
