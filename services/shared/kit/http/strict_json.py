"""The parser of all JSON requests. It refuses input on which JSON parsers disagree."""

import json
import re
from typing import Any, NoReturn

from shared.kit.core.errors import Malformed

DEEPEST = 12
# The largest integer that every JSON parser reads exactly (RFC 7493, section 2.2).
LARGEST = 2**53 - 1
UNCLEAN = re.compile("[\x00\ud800-\udfff]")


def parse(raw: bytes) -> Any:
    """The parsed value. Raises Malformed for invalid UTF-8 or JSON, duplicate keys, NaN and infinities, integers beyond
    2**53 - 1, NUL and lone surrogates in text, and nesting deeper than twelve levels."""
    try:
        value = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constants, parse_int=_integer
        )
    except (ValueError, RecursionError) as error:
        raise Malformed() from error
    _check(value, DEEPEST)
    return value


def is_clean(text: str) -> bool:
    """Whether it has neither NUL nor a lone surrogate."""
    return UNCLEAN.search(text) is None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed()
    return found


def _integer(digits: str) -> int:
    # Converting takes quadratic time, and Python refuses more than 4,300 digits.
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise Malformed()
    return int(digits)


def _no_constants(_: str) -> NoReturn:
    raise Malformed()


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise Malformed()
    if isinstance(value, str):
        if not is_clean(value):
            raise Malformed()
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check(key, depth)
            _check(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth - 1)
    elif isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise Malformed()
