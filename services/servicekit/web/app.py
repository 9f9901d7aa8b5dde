import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from flask import Blueprint, Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from gateway.routes import load_routes
from servicekit.settings import Settings
from servicekit.storage.database import Database
from servicekit.telemetry import requests_seconds, span
from servicekit.texts import Texts
from servicekit.web.access import Access
from servicekit.web.admission import Admission
from servicekit.web.caller import SITE_HEADER, TOKEN_HEADER
from servicekit.web.failures import answer_failures
from servicekit.web.guards import Origins, check_origin
from servicekit.web.rate_limit import RateLimiter, take_for_route
from servicekit.web.revocations import Revocations

OURSELVES = ("/health/live", "/health/ready", "/metrics")
LARGEST_BODY = 21 * 1024 * 1024  # the gateway holds each route to its own, smaller limit


def create_app(
    settings: Settings,
    database: Database,
    blueprints: Sequence[Blueprint],
    wiring: Any,
    origins: Mapping[str, Collection[str]] | None = None,
) -> Flask:
    """The web process of a service: its blueprints, behind the route table, with health and metrics beside them.

    `origins` are those of each site's pages; without them those of `public_url` alone may change anything.
    """
    app = Flask(settings.service, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["wiring"] = wiring
    # What a service's use cases count is counted by the same one.
    app.extensions["rate_limiter"] = getattr(wiring, "rate_limiter", None) or RateLimiter.of(settings, database)
    app.extensions["source_keys"] = settings.source_keys
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    answer_failures(app, Texts(settings.locales_dir, "errors"))
    _let_in(app, settings, database, Origins(settings.public_url, origins))
    _measure(app)
    _answer_health(app, database)
    return app


def _let_in(app: Flask, settings: Settings, database: Database, origins: Origins) -> None:
    access = Access([route for route in load_routes(settings.routes_file) if route.to_service == settings.service])
    admission = Admission(settings.token_public_key)
    revocations = Revocations(database, is_source=settings.owns_sessions)
    rate_limiter = app.extensions["rate_limiter"]

    @app.before_request
    def let_in() -> None:
        if request.path in OURSELVES:
            return
        route = access.route_for(request.path, list(request.args))
        if token := request.headers.get(TOKEN_HEADER):
            g.caller = admission.caller(token, request.headers.get(SITE_HEADER), revocations.known(), time.time())
        access.check(route, request.method, g.get("caller"))
        view = app.view_functions.get(request.endpoint or "")
        check_origin(request, view, origins)
        take_for_route(rate_limiter, route, request.method)


def _measure(app: Flask) -> None:
    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()
        g.span = span(f"{request.method} {request.path}", request.headers)
        g.span.__enter__()

    @app.teardown_request
    def end_span(_: BaseException | None) -> None:
        if (opened := g.pop("span", None)) is not None:
            opened.__exit__(None, None, None)

    @app.after_request
    def measure(response: Response) -> Response:
        if (started := g.get("started")) is not None:
            rule = request.url_rule.rule if request.url_rule else "unknown"
            requests_seconds.labels(rule, request.method, response.status_code).observe(time.perf_counter() - started)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _answer_health(app: Flask, database: Database) -> None:
    @app.get("/health/live")
    def live() -> str:
        return "live\n"

    @app.get("/health/ready")
    def ready() -> tuple[str, int]:
        return ("ready\n", 200) if database.is_reachable() else ("not ready\n", 503)

    @app.get("/metrics")
    def metrics() -> Response:
        return Response(generate_latest(), content_type=CONTENT_TYPE_LATEST)
