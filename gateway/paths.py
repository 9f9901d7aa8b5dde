"""The route table as Envoy's routes: one for each method, then one that refuses the other methods."""

from typing import Any

from shared.registry import LimitTable, Route, limits_file_of, load_limits, load_routes

from gateway import headers, store, tokens, uploads
from gateway.clusters import cluster_name, cluster_of
from gateway.replies import NO_SITE, direct
from gateway.settings import GatewaySettings

BUFFER_FILTER = "envoy.filters.http.buffer"
BUFFER_TYPE = "type.googleapis.com/envoy.extensions.filters.http.buffer.v3"

# Serves files from memory or disk and holds no state: a reset connection means a crash, which no retry shall repeat.
WEB_APP = "webapp"
# The secret of a session is identity's. The web app's server passes it on to identity alone (decision 67): it already
# serves every script of the page, which can do all that the session can.
SEE_COOKIES = ("identity", WEB_APP)

DISABLED = {"@type": "type.googleapis.com/envoy.config.route.v3.FilterConfig", "disabled": True}
COMPRESSORS = ["pairwise.compress.br", "pairwise.compress.gzip"]

# Envoy would keep the request's headers in memory for as long as the stream is open.
OF_NO_USE_TO_STREAMS = [
    *("accept", "accept-encoding", "accept-language", "cache-control", "pragma", "priority", "referer", "user-agent"),
    *("sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site"),
]

# A stream says something every 15 seconds, if only that it is there; a page that takes nothing for so long is cut.
STREAM_IDLE_SECONDS = 60

# Retry when no byte of the request was sent: it cannot take effect twice. Together the random pauses are about as long
# as a process takes to start.
RETRY_UNSENT = {
    "retry_on": "connect-failure,refused-stream",
    "num_retries": 5,
    "retry_back_off": {"base_interval": "0.3s", "max_interval": "2s"},
}
# Retry a GET also when its connection was reset, which happens when the process is killed. A request that crashes the
# process looks the same, and each retry can crash another one, so there are two (docs/decisions/0021-edge.md). Envoy
# has one count for all conditions: the pauses are longer instead.
RETRY_SENT = {
    "retry_on": "connect-failure,refused-stream,reset",
    "num_retries": 2,
    "retry_back_off": {"base_interval": "0.8s", "max_interval": "3s"},
}
# `/api`, everything below it, in any case.
IS_API = {"path_separated_prefix": "/api", "case_sensitive": False}


def virtual_hosts(settings: GatewaySettings) -> list[dict[str, Any]]:
    routes = load_routes(settings.routes_file, development=settings.development)
    limits = load_limits(limits_file_of(settings.routes_file)) if settings.limits else {}
    lines = [_doubled(cookie) for cookie in (settings.token_cookie, settings.session_cookie)]
    lines += [line for route in routes if route.path != "/" for line in _lines(route, limits, settings)]
    # An unknown API path is answered in the API's envelope, not with a page of the web app.
    lines.append({"match": IS_API, **direct(404, "not_found"), **_unguarded()})
    lines += [line for route in routes if route.path == "/" for line in _lines(route, limits, settings)]
    languages = settings.languages
    return [
        *(_of_site(site, languages[site], hosts, lines) for site, hosts in settings.hosts.items() if hosts),
        *store.virtual_host(settings),
        {
            "name": "unknown",
            "domains": ["*"],
            "routes": [
                {"match": IS_API, **direct(421, "unknown_site"), **_unguarded()},
                {"match": {"prefix": "/"}, **NO_SITE, **_unguarded()},
            ],
        },
    ]


def _doubled(cookie: str) -> dict[str, Any]:
    """Refuse a request with two cookies of this name: another site of the domain, or another path, set one of them.

    Whichever is read first decides who the member is, and Envoy, the services and the web app need not agree.
    """
    twice = {"name": "cookie", "string_match": {"safe_regex": {"regex": rf"(.*[;,]\s*)?{cookie}=.*[;,]\s*{cookie}=.*"}}}
    return {"match": {"prefix": "/", "headers": [twice]}, **direct(400, "malformed_request"), **_unguarded()}


