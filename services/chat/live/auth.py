"""Authentication, authorization and rate limit of a request for a stream."""

import time
from typing import Any

from shared.kit.core import (
    AuthenticationRequired,
    KnownRevocations,
    Malformed,
    RateLimited,
    Refusal,
    Texts,
    Unavailable,
)
from shared.kit.http import (
    ADDRESS_HEADER,
    SITE_HEADER,
    TOKEN_HEADER,
    Caller,
    RateLimiter,
    RouteAuthorization,
    TokenAuthentication,
    locale_of,
    network_of,
)
from shared.registry import load_routes
from shared.sites import SiteDirectory, UnknownSite
from starlette.requests import Request
from starlette.responses import JSONResponse

from chat.live.streams import Streams
from chat.settings import ChatSettings

TARGET = "chat/live"


class StreamAuth:
    def __init__(
        self,
        settings: ChatSettings,
        sites: SiteDirectory,
        streams: Streams,
        known: KnownRevocations,
        limiter: RateLimiter,
    ) -> None:
        self._most, self._streams, self._known = settings.streams_per_process, streams, known
        self._sites, self._limiter = sites, limiter
        routes = [route for route in load_routes(settings.routes_file) if route.target == TARGET]
        self._authorization = RouteAuthorization(routes)
        self._authentication = TokenAuthentication(settings.token_public_key)
        self._texts = Texts(settings.locales_dir, "errors")

    def authenticate(self, request: Request) -> tuple[Caller, int | None]:
        """The caller, and the cursor of the request. Raises the refusal."""
        route = self._authorization.route_for(request.scope["path"], list(request.query_params))
        token, site = request.headers.get(TOKEN_HEADER), request.headers.get(SITE_HEADER)
        caller = self._authentication.caller(token, site, self._known, time.time())
        self._authorization.check(route, request.method, caller)
        if caller is None:
            raise AuthenticationRequired()
        # This rate limit is in process memory (`kept: process`), so the call does not block the event loop.
        network = network_of(request.headers.get(ADDRESS_HEADER, ""))
        self._limiter.take(route.limit(request.method), {"member": caller.member_id, "source": network})
        if self._streams.is_closing or self._streams.count >= self._most:
            raise Unavailable()
        return caller, _cursor(request)

    def sees_likers(self, request: Request, caller: Caller) -> bool:
        """Whether like events may name the liker to this caller."""
        if caller.is_premium:
            return True
        try:
            site = self._sites.for_host(request.headers.get("host", ""))
        except UnknownSite:
            return False
        return site.received_likes == "all"

    def refuse(self, refusal: Refusal, request: Request) -> JSONResponse:
        message = self._texts.find(refusal.code, locale_of(request.headers.get), refusal.params)
        headers = {"Cache-Control": "no-store"}
        if isinstance(refusal, Unavailable | RateLimited):
            headers["Retry-After"] = str(refusal.retry_after_seconds)
        error: dict[str, Any] = {"code": refusal.code, "message": message or refusal.code}
        return JSONResponse({"error": error}, refusal.status, headers)


def _cursor(request: Request) -> int | None:
    """The position of the last event the page has: `Last-Event-ID` of a reconnect before the query parameter."""
    given = request.headers.get("last-event-id") or request.query_params.get("cursor")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        raise Malformed()
    return int(given)
