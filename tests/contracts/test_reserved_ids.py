"""The ids of all zeros and all ones stand for nobody and everybody in our code: no client may use one as a key."""

import importlib
from collections.abc import Iterator
from uuid import UUID

import pytest
from pydantic import ValidationError
from shared.kit.core.identifiers import RESERVED
from shared.kit.http import Input
from shared.registry import service_names


def inputs(of: type[Input] = Input) -> Iterator[type[Input]]:
    for model in of.__subclasses__():
        yield model
        yield from inputs(model)


def with_ids() -> list[type[Input]]:
    for service in service_names():
        importlib.import_module(f"{service}.web")
    found = {model for model in inputs() if "id" in model.model_fields}
    return sorted(
        (model for model in found if UUID in (model.model_fields["id"].annotation, *args_of(model))),
        key=lambda model: (model.__module__, model.__name__),
    )


def args_of(model: type[Input]) -> tuple[object, ...]:
    return getattr(model.model_fields["id"].annotation, "__args__", ())


@pytest.mark.parametrize("model", with_ids(), ids=lambda model: f"{model.__module__}.{model.__name__}")
def test_reserved_ids_are_refused(model: type[Input]) -> None:
    for reserved in RESERVED:
        with pytest.raises(ValidationError) as refused:
            model.model_validate({"id": str(reserved)})
        assert ("id",) in [error["loc"] for error in refused.value.errors()]


def test_there_are_some() -> None:
    assert len(with_ids()) > 20
