"""Canonical forms of numbers, booleans and dates in query strings and multipart forms.

pydantic takes more from a string than the API document promises: " 1", "+1", "1_000", "1.0" for an integer, "yes" for a
boolean, seconds since 1970 for a date. JSON has types for these; there pydantic is strict.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

WRITTEN = {
    bool: re.compile(r"true|false|0|1"),
    int: re.compile(r"-?(0|[1-9][0-9]{0,15})"),
    float: re.compile(r"-?[0-9]{1,17}(\.[0-9]{1,17})?"),
    date: re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
}


def not_canonical(model: type[BaseModel], texts: Mapping[str, Any]) -> list[str]:
    """List the names of the texts that are not the canonical form of their field's type."""
    return [name for name, pattern in _patterns(model).items() if name in texts and not pattern.fullmatch(texts[name])]


@cache
def _patterns(model: type[BaseModel]) -> dict[str, re.Pattern[str]]:
    types = {field.alias or name: set(_types(field.annotation)) for name, field in model.model_fields.items()}
    return {
        name: WRITTEN[kind] for name, kinds in types.items() if len(kinds) == 1 and (kind := kinds.pop()) in WRITTEN
    }


def _types(annotation: Any) -> Iterator[Any]:
    """The alternatives of a type, without None."""
    if get_origin(annotation) is Annotated:
        yield from _types(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for each in get_args(annotation):
            yield from _types(each)
    elif annotation is not NoneType:
        yield annotation
