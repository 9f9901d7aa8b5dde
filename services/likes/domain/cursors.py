"""Keyset pagination of lists of likes: a cursor is the sort key of the last row of a page."""

import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PACKED = struct.Struct(">Bq16s")


@dataclass(frozen=True)
class LikeCursor:
    """The sort key of a row: by rank, then by time, then by id."""

    rank: int
    at: datetime
    member_id: UUID

    def packed(self) -> bytes:
        micros = (self.at - EPOCH) // timedelta(microseconds=1)
        return PACKED.pack(self.rank, micros, self.member_id.bytes)

    @staticmethod
    def unpacked(packed: bytes) -> "LikeCursor":
        """Raises ValueError for anything but the result of `packed`."""
        try:
            rank, micros, member = PACKED.unpack(packed)
            return LikeCursor(rank, EPOCH + timedelta(microseconds=micros), UUID(bytes=member))
        except (OverflowError, struct.error) as error:
            raise ValueError("not a cursor of a list of likes") from error
