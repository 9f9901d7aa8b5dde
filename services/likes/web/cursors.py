"""Cursors of lists of likes, sealed: they contain the time of a like to the microsecond, and the API shows days."""

from cryptography.fernet import InvalidToken
from shared.kit.core import FieldError, Invalid, SealingKeys

from likes.domain.cursors import LikeCursor


def seal_cursor(keys: SealingKeys, cursor: LikeCursor | None) -> str | None:
    """The cursor as text; None at the end of a list."""
    return keys.seal(cursor.packed()).decode() if cursor else None


def open_cursor(keys: SealingKeys, text: str) -> LikeCursor:
    """Raises Invalid for any text but one of `seal_cursor`."""
    try:
        return LikeCursor.unpacked(keys.open(text.encode()))
    except (ValueError, InvalidToken) as error:
        raise Invalid(errors=[FieldError("cursor", "field_invalid")]) from error
