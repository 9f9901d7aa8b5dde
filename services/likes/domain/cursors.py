"""Where a page of likes ended: the place of its last like in the order of the list."""

import base64
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from servicekit.errors import FieldError, Invalid

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PACKED = struct.Struct(">?q16s")


@dataclass(frozen=True)
class Position:
    """New ones come first, then by time, then by id."""

    is_new: bool
    at: datetime
    member_id: UUID

    def closed(self) -> str:
        micros = (self.at - EPOCH) // timedelta(microseconds=1)
        return base64.urlsafe_b64encode(PACKED.pack(self.is_new, micros, self.member_id.bytes)).decode().rstrip("=")

    @staticmethod
    def opened(text: str) -> "Position":
        """Raises Invalid for what is no cursor."""
        try:
            packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
            is_new, micros, member = PACKED.unpack(packed)
            return Position(is_new, EPOCH + timedelta(microseconds=micros), UUID(bytes=member))
        except (ValueError, OverflowError, struct.error) as error:
            raise Invalid(errors=[FieldError("cursor", "field_invalid")]) from error
