"""A message, what it may say, and what makes two sends the same."""

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from chat.domain.hints import Hint
from chat.errors import MessageEmpty, MessageTooLong

TEXT = "text"
LONGER_THAN_A_GREETING = 24  # letters and digits


@dataclass(frozen=True)
class Draft:
    """A message as its sender's client asks for it, under an id that the client made."""

    id: UUID
    sender_id: UUID
    recipient_id: UUID
    text: str

    @property
    def body_hash(self) -> bytes:
        """The same for a retry, another for anything else under this id."""
        parts = (self.sender_id.bytes, self.recipient_id.bytes, TEXT.encode(), self.text.encode())
        return hashlib.sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()

    @property
    def likeness(self) -> bytes | None:
        """The same for texts that differ only in what nobody reads: capitals, spaces and signs.

        None for a greeting: everybody says hello to many.
        """
        letters = "".join(character for character in self.text.casefold() if character.isalnum())
        return hashlib.sha256(letters.encode()).digest() if len(letters) >= LONGER_THAN_A_GREETING else None

    def check(self, longest: int) -> None:
        if not any(is_seen(character) for character in self.text):
            raise MessageEmpty(field="text")
        if len(self.text) > longest:
            raise MessageTooLong(field="text", limit=longest)


@dataclass(frozen=True)
class Message:
    id: UUID
    conversation_id: UUID
    seq: int
    sender_id: UUID
    text: str
    sent_at: datetime
    kind: str = TEXT
    hints: tuple[Hint, ...] = ()


def is_seen(character: str) -> bool:
    """Not a space, and not one of the characters that take no room at all."""
    return unicodedata.category(character)[0] not in "ZC"
