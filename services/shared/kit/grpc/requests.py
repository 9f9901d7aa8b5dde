"""Fields of gRPC requests. A request that cannot be read or holds an impossible value gets INVALID_ARGUMENT."""

from collections.abc import Callable, Iterable
from typing import Any

import psycopg
from google.protobuf.message import DecodeError
from sqlalchemy.exc import DataError

from shared.kit.core.errors import Malformed
from shared.kit.core.identifiers import UUID

# A number beyond its column, a text with a zero byte, a negative LIMIT: the database's class of errors for values.
IMPOSSIBLE = (DataError, psycopg.DataError)


class Unreadable:
    """Takes the place of a request whose bytes are no message: the server would call it INTERNAL."""


def readable(deserialize: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Make `deserialize` return `Unreadable` for what is no message."""

    def read(serialized: bytes) -> Any:
        try:
            return deserialize(serialized)
        except DecodeError:
            return Unreadable()

    return read


def id_of(text: str) -> UUID:
    """The UUID of a field. Raises Malformed for any other text, an empty one as well."""
    try:
        return UUID(text)
    except ValueError as error:
        raise Malformed() from error


def ids_of(texts: Iterable[str]) -> list[UUID]:
    """The UUIDs of a repeated field. Raises Malformed if one is none."""
    return [id_of(text) for text in texts]
