"""One-time tokens of mailed links."""

from dataclasses import dataclass
from enum import StrEnum, auto


class Purpose(StrEnum):
    """The one purpose of a token; the value in the database."""

    ACTIVATION = auto()
    RESET = auto()
    REACTIVATION = auto()
    MAIL_CHANGE = auto()
    MAIL_CHANGE_STOP = auto()
    EXPORT = auto()
    STAFF_INVITATION = auto()
    SECOND_FACTOR = auto()  # a mailed code that proves a second factor


@dataclass(frozen=True)
class UsedToken:
    """A token that has acted; `detail` is its argument, such as a new address."""

    detail: str | None
