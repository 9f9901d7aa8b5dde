"""Who may open a stream, and where it begins."""

import time
from typing import Any

from servicekit.errors import AuthenticationRequired, Malformed, RateLimited, Refusal, Unavailable
from servicekit.texts import LOCALES, Texts
from servicekit.web.access import Access
from servicekit.web.admission import Admission
from servicekit.web.caller import LOCALE_HEADER, SITE_HEADER, TOKEN_HEADER, Caller
from servicekit.web.rate_limit import RateLimiter
from servicekit.web.source import ADDRESS_HEADER, network_of
from sites import SiteDirectory, UnknownSite
from starlette.requests import Request
from starlette.responses import JSONResponse

from chat.live.streams import Streams
from chat.live.wakers import Revocations
from chat.settings import ChatSettings
from gateway.routes import load_routes

TARGET = "chat/live"


class Door:
    def __init__(
        self,
        settings: ChatSettings,
        sites: SiteDirectory,
        streams: Streams,
        revocations: Revocations,
        limiter: RateLimiter,
    ) -> None:
        self._most, self._streams, self._revocations = settings.streams_per_process, streams, revocations
        self._sites, self._limiter = sites, limiter
        self._access = Access([route for route in load_routes(settings.routes_file) if route.target == TARGET])
        self._admission = Admission(settings.token_public_key)
        self._texts = Texts(settings.locales_dir, "errors")

    async def let_in(self, request: Request) -> tuple[Caller, int | None]:
        """Who asks, and the cursor they come with. Raises what they are refused with."""
        route = self._access.route_for(request.scope["path"], list(request.query_params))
        caller = await self._caller(request)
        self._access.check(route, request.method, caller)
        if caller is None:
            raise AuthenticationRequired()
        # Kept in this process's memory (a test says so): it does not hold up the loop.
        network = network_of(request.headers.get(ADDRESS_HEADER, ""))
        self._limiter.take(route.limit(request.method), {"member": caller.member_id, "source": network})
        if self._streams.is_closing or self._streams.count >= self._most:
            raise Unavailable()
        return caller, _cursor(request)

    def sees_likers(self, request: Request, caller: Caller) -> bool:
        """Whether the page may be told who likes its member, and not only that somebody does."""
        if caller.is_premium:
            return True
        try:
            site = self._sites.for_host(request.headers.get("host", ""))
        except UnknownSite:
            return False
        return site.received_likes == "all"

    async def _caller(self, request: Request) -> Caller | None:
        if not (token := request.headers.get(TOKEN_HEADER)):
            return None
        known = await self._revocations.read()
        return self._admission.caller(token, request.headers.get(SITE_HEADER), known, time.time())

    def refuse(self, refusal: Refusal, request: Request) -> JSONResponse:
        chosen = request.headers.get(LOCALE_HEADER, "")
        message = self._texts.find(refusal.code, chosen if chosen in LOCALES else LOCALES[0], refusal.params)
        headers = {"Cache-Control": "no-store"}
        if isinstance(refusal, Unavailable | RateLimited):
            headers["Retry-After"] = str(refusal.retry_after_seconds)
        error: dict[str, Any] = {"code": refusal.code, "message": message or refusal.code}
        return JSONResponse({"error": error}, refusal.status, headers)


def _cursor(request: Request) -> int | None:
    """The last event the page has: what the browser says when it comes back counts, then what the address says."""
    given = request.headers.get("last-event-id") or request.query_params.get("cursor")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        raise Malformed()
    return int(given)
