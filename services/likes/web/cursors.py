"""Cursors of lists of likes. Sealed, because they hold to the microsecond when somebody liked somebody."""

from cryptography.fernet import InvalidToken
from servicekit.errors import FieldError, Invalid
from servicekit.keys import SealingKeys

from likes.domain.cursors import Position


def close_cursor(keys: SealingKeys, position: Position | None) -> str | None:
    """As text for the next page's request; None at the end of a list."""
    return keys.seal(position.packed()).decode() if position else None


def open_cursor(keys: SealingKeys, text: str) -> Position:
    """Raises Invalid for what is no cursor of ours."""
    try:
        return Position.unpacked(keys.open(text.encode()))
    except (ValueError, InvalidToken) as error:
        raise Invalid(errors=[FieldError("cursor", "field_invalid")]) from error
