"""Error handlers of the HTTP edge: refusals and bugs become the API's error envelope, in the request's language."""

from typing import Any

from flask import Flask, Response, json, request
from psycopg.errors import UniqueViolation
from sqlalchemy.exc import IntegrityError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.exceptions import NotFound as NoSuchPath

from shared.kit.core.error_texts import error_text
from shared.kit.core.errors import (
    Conflict,
    Invalid,
    Malformed,
    NotAllowedMethod,
    NotFound,
    RateLimited,
    Refusal,
    TooLarge,
    Unavailable,
)
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import refusals
from shared.kit.core.texts import Texts
from shared.kit.db.database import UNREACHABLE
from shared.kit.http.callers import locale, own_texts

KIND_OF_HTTP: list[tuple[type[HTTPException], type[Refusal]]] = [
    (NoSuchPath, NotFound),
    (MethodNotAllowed, NotAllowedMethod),
    (RequestEntityTooLarge, TooLarge),
]


def register_error_handlers(app: Flask, texts: Texts) -> None:
    """Answer refusals, HTTP errors, an unreachable database and bugs as JSON with a text of `texts`."""

    def refused(refusal: Refusal) -> Response:
        return _response(refusal, texts)

    def http_error(error: HTTPException) -> Response:
        kind = next((ours for theirs, ours in KIND_OF_HTTP if isinstance(error, theirs)), Malformed)
        return _response(kind(), texts)

    def unreachable(error: Exception) -> Response:
        logger().warning("database_unreachable", problem=describe(error))
        return _response(Unavailable(), texts)

    def not_unique(error: IntegrityError) -> Response:
        if not isinstance(error.orig, UniqueViolation):
            return bug(error)
        # An id chosen by the client that another member's row has. Use cases refuse it; this is the safety net.
        logger().warning("unique_violation", constraint=error.orig.diag.constraint_name)
        return _response(Conflict(), texts)

    def bug(error: Exception) -> Response:
        logger().error("request_failed", exc_info=error)
        return _response(Refusal(), texts)

    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, http_error)
    for kind in UNREACHABLE:
        app.register_error_handler(kind, unreachable)
    app.register_error_handler(IntegrityError, not_unique)
    app.register_error_handler(Exception, bug)


def _response(refusal: Refusal, texts: Texts) -> Response:
    language, texts = locale(), texts.with_own(own_texts(texts.file))

    def text(code: str, params: dict[str, Any]) -> str:
        return (
            error_text(texts, code, language, params) or error_text(texts, type(refusal).code, language, params) or code
        )

    error: dict[str, Any] = {"code": refusal.code, "message": text(refusal.code, refusal.params), **refusal.params}
    if refusal.field:
        error["field"] = refusal.field
    if isinstance(refusal, Invalid) and refusal.errors:
        error["errors"] = [
            {"field": wrong.field, "code": wrong.code, "message": text(wrong.code, wrong.params)}
            for wrong in refusal.errors
        ]
    _record(refusal)
    response = Response(json.dumps({"error": error}), status=refusal.status, mimetype="application/json")
    if isinstance(refusal, RateLimited | Unavailable):
        response.headers["Retry-After"] = str(refusal.retry_after_seconds)
    return response


def _record(refusal: Refusal) -> None:
    """Count the answer and log it."""
    route = request.url_rule.rule if request.url_rule else "unknown"
    refusals.labels(route, refusal.code).inc()
    logger().info("request_refused", route=route, code=refusal.code, status=refusal.status)