def _of_site(site: str, language: str, hosts: list[str], lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The same paths for every site; services learn which one was asked, and its own language."""
    asked = [headers.set_header(headers.SITE, site), headers.set_header(headers.SITE_LOCALE, language)]
    return {"name": f"site-{site}", "domains": hosts, "routes": lines, "request_headers_to_add": asked}


def _lines(route: Route, limits: LimitTable, settings: GatewaySettings) -> list[dict[str, Any]]:
    allowed = sorted({*route.methods, *(["HEAD"] if "GET" in route.methods else [])})
    refused = direct(405, "method_not_allowed", allow=", ".join(allowed))
    return [
        *(_line(route, method, limits, settings) for method in route.methods),
        {"name": route.path, "match": _match(route), **refused, **_unguarded(is_api=_is_api(route))},
    ]


def _line(route: Route, method: str, limits: LimitTable, settings: GatewaySettings) -> dict[str, Any]:
    is_upload = uploads.is_upload(route, method)
    action: dict[str, Any] = {
        **(uploads.to_group() if is_upload else {"cluster": cluster_of(route, method)}),
        "timeout": f"{route.timeout}s",
        "retry_policy": RETRY_SENT if method == "GET" and route.to_service != WEB_APP else RETRY_UNSENT,
    }
    if route.is_stream:
        action["idle_timeout"] = f"{STREAM_IDLE_SECONDS}s"
    if route.is_prefix:
        # Files: a line of their own, neither before nor after the calls (gateway/clusters.py).
        action["priority"] = "HIGH"
    line: dict[str, Any] = {
        "name": route.path,
        # The name of its span: the pattern, because a path may hold a secret.
        "decorator": {"operation": f"{method} {route.path}", "propagate": False},
        "match": _match(route, method),
        "route": action,
        "typed_per_filter_config": {
            **tokens.for_route(needs_token=route.audience(method) not in ("anyone", "session", None)),
            **headers.for_route(_is_api(route)),
            **(uploads.for_route(limits.get(route.limit(method))) if is_upload else {}),
            **_body(route, is_upload=is_upload),
        },
    }
    if objective := dict(route.objectives).get(method):  # type: ignore[call-overload]
        # Envoy counts the answers of this line by themselves, those it gives for a service that is down included.
        line["stat_prefix"] = objective
    if store.follows_redirects(route, method, settings):
        action["internal_redirect_policy"] = store.redirect_policy()
        line["request_headers_to_add"] = [store.announced(settings)]
    if route.to_service not in SEE_COOKIES:
        line["request_headers_to_remove"] = ["cookie", *(OF_NO_USE_TO_STREAMS if route.is_stream else [])]
    return line


def _match(route: Route, method: str | None = None) -> dict[str, Any]:
    match: dict[str, Any] = {"prefix" if route.is_prefix else "path": route.path}
    if route.pattern:
        match = {"safe_regex": {"regex": route.pattern}}
    if method:
        pattern = "GET|HEAD" if method == "GET" else method
        match["headers"] = [{"name": ":method", "string_match": {"safe_regex": {"regex": pattern}}}]
    if route.query:
        match["query_parameters"] = [{"name": route.query, "present_match": True}]
    return match


def upload_lines(routes: list[Route]) -> list[dict[str, Any]]:
    """Routes of the inner listener: the public one has checked the request and set its headers."""
    return [
        {
            "name": route.path,
            "match": _match(route),
            "route": {
                "cluster": cluster_name(route.target),
                "timeout": f"{route.timeout}s",
                "retry_policy": RETRY_UNSENT,
            },
            "typed_per_filter_config": _body_limit(route),
        }
        for route in routes
        if any(uploads.is_upload(route, method) for method in route.methods)
    ]


def _body(route: Route, *, is_upload: bool) -> dict[str, Any]:
    if route.is_stream:
        return _nothing_to_hold_back()
    return {BUFFER_FILTER: DISABLED} if is_upload else _body_limit(route)


def _body_limit(route: Route) -> dict[str, Any]:
    limit = {"@type": f"{BUFFER_TYPE}.BufferPerRoute", "buffer": {"max_request_bytes": max(route.body, 1)}}
    return {BUFFER_FILTER: limit}


def _nothing_to_hold_back() -> dict[str, Any]:
    """Turn off buffering and compression for a stream: it has no request body and is sent as it is produced."""
    return dict.fromkeys([BUFFER_FILTER, *COMPRESSORS], DISABLED)


def _is_api(route: Route) -> bool:
    return route.path.startswith("/api/")


def _unguarded(*, is_api: bool = True) -> dict[str, Any]:
    """An answer of our own needs no token."""
    return {"typed_per_filter_config": {**tokens.for_route(needs_token=False), **headers.for_route(is_api)}}
