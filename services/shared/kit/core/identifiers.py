"""Identifiers: random UUIDs made by clients and by us; time-ordered ones for events."""

import os
import time
from datetime import datetime
from typing import Annotated
from uuid import RFC_4122, UUID, uuid4

from pydantic import AfterValidator

__all__ = ["RESERVED", "UUID", "ClientId", "first_id_of", "new_id", "ordered_id", "random_id"]

# RFC 9562, sections 5.9 and 5.10. Code uses them as "nobody" and "everybody", so they name no row.
RANDOM_VERSION = 4
RESERVED = frozenset({UUID(int=0), UUID(int=2**128 - 1)})


def random_id(value: UUID) -> UUID:
    """An id that a client made. Raises ValueError unless it is random (version 4 of RFC 9562, sections 4.1 and 5.4).

    A name-based one (versions 3 and 5) could be the id that a service derives from a fact, for another member too.
    """
    if value.version != RANDOM_VERSION or value.variant != RFC_4122:
        raise ValueError("not a random id")
    return value


# The id of a thing that a client makes, in an input model.
ClientId = Annotated[UUID, AfterValidator(random_id)]


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
