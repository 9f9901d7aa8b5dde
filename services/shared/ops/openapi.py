"""The API of all services as OpenAPI 3.1, made from the models that validate: `python -m shared.ops.openapi FILE`."""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from shared.kit.core.errors import Refusal
from shared.kit.http.endpoints import Contract
from shared.registry.limits import load_limits
from shared.registry.routes import Route, load_routes
from shared.registry.services import services

Schema = dict[str, Any]
READ: JsonSchemaMode = "validation"
ANSWERED: JsonSchemaMode = "serialization"

# Schema names that clients have generated types from; they stay when the class behind one is renamed or moved.
SCHEMA_NAMES = {
    "BalanceEvent": "BalanceNews",
    "BlurredLikes": "VeiledLikes",
    "CandidateDeckAnswer": "HandAnswer",
    "ChangeEvent": "ChangedNews",
    "ContinueVisit": "GoOn",
    "LikeEvent": "LikeNews",
    "MemberEvent": "MemberNews",
    "MemberSummary": "Card",
    "MessageEvent": "MessageNews",
    "MoneyOut": "Money",
    "ReadEvent": "ReadNews",
    "TypingEvent": "TypingNews",
    "UnreadEvent": "UnreadNews",
    # Two services have a model of this name, so its module is part of the schema's.
    "chat__web__photos__PhotoForm": "chat__web__models__PhotoForm",
    # Classes once called `Kind` in three services, so that pydantic named their schemas after their modules.
    "NotificationKind": "Kind",
    "notifications__domain__preferences__NotificationKind": "notifications__domain__preferences__Kind",
    "profiles__moderation__domain__moderation__Kind": "profiles__domain__moderation__Kind",
}

PATH_PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
REFERENCE = "#/components/schemas/{model}"
TEXT = {"type": "string"}
FIELD_ERROR = {
    "type": "object",
    "required": ["field", "code", "message"],
    "properties": {"field": TEXT, "code": TEXT, "message": TEXT},
    "additionalProperties": False,
}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {**TEXT, "description": "Names the situation; the key of its text"},
                "message": {**TEXT, "description": "In the language of the request"},
                "field": {**TEXT, "description": "Which field is wrong, when it is one"},
                "errors": {"type": "array", "items": FIELD_ERROR, "description": "Every field that is wrong"},
            },
            "additionalProperties": {"description": "What the text mentions, such as minutes or a name"},
        }
    },
    "additionalProperties": False,
}
REFUSALS = {
    400: "malformed_request",
    403: "authentication_required, or not allowed",
    404: "not_found",
    429: "rate_limited, with Retry-After",
    503: "unavailable, with Retry-After",
}
REFUSALS_OF_A_QUERY = {422: "validation_failed"}
REFUSALS_OF_A_BODY = {
    402: "not enough credits",
    409: "conflict",
    413: "too_large",
    422: "validation_failed",
}
# A content type is required even without a body (csrf.py).
REFUSALS_OF_A_CHANGE = {415: "wrong_type"}


def document() -> dict[str, Any]:
    """Every declared path of the API that a view or a stream of some service answers."""
    views, streams = list(_views()), [(route, _events(route)) for route in load_routes() if route.is_stream]
    schemas = Schemas([view.contract for _, _, view in views], [events for _, events in streams])
    paths: dict[str, Any] = {}
    for path, method, view in sorted(views, key=lambda item: item[:2]):
        operations = paths.setdefault(PATH_PARAMETER.sub(r"{\2}", _key(path, view)), {})
        operations[method.lower()] = _operation(path, method, view, schemas)
    for route, events in streams:
        paths[route.path] = {"get": _stream(route, schemas.of(events, ANSWERED))}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pairwise", "version": "1", "description": "Everything a member's browser can call."},
        "paths": paths,
        "components": {
            "schemas": {**schemas.named, "Error": ERROR},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "session"}},
        },
    }


