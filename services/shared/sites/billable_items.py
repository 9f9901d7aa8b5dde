"""Items that members pay for in a conversation. The price comes from the site, never from the client."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class Purpose(StrEnum):
    MESSAGE = "message"
    PHOTO = "photo"
    VOICE = "voice"
    GIFT = "gift"
    ICEBREAKER = "icebreaker"
    OPENER = "opener"  # words that came with a like, once they are answered
    CALL = "call"  # once for a connected call


# Purposes with several items, each with a price of its own.
WITH_ITEMS = frozenset({Purpose.GIFT, Purpose.ICEBREAKER})

# The drawings we have (webapp/src/features/chat/components/gift-drawing.tsx), the small ones first.
GiftName = Literal[
    "rose", "coffee", "clover", "ice_cream", "balloons", "cake", "teddy", "champagne", "bouquet", "star"
]  # fmt: skip


@dataclass(frozen=True)
class BillableItem:
    """The item of one charge: `item` is the id of the gift or the opening line."""

    purpose: Purpose = Purpose.MESSAGE
    item: str | None = None

    def __post_init__(self) -> None:
        if (self.item is not None) != (self.purpose in WITH_ITEMS):
            raise ValueError(f"{self.purpose} and {self.item} do not go together")

    @property
    def may_be_free(self) -> bool:
        """Free messages are for a member's own words."""
        return self.purpose is Purpose.MESSAGE


MESSAGE, PHOTO, VOICE = BillableItem(), BillableItem(Purpose.PHOTO), BillableItem(Purpose.VOICE)
OPENER, CALL = BillableItem(Purpose.OPENER), BillableItem(Purpose.CALL)
OPENER_LENGTH = 300  # characters
