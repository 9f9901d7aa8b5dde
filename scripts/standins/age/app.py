import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from standins import log, pages, process
from standins.age.sessions import Session, Sessions

PUBLIC = "/dev/age"
ANSWER_WITHIN_SECONDS = 5.0


def age_app(file: Path, public_url: str, keys: Sequence[str]) -> Starlette:
    """The provider: `/v1/sessions` for us, `/dev/age/{id}` for browsers."""
    sessions, pages_url = Sessions(file), public_url + PUBLIC

    def shown(session: Session, status: int = 200) -> Response:
        about: dict[str, Any] = {
            "id": session.id,
            "reference": session.reference,
            "status": session.shown_status,
            "url": f"{pages_url}/{session.id}",
            "expires_at": session.expires_at,
        }
        return JSONResponse(about, status)

    def is_known(request: Request) -> bool:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return any(hmac.compare_digest(key.encode(), given.encode()) for key in keys)

    async def start(request: Request) -> Response:
        if not is_known(request):
            return JSONResponse({"error": "unauthorized"}, 401)
        try:
            asked = await request.json()
            made = sessions.start(
                str(asked["reference"]),
                int(asked["minimum_age"]),
                str(asked["return_url"]),
                str(asked["callback_url"]),
            )
        except (KeyError, TypeError, ValueError):
            return JSONResponse({"error": "invalid"}, 422)
        return shown(made, 201)

    async def find(request: Request) -> Response:
        if not is_known(request):
            return JSONResponse({"error": "unauthorized"}, 401)
        found = sessions.find(request.path_params["id"])
        return shown(found) if found else JSONResponse({"error": "not found"}, 404)

    async def look(request: Request) -> Response:
        found = sessions.find(request.path_params["id"])
        if found is None:
            return gone(404, "There is no such check")
        # The answer redirects to the merchant's page, which `form-action` covers, too.
        return pages.page("age.html", {"home": PUBLIC, "session": found}, form_action="*")

    async def decide(request: Request) -> Response:
        found = sessions.find(request.path_params["id"])
        outcome = parse_qs((await request.body()).decode()).get("outcome", [""])[0]
        if found is None or outcome not in ("passed", "failed") or found.shown_status != "pending":
            return gone(409, "This check has ended") if found else gone(404, "There is no such check")
        sessions.decide(found, outcome)
        return RedirectResponse(found.return_url, 303, background=BackgroundTask(call_back, found, keys[0]))

    return Starlette(
        routes=[
            Route("/v1/sessions", start, methods=["POST"]),
            Route("/v1/sessions/{id}", find),
            *pages.static_routes(PUBLIC),
            Route(f"{PUBLIC}/{{id}}", look),
            Route(f"{PUBLIC}/{{id}}", decide, methods=["POST"]),
            *process.health_routes(sessions.answers),
        ]
    )


def gone(status: int, what: str) -> Response:
    hint = "Begin another one on the page you came from."
    return pages.page("gone.html", {"home": PUBLIC, "what": what, "hint": hint}, status=status)


def signature(key: str, at: str, body: bytes) -> str:
    """The header `X-Webhook-Signature`: HMAC-SHA256 over the time and the body."""
    return f"t={at},v1={hmac.new(key.encode(), at.encode() + b'.' + body, hashlib.sha256).hexdigest()}"


async def call_back(session: Session, key: str) -> None:
    """Tell the merchant once that the session has an outcome, which it asks for itself."""
    body, at = json.dumps({"id": session.id}).encode(), str(int(time.time()))
    headers = {"Content-Type": "application/json", "X-Webhook-Signature": signature(key, at, body)}
    async with httpx.AsyncClient(timeout=ANSWER_WITHIN_SECONDS, trust_env=False) as client:
        try:
            answer = await client.post(session.callback_url, content=body, headers=headers)
            log.logger().info("callback", session=session.id, status=answer.status_code)
        except httpx.HTTPError as error:
            log.logger().warning("callback failed", session=session.id, problem=type(error).__name__)