class Plain(GenerateJsonSchema):
    """Requests may leave out fields with a default; answers have every field. Fields get no title beside their name."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Whether the schema lists the field as required: in an answer, always."""
        return self.mode == ANSWERED or super().field_is_required(field, total)

    def field_title_should_be_set(self, schema: Any) -> bool:
        """False: a title would repeat the name of the field."""
        return False

    def normalize_name(self, name: str) -> str:
        """The name of the schema, or the one it had when clients generated types from it."""
        normal = super().normalize_name(name)
        return SCHEMA_NAMES.get(normal, normal)


class Schemas:
    """The models of all contracts as JSON schemas that refer to each other."""

    def __init__(self, contracts: list[Contract], events: list[type[BaseModel]]) -> None:
        read = {model for contract in contracts for model in (contract.body, contract.form, contract.query) if model}
        answered = {*events, *(model for contract in contracts for model in contract.answers)}
        wanted = [*((model, READ) for model in read), *((model, ANSWERED) for model in answered)]
        wanted.sort(key=lambda one: (one[0].__module__, one[0].__name__, one[1]))
        self._references, found = models_json_schema(wanted, ref_template=REFERENCE, schema_generator=Plain)
        self.named: dict[str, Schema] = found.get("$defs", {})
        for name in self.named.keys() & SCHEMA_NAMES.values():
            self.named[name]["title"] = name.rpartition("__")[2]
        # A query is described as its parameters.
        queries = {contract.query for contract in contracts if contract.query}
        self._queries = {query: self.named.pop(self._name(query)) for query in queries}

    def of(self, model: type[BaseModel], mode: JsonSchemaMode) -> Schema:
        """The schema of a model, as a reference into `named`. Raises KeyError for a model of no contract."""
        return self._references[model, mode]

    def parameters(self, query: type[BaseModel]) -> Iterator[Schema]:
        """The fields of a query model as OpenAPI parameters."""
        schema = self._queries[query]
        for name, definition in schema["properties"].items():
            is_required = name in schema.get("required", [])
            yield {"name": name, "in": "query", "required": is_required, "schema": _without_null(definition)}

    def _name(self, query: type[BaseModel]) -> str:
        return str(self._references[query, READ]["$ref"]).rpartition("/")[2]


def _without_null(definition: Schema) -> Schema:
    """An address cannot say null: a parameter that may be absent is just that."""
    options = [option for option in definition.get("anyOf", []) if option != {"type": "null"}]
    if not options:
        return definition
    rest = {key: value for key, value in definition.items() if key not in ("anyOf", "default")}
    return {**options[0], **rest} if len(options) == 1 else {"anyOf": options, **rest}


def _views() -> Iterator[tuple[str, str, Any]]:
    for service in services():
        app = Flask(service.name, static_folder=None)
        blueprints: list[Blueprint] = importlib.import_module(f"{service.name}.web").BLUEPRINTS
        for blueprint in blueprints:
            app.register_blueprint(blueprint)
        for rule in app.url_map.iter_rules():
            view = app.view_functions[rule.endpoint]
            if hasattr(view, "contract"):
                for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                    yield rule.rule, method, view


def _events(route: Route) -> type[BaseModel]:
    """The events of a stream: a model with a field for every event name."""
    events: type[BaseModel] = importlib.import_module(f"{route.to_service}.{route.to_process}").EVENTS
    return events


def _key(path: str, view: Any) -> str:
    """Two services may answer one path, distinguished by a query parameter: the document has both."""
    query = getattr(view, "route_query", None)
    return f"{path}?{query}=1" if query else path


def _operation(path: str, method: str, view: Any, schemas: Schemas) -> dict[str, Any]:
    contract: Contract = view.contract
    who = _audience(path, method, view)
    operation: dict[str, Any] = {"operationId": view.__name__, "summary": contract.summary, "x-audience": who}
    if who != "anyone":
        operation["security"] = [{"session": []}]
    if parameters := list(_parameters(path, method, view, schemas)):
        operation["parameters"] = parameters
    if contract.body:
        operation["requestBody"] = {"required": True, "content": _json(schemas.of(contract.body, READ))}
    if contract.form:
        content = {"multipart/form-data": {"schema": schemas.of(contract.form, READ)}}
        operation["requestBody"] = {"required": True, "content": content}
    limit = _route(path, view).limit(method)
    operation["x-limit"] = {"name": limit, **load_limits()[limit].described()}
    operation["responses"] = {str(contract.status): _success(contract, schemas), **_refusals(method, view)}
    return operation


