"""Fields of API models for every trait, made from the one list of traits."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import BaseModel, create_model

from profiles.domain.traits import TRAITS

M = TypeVar("M", bound=BaseModel)


def with_traits(
    field: Callable[[type[StrEnum]], Any], *, without: tuple[str, ...] = ()
) -> Callable[[type[M]], type[M]]:
    """Class decorator that adds a field for each trait but those in `without`.

    `field` makes pydantic's definition, a tuple of type and default, from the values of the trait.
    """

    def decorate(model: type[M]) -> type[M]:
        fields: dict[str, Any] = {name: field(values) for name, values in TRAITS.items() if name not in without}
        return create_model(
            model.__name__, __base__=model, __module__=model.__module__, __doc__=model.__doc__, **fields
        )

    return decorate
