"""Typed views: the annotations validate requests, serialize answers, and generate the OpenAPI document."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

from flask import Response, request
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from shared.kit.core.errors import FieldError, Invalid, Malformed
from shared.kit.core.identifiers import RESERVED
from shared.kit.core.visible_text import is_invisible, tame
from shared.kit.http.canonical import not_canonical
from shared.kit.http.strict_json import is_clean, parse

Model = TypeVar("Model", bound=BaseModel)


# Secrets, which are compared as they were sent.
COMPARED = frozenset({"password", "old_password"})


class Input(BaseModel):
    """Request model: unknown fields and texts that draw nothing are refused; texts are tamed, and not stripped.

    White space alone is for the domain to judge, as are the fields of `judged_by_domain`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    judged_by_domain: ClassVar[frozenset[str]] = frozenset()

    @field_validator("*")
    @classmethod
    def _is_readable(cls, value: Any, info: ValidationInfo) -> Any:
        if info.field_name not in cls.judged_by_domain and any(map(is_invisible, _texts_in(value))):
            raise ValueError("draws nothing")
        return value if info.field_name in COMPARED else _tamed(value)

    @field_validator("id", check_fields=False)
    @classmethod
    def _is_not_reserved(cls, value: Any) -> Any:
        if value in RESERVED:
            raise ValueError("reserved")
        return value


def _texts_in(value: Any) -> list[str]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    return [part for part in parts if isinstance(part, str)]


def _tamed(value: Any) -> Any:
    if isinstance(value, list):
        return [tame(part) if isinstance(part, str) else part for part in value]
    if isinstance(value, dict):
        return {key: tame(part) if isinstance(part, str) else part for key, part in value.items()}
    return tame(value) if isinstance(value, str) else value


class Output(BaseModel):
    """Response model: only the fields declared here, not the other columns of a row."""

    model_config = ConfigDict(frozen=True)


class Nothing(Output):
    """An answer that says only: done."""


def integer(value: object) -> object:
    """Validates before a `Literal` of integers, which takes `true` and `1.0` for 1."""
    if type(value) is not int:
        raise ValueError("not an integer")
    return value


def endpoint(
    *, status: int = 200, media_type: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
    """Turn a typed function into a view.

    Its parameter `body` (JSON), `form` (multipart; a field of type `bytes` is a file) and `query` are read and checked
    as the models they are annotated with; the model it returns becomes the answer. A function that returns a Response
    answers with that, and declares its content type as `media_type`.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Response]:
        hints = get_type_hints(function)
        reads = {
            name: hints[name] for name in inspect.signature(function).parameters if name in ("body", "form", "query")
        }
        body_model, form_model, query_model = reads.get("body"), reads.get("form"), reads.get("query")

        def given(path: dict[str, Any]) -> dict[str, Any]:
            if body_model is not None:
                path["body"] = body_as(body_model)
            if form_model is not None:
                path["form"] = form_as(form_model)
            if query_model is not None:
                path["query"] = query_as(query_model)
            return path

        def called(**path: Any) -> Response:
            return answer(function(**given(path)), status)

        async def awaited(**path: Any) -> Response:
            return answer(await function(**given(path)), status)

        view: Any = wraps(function)(awaited if inspect.iscoroutinefunction(function) else called)
        view.contract = Contract(
            body_model,
            query_model,
            _models_in(hints.get("return")),
            status,
            media_type,
            _first_line(function),
            form_model,
        )
        return view  # type: ignore[no-any-return]

    return decorate


@dataclass(frozen=True)
class Contract:
    """Request and response models of one view, for the OpenAPI document."""

    body: type[BaseModel] | None
    query: type[BaseModel] | None
    answers: list[type[BaseModel]]  # alternatives; empty when the answer is not JSON
    status: int
    media_type: str | None
    summary: str
    form: type[BaseModel] | None = None


def body_as(model: type[Model]) -> Model:
    """The JSON body of the current request. Raises Malformed for what is no JSON object, Invalid for wrong fields."""
    raw = request.get_data(cache=False)
    if not isinstance(parse(raw), dict):
        raise Malformed()
    # Strict: `true` and "1" are no numbers. Ids and dates, for which JSON has no type, are parsed from text.
    return _checked(lambda: model.model_validate_json(raw, strict=True))


def form_as(model: type[Model]) -> Model:
    """The form of the current request with its files as bytes.

    Raises Malformed for a field given twice or with a NUL in it, Invalid for wrong fields.
    """
    fields = request.form.to_dict(flat=False)
    if any(len(values) > 1 or not is_clean(values[0]) for values in fields.values()):
        raise Malformed()
    files = {name: file.read() for name, file in request.files.items()}
    if len(files) != len(request.files.to_dict(flat=False)) or files.keys() & fields.keys():
        raise Malformed()
    return _from_texts(model, {name: values[0] for name, values in fields.items()}, files)


def query_as(model: type[Model]) -> Model:
    """The query parameters of the current request.

    Raises Malformed for one given twice or with a NUL in it, Invalid for wrong ones. An empty one counts as absent.
    """
    given = request.args.to_dict(flat=False)
    if any(len(values) > 1 or not is_clean(values[0]) for values in given.values()):
        raise Malformed()
    # HTML forms send every field.
    return _from_texts(model, {name: values[0] for name, values in given.items() if values[0] != ""}, {})


def _from_texts(model: type[Model], texts: dict[str, str], files: dict[str, bytes]) -> Model:
    if wrong := not_canonical(model, texts):
        raise Invalid(errors=[FieldError(name, "field_invalid") for name in wrong])
    return _checked(lambda: model.model_validate({**texts, **files}))


def _checked(validate: Callable[[], Model]) -> Model:
    """The value as the model. Raises Invalid with every wrong field."""
    try:
        return validate()
    except ValidationError as error:
        raise Invalid(errors=[_field_error(item) for item in error.errors(include_url=False)]) from error


def answer(value: BaseModel | Response, status: int) -> Response:
    """The value as JSON with this status, without a body for 204; a finished Response as it is."""
    if isinstance(value, Response):
        return value
    if status == 204:
        return Response(status=204)
    return Response(value.model_dump_json(), status=status, mimetype="application/json")


# Error types of pydantic to keys of locales/*/errors.json.
CODES = {
    "missing": "field_required",
    "extra_forbidden": "field_unknown",
    "string_too_short": "field_too_short",
    "string_too_long": "field_too_long",
}


def _field_error(item: Any) -> FieldError:
    field = ".".join(str(part) for part in item["loc"])
    context = item.get("ctx") or {}
    cause = context.get("error")
    if isinstance(cause, Invalid):
        return FieldError(field, cause.code, **cause.params)
    limits = {name: context[name] for name in ("min_length", "max_length") if name in context}
    return FieldError(field, CODES.get(item["type"], "field_invalid"), **limits)


def _models_in(returned: Any) -> list[type[BaseModel]]:
    kinds = get_args(returned) or (returned,)
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]


def _first_line(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").split("\n", 1)[0]