def _parameters(path: str, method: str, view: Any, schemas: Schemas) -> Iterator[Schema]:
    for kind, name in PATH_PARAMETER.findall(path):
        schema = {**TEXT, "format": "uuid"} if kind == "uuid" else TEXT
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    if view.contract.query:
        # The parameter that leads here is in the path already.
        leads_here = getattr(view, "route_query", None)
        yield from (one for one in schemas.parameters(view.contract.query) if one["name"] != leads_here)
    is_free = getattr(view, "is_beacon", False) or getattr(view, "is_webhook", False)
    if not is_free and (method != "GET" or getattr(view, "changes_state", False)):
        yield {"name": "X-Request-Type", "in": "header", "required": True, "schema": {**TEXT, "const": "app"}}


def _success(contract: Contract, schemas: Schemas) -> dict[str, Any]:
    success: dict[str, Any] = {"description": "Success"}
    answers = [schemas.of(model, ANSWERED) for model in contract.answers]
    if answers and contract.status != 204:
        success["content"] = _json(answers[0] if len(answers) == 1 else {"anyOf": answers})
    elif contract.media_type:
        success["content"] = {contract.media_type: {}}
    return success


def _refusals(method: str, view: Any) -> dict[str, Any]:
    contract: Contract = view.contract
    codes = _codes(view.__module__.partition(".")[0])
    refusals = {
        **REFUSALS,
        **(REFUSALS_OF_A_QUERY if contract.query else {}),
        **(REFUSALS_OF_A_BODY if contract.body or contract.form else {}),
        **(REFUSALS_OF_A_CHANGE if method != "GET" else {}),
    }
    return {
        str(status): {"description": text, "content": _json(_error(codes.get(status, [])))}
        for status, text in sorted(refusals.items())
    }


def _error(codes: list[str]) -> Schema:
    error = {"$ref": REFERENCE.format(model="Error")}
    if not codes:
        return error
    narrowed = {"type": "object", "properties": {"code": {**TEXT, "enum": codes}}, "required": ["code"]}
    return {"allOf": [error, {"type": "object", "properties": {"error": narrowed}, "required": ["error"]}]}


@cache
def _codes(service: str) -> dict[int, list[str]]:
    """The codes of refusals by status: those that the service and the shared packages define."""
    importlib.import_module(f"{service}.errors")
    found: dict[int, set[str]] = {}
    for kind in _subclasses(Refusal):
        if kind.__module__.partition(".")[0] in (service, "shared"):
            found.setdefault(kind.status, set()).add(kind.code)
    return {status: sorted(codes) for status, codes in found.items()}


def _subclasses(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _stream(route: Route, events: Schema) -> dict[str, Any]:
    content = {"text/event-stream": {"schema": TEXT, "x-events": events}}
    refusals = {str(status): {"description": text} for status, text in REFUSALS.items()}
    return {
        "operationId": f"get_{route.path.rpartition('/')[2].removesuffix('.php')}",
        "summary": "A stream of server-sent events.",
        "x-audience": route.audience("GET"),
        "security": [{"session": []}],
        "responses": {"200": {"description": "Success", "content": content}, **refusals},
    }


def _audience(path: str, method: str, view: Any) -> str:
    return _route(path, view).audience(method) or "nobody"


def _route(path: str, view: Any) -> Route:
    named = [
        route for route in load_routes() if route.path == path or (route.is_prefix and path.startswith(route.path))
    ]
    query = getattr(view, "route_query", None)
    return next((route for route in named if route.query == query), named[0])


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document(), indent=1) + "\n")
