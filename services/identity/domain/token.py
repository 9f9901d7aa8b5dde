"""One-time tokens of mailed links."""

from enum import StrEnum, auto


class Purpose(StrEnum):
    """What a token is for: the value in the database. It serves no other."""

    ACTIVATION = auto()
    RESET = auto()
    REACTIVATION = auto()
    MAIL_CHANGE = auto()
    MAIL_CHANGE_STOP = auto()
    EXPORT = auto()
    SECOND_FACTOR = auto()  # a mailed code, typed into the page that asked for it
