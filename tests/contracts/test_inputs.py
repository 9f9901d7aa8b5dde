"""Every model that reads JSON from outside takes each type as JSON has it, and nothing that only looks like it."""

import importlib
import json
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError
from shared.kit.http import Input
from shared.registry import services

# By JSON schema type: values that lenient readers would accept.
LOOKALIKES = {
    "integer": ["true", '"1"', "1.0", "1e0", "-0.0", '" 1"', '"\\u0661"'],
    "number": ["true", '"1"'],
    "boolean": ["1", "0", '"true"', '"yes"', "1.0"],
    "string": ["1", "true", "1.5"],
}
FORMS = {
    "date-time": ["2026-12-05T10:00:00Z", "2026-12-05T10:00:00.000Z", "2026-12-05T11:00+01:00"],
    "date": ["1990-04-12"],
}
# By JSON schema format: other forms of dates and times, in which a typing error is another valid one.
OTHER_FORMS = {
    "date-time": ["1796000000", "20261205T100000Z", "2026-W49-6T10:00:00Z", "0001-01-01T00:00:00+14:00", "2026-12-05"],
    "date": ["1796000000", "19900412", "1990-W15-4", "1990-04-12T00:00:00"],
}


def models(parent: type[Input] = Input) -> Iterator[type[Input]]:
    for model in parent.__subclasses__():
        yield model
        yield from models(model)


def fields() -> list[tuple[str, Any, set[str]]]:
    for service in services():
        importlib.import_module(f"{service.name}.web")
    found = []
    # A model that a decorator completed stands beside the one it began with, under the same name.
    for model in sorted(set(models()), key=lambda model: (model.__module__, model.__name__, len(model.model_fields))):
        if ".tests." in model.__module__ or ".web." not in model.__module__:
            continue
        for name, field in model.model_fields.items():
            kind: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
            types = set(types_in(TypeAdapter(kind).json_schema()))
            if types and types <= {*LOOKALIKES, "null"}:
                found.append((f"{model.__module__}.{model.__name__}.{name}", kind, types - {"null"}))
    return found


def types_in(schema: dict[str, Any]) -> Iterator[str]:
    for option in schema.get("anyOf", [schema]):
        values = option.get("enum", [option["const"]] if "const" in option else [])
        if values and "type" not in option:
            yield "unknown"
        yield str(option.get("type", "unknown"))


FIELDS = fields()


@pytest.mark.parametrize(("kind", "types"), [field[1:] for field in FIELDS], ids=[field[0] for field in FIELDS])
def test_a_lookalike_is_refused(kind: Any, types: set[str]) -> None:
    reader = TypeAdapter(kind)
    for lookalike in {text for each in types for text in LOOKALIKES[each]}:
        if "string" in types and isinstance(json.loads(lookalike), str):
            continue
        with pytest.raises(ValidationError):
            reader.validate_json(lookalike, strict=True)


def formats_of(kind: Any) -> set[str]:
    schema = TypeAdapter(kind).json_schema()
    return {option.get("format", "") for option in schema.get("anyOf", [schema])}


DATED = [(name, kind) for name, kind, _ in FIELDS if formats_of(kind) & OTHER_FORMS.keys()]


@pytest.mark.parametrize("kind", [kind for _, kind in DATED], ids=[name for name, _ in DATED])
def test_dates_and_times_have_one_form(kind: Any) -> None:
    for text in (text for each in formats_of(kind) for text in FORMS.get(each, ())):
        assert TypeAdapter(kind).validate_json(json.dumps(text), strict=True)
    for other in (text for each in formats_of(kind) for text in OTHER_FORMS.get(each, ())):
        with pytest.raises(ValidationError):
            TypeAdapter(kind).validate_json(json.dumps(other), strict=True)
