"""A message, its limits, and the hashes that find equal sends."""

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shared.sites import MESSAGE, PHOTO, BillableItem, Purpose

from chat.domain.hints import Hint
from chat.errors import MessageEmpty, MessageTooLong

BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # fillers and the empty braille sign: letters by their class only
LONGER_THAN_A_GREETING = 24  # letters and digits


class Kind(StrEnum):
    """The kind of a message. A gift or a photo may have words beside it; a text is nothing else."""

    TEXT = "text"
    GIFT = "gift"
    PHOTO = "photo"


@dataclass(frozen=True)
class Photo:
    """Facts of a photo besides its files. While `is_veiled`, its reader gets the blurred file alone."""

    media: str
    thumbhash: str
    width: int
    height: int
    is_veiled: bool = False
    is_proof: bool = False  # part of a complaint: the desk may look at it


class Paid:
    """A message as a purchase: every kind has its billable item."""

    kind: Kind
    gift: str | None
    icebreaker: str | None

    @property
    def billable_item(self) -> BillableItem:
        match self.kind:
            case Kind.GIFT:
                return BillableItem(Purpose.GIFT, self.gift)
            case Kind.PHOTO:
                return PHOTO
            case Kind.TEXT:
                return BillableItem(Purpose.ICEBREAKER, self.icebreaker) if self.icebreaker else MESSAGE


@dataclass(frozen=True)
class Draft(Paid):
    """A message as its sender's client asks for it, under an id that the client made.

    Each kind has its own fields and none of the others; `icebreaker` is the opening line a text was made of.
    """

    id: UUID
    sender_id: UUID
    recipient_id: UUID
    text: str
    kind: Kind = Kind.TEXT
    gift: str | None = None
    icebreaker: str | None = None
    picture_hash: bytes = b""  # of the uploaded file
    photo: Photo | None = None  # set once its files are made

    @property
    def body_hash(self) -> bytes:
        """Equal for a retry, different for another message under this id."""
        parts = [self.sender_id.bytes, self.recipient_id.bytes, self.kind.encode(), self.text.encode()]
        if self.billable_item != MESSAGE:
            parts.append(f"{self.billable_item.purpose}:{self.billable_item.item}".encode())
        if self.picture_hash:
            parts.append(self.picture_hash)
        return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()

    @property
    def likeness(self) -> bytes | None:
        """Equal for texts that differ only in capitals, spaces and signs, and for one picture.

        None for a short greeting, which may be sent to many.
        """
        if self.picture_hash:
            return self.picture_hash
        letters = "".join(character for character in self.text.casefold() if character.isalnum())
        return hashlib.sha256(letters.encode()).digest() if len(letters) >= LONGER_THAN_A_GREETING else None

    def check(self, longest: int) -> None:
        if self.kind is Kind.TEXT and not any(is_visible_character(character) for character in self.text):
            raise MessageEmpty(field="text")
        if len(self.text) > longest:
            raise MessageTooLong(field="text", limit=longest)


@dataclass(frozen=True)
class Message(Paid):
    id: UUID
    conversation_id: UUID
    seq: int
    sender_id: UUID
    text: str
    sent_at: datetime
    kind: Kind = Kind.TEXT
    hints: tuple[Hint, ...] = ()
    gift: str | None = None
    icebreaker: str | None = None
    undelivered_at: datetime | None = None  # when its recipient was gone before reading it
    photo: Photo | None = None  # of a photo, until its sender is erased
    credits: int | None = None  # its price, where that is known

    @property
    def is_refunded(self) -> bool:
        return self.undelivered_at is not None and bool(self.credits)


def is_visible_character(character: str) -> bool:
    """Neither a space nor one of the letters without a glyph."""
    return unicodedata.category(character)[0] not in "ZC" and character not in BLANK
