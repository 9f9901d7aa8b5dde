import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any

from flask import Blueprint, Flask, Response, g, request
from opentelemetry.trace import SpanKind, get_current_span
from prometheus_client import CONTENT_TYPE_LATEST
from structlog.contextvars import bind_contextvars, clear_contextvars

from shared.kit.core.revocations import KnownRevocations
from shared.kit.core.settings import Settings
from shared.kit.core.telemetry import mark_failed, requests_seconds, scraped, span
from shared.kit.core.texts import Texts
from shared.kit.db.database import Database
from shared.kit.db.schema import schema_check
from shared.kit.http.authentication import TokenAuthentication
from shared.kit.http.authorization import RouteAuthorization, known_caller
from shared.kit.http.callers import SITE_HEADER, TOKEN_HEADER
from shared.kit.http.csrf import Origins, check_origin
from shared.kit.http.error_handlers import register_error_handlers
from shared.kit.http.rate_limit import RateLimiter, limiter, take_for_route
from shared.kit.http.replica_reads import ReplicaReads
from shared.registry.routes import load_routes

OPERATIONAL_PATHS = ("/health/live", "/health/ready", "/metrics")
LARGEST_BODY = 21 * 1024 * 1024  # the gateway holds each route to its own, smaller limit
# Carries the status of a refusal whose answer has status 200; in a request it asks for that.
REFUSAL_HEADER = "X-Refusal-Status"
CARRIED_STATUSES = (402, 404, 409, 422)


class App(Flask):
    """Runs the views that are coroutines in a loop of their own where gunicorn serves them; see `AsyncViews`."""

    def async_to_sync(self, func: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """Called by Flask for each call of such a view."""
        return lambda *given, **named: asyncio.run(func(*given, **named))


def create_app(
    settings: Settings,
    database: Database,
    blueprints: Sequence[Blueprint],
    wiring: Any,
    origins: Mapping[str, Collection[str]] | None = None,
) -> Flask:
    """Create the Flask app of a service: its blueprints behind authentication, authorization, the CSRF check and rate
    limits, with health and metrics beside them.

    `origins` maps each site to the origins of its pages; without it only pages of `public_url` may change state.
    """
    app = App(settings.service, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    provide(app, settings, database, wiring)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    register_error_handlers(app, Texts(settings.locales_dir, "errors"))
    # Flask runs what comes after a request in reverse order, so the status is measured before it moves to a header.
    _carry_refusals(app)
    # Before all checks, so that a refusal is measured, too, and logged with its request and its trace.
    _measure(app)
    _check_requests(app, settings, Origins(settings.public_url, origins))
    _note_changes(app)
    _answer_health(app, schema_check(settings.service, database))
    return app


def provide(app: Flask, settings: Settings, database: Database, wiring: Any) -> None:
    """Put the objects into the app that requests share: dependencies, counts of limits, revoked sessions.

    Tests provide one app with new ones each time: registering its routes takes longer than most of them.
    """
    app.extensions["wiring"] = wiring
    app.extensions["site_languages"] = getattr(wiring, "sites", None)
    # One limiter for routes and use cases, so that both count alike.
    app.extensions["rate_limiter"] = getattr(wiring, "rate_limiter", None) or RateLimiter.of(settings, database)
    app.extensions["source_keys"] = settings.source_keys
    app.extensions["replica_reads"] = getattr(wiring, "replica_reads", None)
    app.extensions["revocations"] = KnownRevocations()


def _check_requests(app: Flask, settings: Settings, origins: Origins) -> None:
    routes = [route for route in load_routes(settings.routes_file) if route.to_service == settings.service]
    authorization = RouteAuthorization(routes)
    authentication = TokenAuthentication(settings.token_public_key)

    @app.before_request
    def check_request() -> None:
        if request.path in OPERATIONAL_PATHS:
            return
        route = authorization.route_for(request.path, list(request.args) if request.query_string else ())
        if token := request.headers.get(TOKEN_HEADER):
            revoked, site = app.extensions["revocations"], request.headers.get(SITE_HEADER)
            found = authentication.caller(token, site, revoked, time.time())
            g.caller = known_caller(route, request.method, found)
        authorization.check(route, request.method, g.get("caller"))
        view = app.view_functions.get(request.endpoint or "")
        check_origin(request, view, origins)
        take_for_route(limiter(), route, request.method)


def _note_changes(app: Flask) -> None:
    """What the caller of a request changed is not read from a replica that may lack it."""

    @app.after_request
    def note_change(response: Response) -> Response:
        reads: ReplicaReads | None = app.extensions["replica_reads"]
        asking = g.get("caller")
        if reads is not None and asking is not None and request.method not in ("GET", "HEAD", "OPTIONS"):
            reads.note_change(asking.member_id)
        return response


def _carry_refusals(app: Flask) -> None:
    """Answer refusals with status 200 and their own status in a header, for clients that ask for it.

    Browsers print an error in the console for each answer above 399, also one that the page expects, and a page cannot
    turn that off (whatwg/fetch#428). The web app asks for it; every other client gets the status itself.
    """

    @app.after_request
    def carry(response: Response) -> Response:
        if REFUSAL_HEADER in request.headers and response.status_code in CARRIED_STATUSES:
            response.headers[REFUSAL_HEADER] = str(response.status_code)
            response.headers["Cache-Control"] = "no-store"
            response.status_code = 200
        return response


def _measure(app: Flask) -> None:
    @app.before_request
    def start() -> None:
        if request.path in OPERATIONAL_PATHS:
            return  # probes would outnumber members, and be faster
        g.started = time.perf_counter()
        known = {"http.route": request.url_rule.rule} if request.url_rule else {}
        attributes: dict[str, Any] = {"http.request.method": request.method, "url.scheme": request.scheme, **known}
        # The gateway sends it to the client, whose error screen shows it.
        if request_id := request.headers.get("X-Request-Id"):
            bind_contextvars(request_id=request_id)
            attributes["http.request.header.x-request-id"] = [request_id]
        name = " ".join([request.method, *known.values()])
        g.span = span(name, request.headers, kind=SpanKind.SERVER, attributes=attributes)
        g.span.__enter__()

    @app.teardown_request
    def end_span(_: BaseException | None) -> None:
        if (opened := g.pop("span", None)) is not None:
            opened.__exit__(None, None, None)
            clear_contextvars()

    @app.after_request
    def measure(response: Response) -> Response:
        if (started := g.get("started")) is not None:
            rule = request.url_rule.rule if request.url_rule else "unknown"
            requests_seconds.labels(rule, request.method, response.status_code).observe(time.perf_counter() - started)
            current = get_current_span()
            current.set_attribute("http.response.status_code", response.status_code)
            if response.status_code >= 500:
                mark_failed(current, str(response.status_code))
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _answer_health(app: Flask, is_ready: Callable[[], bool]) -> None:
    @app.get("/health/live")
    def live() -> str:
        return "live\n"

    @app.get("/health/ready")
    def ready() -> tuple[str, int]:
        return ("ready\n", 200) if is_ready() else ("not ready\n", 503)

    @app.get("/metrics")
    def metrics() -> Response:
        return Response(scraped(), content_type=CONTENT_TYPE_LATEST)
