"""A message, its limits, and the hashes that find equal sends."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.contact_details import Hint
from shared.kit.core import has_visible_text, is_invisible
from shared.sites import CALL, MESSAGE, OPENER, PHOTO, VOICE, BillableItem, Purpose

from chat.domain.call import CallFacts
from chat.errors import GiftNotRetractable, MessageEmpty, MessageTooLong, TooLateToRetract

LONGER_THAN_A_GREETING = 24  # letters and digits
# Time in which a sender can take a message back, by the clock of the database. Shown to members in these minutes.
RETRACTABLE_FOR = timedelta(minutes=15)
QUOTED_LENGTH = 160  # characters of the answered message that stand above its reply


class Kind(StrEnum):
    """The kind of a message. A gift or a photo may have words beside it; a voice message has none.

    An opener is the words that came with a like, posted once the like is answered. A call is the line about
    one in its conversation. Words of `STAFF` were written by the site's staff for a fictional profile.
    """

    TEXT = "text"
    GIFT = "gift"
    PHOTO = "photo"
    VOICE = "voice"
    OPENER = "opener"
    CALL = "call"
    STAFF = "staff"


# Nobody takes these back.
LASTING = frozenset({Kind.GIFT, Kind.CALL, Kind.STAFF})


class Reaction(StrEnum):
    """The six reactions; each screen draws them as emoji."""

    HEART = "heart"
    LAUGH = "laugh"
    WOW = "wow"
    SAD = "sad"
    FIRE = "fire"
    THUMB = "thumb"


@dataclass(frozen=True)
class Quote:
    """The message that a reply answers, as its reader sees it now."""

    id: UUID
    sender_id: UUID
    kind: Kind
    text: str  # at most QUOTED_LENGTH characters
    gift: str | None


@dataclass(frozen=True)
class Photo:
    """Facts of a photo besides its files. While `is_veiled`, its reader gets the blurred file alone."""

    media: str
    thumbhash: str
    width: int
    height: int
    is_veiled: bool = False
    is_proof: bool = False  # part of a complaint: the desk may look at it
    is_doubtful: bool = False  # to the image classifier: blurred for acquainted readers, too


@dataclass(frozen=True)
class Voice:
    """Facts of a voice message besides its file: its length, and its waveform as numbers from 0 to 100."""

    media: str
    milliseconds: int
    peaks: tuple[int, ...]
    is_proof: bool = False  # part of a complaint: the desk may listen to it


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
            case Kind.VOICE:
                return VOICE
            case Kind.OPENER:
                return OPENER
            case Kind.CALL:
                return CALL
            case Kind.TEXT | Kind.STAFF:
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
    upload_hash: bytes = b""  # of the uploaded file
    photo: Photo | None = None  # set once its files are made
    voice: Voice | None = None  # likewise
    reply_to: UUID | None = None
    agreed_credits: int | None = None  # of a call: its price when it rang

    @property
    def body_hash(self) -> bytes:
        """Equal for a retry, different for another message under this id."""
        parts = [self.sender_id.bytes, self.recipient_id.bytes, self.kind.encode(), self.text.encode()]
        if self.billable_item != MESSAGE:
            parts.append(f"{self.billable_item.purpose}:{self.billable_item.item}".encode())
        if self.upload_hash:
            parts.append(self.upload_hash)
        if self.reply_to:
            parts.append(b"reply_to:" + self.reply_to.bytes)
        return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()

    @property
    def likeness(self) -> bytes | None:
        """Equal for texts that differ only in capitals, spaces and signs, and for one upload.

        None for a short greeting, which may be sent to many.
        """
        if self.upload_hash:
            return self.upload_hash
        letters = "".join(character for character in self.text.casefold() if character.isalnum())
        return hashlib.sha256(letters.encode()).digest() if len(letters) >= LONGER_THAN_A_GREETING else None

    def check(self, longest: int) -> None:
        if is_invisible(self.text) or (
            self.kind in (Kind.TEXT, Kind.OPENER, Kind.STAFF) and not has_visible_text(self.text)
        ):
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
    voice: Voice | None = None  # of a voice message, until its sender is erased
    call: CallFacts | None = None  # of a call
    credits: int | None = None  # its price, where that is known
    reply_to: UUID | None = None
    retracted_at: datetime | None = None  # when its sender took it back; text, hints, photo and voice are empty then
    quote: Quote | None = None  # of `reply_to`; None once that was taken back or removed
    reactions: tuple[tuple[UUID, Reaction], ...] = ()  # by member

    @property
    def media(self) -> str | None:
        """The name of its files, if it has any."""
        attached = self.photo or self.voice
        return attached.media if attached else None

    @property
    def is_refunded(self) -> bool:
        return self.undelivered_at is not None and bool(self.credits)

    @property
    def retractable_until(self) -> datetime | None:
        """The end of the time in which its sender can take it back; None for one that stays, and for one taken back."""
        return None if self.kind in LASTING or self.retracted_at else self.sent_at + RETRACTABLE_FOR

    def check_retractable(self, now: datetime) -> None:
        """Raise the refusal if its sender cannot take it back any more."""
        if self.kind in LASTING:
            raise GiftNotRetractable()
        if now > self.sent_at + RETRACTABLE_FOR:
            raise TooLateToRetract()
