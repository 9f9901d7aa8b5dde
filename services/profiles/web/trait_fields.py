"""Fields of API models for every trait, made from the one list of traits."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, create_model

from profiles.domain.traits import ACCEPTED, TRAITS, Trait

M = TypeVar("M", bound=BaseModel)


def with_traits(field: Callable[[Trait], Any], *, without: tuple[str, ...] = ()) -> Callable[[type[M]], type[M]]:
    """Class decorator that adds a field for each trait but those in `without`.

    `field` makes pydantic's definition, a tuple of type and default, from the trait.
    """

    def decorate(model: type[M]) -> type[M]:
        return _with_fields(model, {name: field(trait) for name, trait in TRAITS.items() if name not in without})

    return decorate


def with_accepted(field: Callable[[Trait], Any]) -> Callable[[type[M]], type[M]]:
    """Class decorator that adds a field for the accepted values of each trait that has such a condition."""

    def decorate(model: type[M]) -> type[M]:
        return _with_fields(model, {column: field(TRAITS[name]) for name, column in ACCEPTED.items()})

    return decorate


def _with_fields(model: type[M], fields: dict[str, Any]) -> type[M]:
    return create_model(model.__name__, __base__=model, __module__=model.__module__, __doc__=model.__doc__, **fields)
