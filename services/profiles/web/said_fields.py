"""Fields of API models made from the one list of profile fields."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, create_model

M = TypeVar("M", bound=BaseModel)


def with_fields(definitions: Mapping[str, Any]) -> Callable[[type[M]], type[M]]:
    """Class decorator that adds these fields: pydantic's definitions, tuples of type and default, by name."""

    def decorate(model: type[M]) -> type[M]:
        fields: dict[str, Any] = dict(definitions)
        return create_model(
            model.__name__, __base__=model, __module__=model.__module__, __doc__=model.__doc__, **fields
        )

    return decorate
