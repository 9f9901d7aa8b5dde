"""A text message, and what became of handing it to the provider."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID


@dataclass(frozen=True)
class TextMessage:
    """`to` is in international form. `sender` is a name of at most 11 letters and digits, or a number.

    `account` is that of the brand, empty for the common one. The provider's reports name the `id`.
    """

    id: UUID
    to: str
    text: str
    sender: str = ""
    account: str = ""


class TextNotSent(Exception):
    """The provider has not taken the message, which may be sent again."""


class TextRefused(Exception):
    """The provider refuses the message for good. `reason` is `number`, or `message` for everything else."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TextOutcomeUnknown(Exception):
    """There was no answer: the message may have been taken. It must not be sent again."""


class TextMessages(Protocol):
    def send(self, message: TextMessage) -> None:
        """Hand a message to the provider. Raises TextNotSent, TextRefused or TextOutcomeUnknown."""
