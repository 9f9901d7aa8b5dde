"""Pictures that marketers upload. Each has the hash of its upload for a name, so a site has the same picture once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from shared.pictures import PAGE_WIDTHS, Limits

HASH = r"^[0-9a-f]{32}$"
MOST_PICTURES = 300
# Logos are smaller than photos of members.
LIMITS = Limits(shortest_side=64)


@dataclass(frozen=True)
class Picture:
    """A stored picture; `sizes` has the bytes of each file by its name."""

    hash: str
    width: int
    height: int
    sizes: Mapping[str, int]
    added_at: datetime

    @property
    def phone_bytes(self) -> int:
        """What a phone loads of it across its whole width, at three pixels a point."""
        return self.sizes[f"{PAGE_WIDTHS[-1]}.avif"]


def hash_of(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]
