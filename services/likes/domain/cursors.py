"""Where a page of likes ended: the place of its last like in the order of the list."""

import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PACKED = struct.Struct(">?q16s")


@dataclass(frozen=True)
class Position:
    """New ones come first, then by time, then by id."""

    is_new: bool
    at: datetime
    member_id: UUID

    def packed(self) -> bytes:
        micros = (self.at - EPOCH) // timedelta(microseconds=1)
        return PACKED.pack(self.is_new, micros, self.member_id.bytes)

    @staticmethod
    def unpacked(packed: bytes) -> "Position":
        """Raises ValueError for anything else than `packed` has made."""
        try:
            is_new, micros, member = PACKED.unpack(packed)
            return Position(is_new, EPOCH + timedelta(microseconds=micros), UUID(bytes=member))
        except (OverflowError, struct.error) as error:
            raise ValueError("no position in a list of likes") from error
