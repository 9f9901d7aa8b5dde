"""Every advertising network below `.example`: takes postbacks as GET and POST, and shows them at `/dev/networks`."""

import asyncio
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Lifespan

from standins import log, pages, process
from standins.networks import signature
from standins.networks.storage import Postback, Storage

HOME = "/dev/networks"
LARGEST_BODY = 8192


class Behaviour(BaseModel):
    """Faults of the networks; by default each postback is answered with 200 at once."""

    model_config = ConfigDict(extra="forbid")

    answers: int = Field(default=200, ge=200, le=599)
    slow_ms: int = Field(default=0, ge=0, le=60_000)
    retry_after: str = Field(default="", max_length=40)


class NewKey(BaseModel):
    """The signing key that the marketing desk shows for a network."""

    model_config = ConfigDict(extra="forbid")

    host: str = Field(pattern=r"^[a-z0-9.-]{1,253}\.example$")
    key: str = Field(min_length=1, max_length=200)


class Networks:
    def __init__(self, storage: Storage) -> None:
        self._storage, self._behaviour = storage, Behaviour()

    def routes(self) -> list[Route]:
        return [
            Route(HOME, self.page),
            Route(f"{HOME}.json", self.as_json),
            Route(f"{HOME}/behaviour", self.behave, methods=["POST"]),
            Route(f"{HOME}/keys", self.add_key, methods=["POST"]),
            *pages.static_routes(HOME),
            *process.health_routes(lambda: True),
            # Last: a network chooses the path of its postbacks.
            Route("/{path:path}", self.take, methods=["GET", "POST"]),
        ]

    async def take(self, request: Request) -> Response:
        """Keep the postback and its answer. The signed text of a GET is its https URL, as at the network."""
        host, body = request.headers.get("host", ""), (await request.body())[:LARGEST_BODY].decode(errors="replace")
        if not host.endswith(".example") or request.url.path.startswith("/dev/"):
            raise HTTPException(404)
        behaviour = self._behaviour
        await asyncio.sleep(behaviour.slow_ms / 1000)
        address = str(request.url.replace(scheme="https"))
        fields = dict(parse_qsl(request.url.query, keep_blank_values=True)) | dict(parse_qsl(body, True))
        transaction = fields.get("txid") or fields.get("tx", "")
        signed, key = address if request.method == "GET" else body, self._storage.key(host)
        self._storage.add(
            Postback(
                host,
                request.method,
                request.url.path,
                fields,
                signature.check(request.headers.get("x-signature", ""), signed, key, time.time()),
                behaviour.answers,
                bool(transaction) and self._storage.has_accepted(host, transaction),
                datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            )
        )
        log.logger().info("postback arrived", host=host, status=behaviour.answers)
        headers = {"retry-after": behaviour.retry_after} if behaviour.retry_after else None
        return Response(status_code=behaviour.answers, headers=headers)

    async def behave(self, request: Request) -> Response:
        self._behaviour, is_form = await _read(request, Behaviour)
        return _done(is_form, self._behaviour)

    async def add_key(self, request: Request) -> Response:
        given, is_form = await _read(request, NewKey)
        self._storage.put_key(given.host, given.key)
        return _done(is_form, given)

    async def as_json(self, request: Request) -> Response:
        found = self._storage.newest_first(request.query_params.get("host", ""))
        return JSONResponse([asdict(each) for each in found], headers=pages.PRIVATE)

    async def page(self, request: Request) -> Response:
        host = request.query_params.get("host", "")
        values = {
            "home": HOME,
            "postbacks": self._storage.newest_first(host),
            "host": host,
            "keys": self._storage.hosts(),
            "behaviour": self._behaviour,
            "when": _when,
        }
        return pages.page("networks.html", values)


def networks_app(storage: Storage, lifespan: Lifespan[Starlette]) -> Starlette:
    return Starlette(routes=Networks(storage).routes(), lifespan=lifespan)


async def _read(request: Request, model: type[BaseModel]) -> tuple[Any, bool]:
    """The values, and whether a form of the page sent them."""
    body = await request.body()
    is_form = request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded")
    try:
        if is_form:
            return model.model_validate(dict(parse_qsl(body.decode()))), True
        return model.model_validate_json(body or b"{}"), False
    except (ValidationError, UnicodeDecodeError) as error:
        raise HTTPException(422) from error


def _done(is_form: bool, stored: BaseModel) -> Response:
    return RedirectResponse(HOME, 303) if is_form else JSONResponse(stored.model_dump(exclude={"key"}))


def _when(postback: Postback) -> str:
    return f"{datetime.fromisoformat(postback.arrived_at):%-d %b, %H:%M:%S} UTC"
