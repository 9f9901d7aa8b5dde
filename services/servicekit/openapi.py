"""The API of all services as OpenAPI 3.1, made from the models that validate: `python -m servicekit.openapi FILE`."""

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.routes import Route, load_routes
from servicekit.registry import services

PATH_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
REFERENCE = "#/components/schemas/{model}"
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "field": {"type": "string"},
                "errors": {"type": "array", "items": {"type": "object"}},
            },
        }
    },
}
REFUSALS = {
    "400": "malformed_request",
    "403": "authentication_required, or not allowed",
    "404": "not_found",
    "409": "conflict",
    "422": "validation_failed",
    "429": "rate_limited, with Retry-After",
    "503": "unavailable, with Retry-After",
}


def document() -> dict[str, Any]:
    """Every declared path that a view of some service answers."""
    views = list(_views())
    models = {model for _, _, view in views for model in _models(view)}
    schema_of, found = models_json_schema([(model, "validation") for model in models], ref_template=REFERENCE)
    schemas = {model: reference for (model, _), reference in schema_of.items()}
    definitions = found.get("$defs", {})
    paths: dict[str, Any] = {}
    for path, method, view in sorted(views, key=lambda item: item[:2]):
        operations = paths.setdefault(PATH_PARAMETER.sub(r"{\1}", _key(path, view)), {})
        operations[method.lower()] = _operation(path, method, view, schemas, definitions)
    for route in load_routes():
        # Streams, forms and pages have no models; that they exist is said all the same.
        if route.path.startswith("/api/") and _route_key(route) not in paths:
            paths[_route_key(route)] = {method.lower(): _unmodelled(route, method) for method in route.methods}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pairwise", "version": "1", "description": "Everything a member's browser can call."},
        "paths": paths,
        "components": {
            "schemas": {**definitions, "Error": ERROR},
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "session"}},
        },
    }


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


def _key(path: str, view: Any) -> str:
    """Two services may answer one path, told apart by a query parameter: the document has both."""
    query = getattr(view, "route_query", None)
    return f"{path}?{query}=1" if query else path


def _models(view: Any) -> Iterator[type[BaseModel]]:
    for model in (view.contract.body, view.contract.query, view.contract.returns):
        if isinstance(model, type) and issubclass(model, BaseModel):
            yield model


def _operation(
    path: str, method: str, view: Any, schemas: dict[Any, Any], definitions: dict[str, Any]
) -> dict[str, Any]:
    contract = view.contract
    who = _audience(path, method, view)
    operation: dict[str, Any] = {
        "operationId": view.__name__,
        "summary": contract.summary,
        "x-audience": who,
        "responses": {str(contract.status): {"description": "Success"}},
    }
    if who != "anyone":
        operation["security"] = [{"session": []}]
    parameters = _query_parameters(schemas.get(contract.query), definitions) + _path_parameters(path)
    if method != "GET" or getattr(view, "changes_state", False):
        parameters.append(
            {"name": "X-Request-Type", "in": "header", "required": True, "schema": {"type": "string", "const": "app"}}
        )
    if parameters:
        operation["parameters"] = parameters
    if contract.body in schemas:
        content = {"application/json": {"schema": schemas[contract.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    if contract.returns in schemas:
        operation["responses"][str(contract.status)]["content"] = {
            "application/json": {"schema": schemas[contract.returns]}
        }
    for status, description in REFUSALS.items():
        operation["responses"][status] = {
            "description": description,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
        }
    return operation


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in PATH_PARAMETER.findall(path)
    ]


def _route_key(route: Route) -> str:
    return f"{route.path}?{route.query}=1" if route.query else route.path


def _unmodelled(route: Route, method: str) -> dict[str, Any]:
    name = route.path.rpartition("/")[2].removesuffix(".php").replace("-", "_").replace(".", "_")
    return {
        "operationId": f"{method.lower()}_{name}",
        "summary": "A stream of server-sent events." if route.is_stream else "Not JSON; see the service's README.",
        "x-audience": route.audience(method),  # type: ignore[arg-type]
        "responses": {"200": {"description": "Success"}},
    }


def _query_parameters(reference: dict[str, str] | None, definitions: dict[str, Any]) -> list[dict[str, Any]]:
    if reference is None:
        return []
    schema = definitions[reference["$ref"].rpartition("/")[2]]
    return [
        {"name": name, "in": "query", "required": name in schema.get("required", []), "schema": definition}
        for name, definition in schema.get("properties", {}).items()
    ]


def _audience(path: str, method: str, view: Any) -> str:
    named = [
        route for route in load_routes() if route.path == path or (route.is_prefix and path.startswith(route.path))
    ]
    query = getattr(view, "route_query", None)
    route = next((route for route in named if route.query == query), named[0])
    return route.audience(method) or "nobody"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document(), indent=1) + "\n")
