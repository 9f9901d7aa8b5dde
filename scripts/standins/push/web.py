"""The push service's endpoints, and received pushes as a page and as JSON."""

import re
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Lifespan

from standins import log, pages, process
from standins.push import keys, vapid
from standins.push.model import Device, Message, encode
from standins.push.storage import KEEP, Storage

HOME = "/dev/push"
LARGEST_BODY = 4096  # the size every push service accepts at least (RFC 8030, 7.2)
URGENCIES = ("very-low", "low", "normal", "high")
TOPIC = re.compile(r"[\w-]{1,32}", re.ASCII)


class Options(BaseModel):
    """RFC 8292, 4.1."""

    model_config = ConfigDict(extra="forbid")

    vapid: str = Field("", max_length=100)


class Behaviour(BaseModel):
    """Set the answer to further pushes to a device."""

    model_config = ConfigDict(extra="forbid")

    gone: bool = False
    answers: int = Field(0, ge=0, le=599)
    retry_after: str = Field("", max_length=40)


class PushService:
    def __init__(self, storage: Storage, origin: str) -> None:
        self._storage, self._origin = storage, origin

    def routes(self) -> list[Route]:
        return [
            Route("/subscribe", self.subscribe, methods=["POST"]),
            Route("/push/{id}", self.take, methods=["POST"]),
            Route(HOME, self.page),
            Route(f"{HOME}.json", self.as_json),
            Route(f"{HOME}/devices", self.add_device, methods=["POST"]),
            Route(f"{HOME}/devices/{{id}}", self.behave, methods=["POST"]),
            *pages.static_routes(HOME),
        ]

    async def subscribe(self, request: Request) -> Response:
        """A push resource for a device that keeps its keys to itself."""
        options = await _read(request, Options)
        device = Device(secrets.token_urlsafe(24), options.vapid)
        self._storage.put_device(device)
        return Response(status_code=201, headers={"location": self._endpoint(device)})

    async def add_device(self, request: Request) -> Response:
        """A device of this page, in the shape of a browser's `PushSubscription.toJSON()`."""
        options = await _read(request, Options)
        device = keys.new_device(secrets.token_urlsafe(24), options.vapid)
        self._storage.put_device(device)
        subscription = {"endpoint": self._endpoint(device), "keys": {"p256dh": device.p256dh, "auth": device.auth}}
        return JSONResponse({"device": device.id, "subscription": subscription}, 201)

    async def behave(self, request: Request) -> Response:
        wanted, device = await _read(request, Behaviour), self._asked_for(request)
        self._storage.put_device(
            replace(device, is_gone=wanted.gone, answers=wanted.answers, retry_after=wanted.retry_after)
        )
        return JSONResponse({})

    async def take(self, request: Request) -> Response:
        device = self._asked_for(request)
        if device.is_gone:
            raise HTTPException(410)
        if device.answers:
            headers = {"retry-after": device.retry_after} if device.retry_after else None
            return Response(status_code=device.answers, headers=headers)
        try:
            sender = vapid.sender(request.headers.get("authorization", ""), self._origin, device.application_key)
        except vapid.NotTrusted as error:
            return Response(str(error), 403, media_type="text/plain")
        return await self._keep(request, device, sender)

    async def _keep(self, request: Request, device: Device, sender: str) -> Response:
        ttl, urgency, topic = (request.headers.get(name, "") for name in ("ttl", "urgency", "topic"))
        if not ttl.isascii() or not ttl.isdigit() or (urgency and urgency not in URGENCIES):
            raise HTTPException(400)
        if (topic and not TOPIC.fullmatch(topic)) or request.headers.get("content-encoding") != "aes128gcm":
            raise HTTPException(400)
        body = await request.body()
        if len(body) > LARGEST_BODY:
            raise HTTPException(413)
        message = Message(
            id=secrets.token_urlsafe(12),
            device=device.id,
            body=encode(body),
            text=keys.read(device, body),
            ttl=int(ttl),
            urgency=urgency or "normal",
            topic=topic,
            sender=sender,
            replaced=False,
            arrived_at=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        )
        self._storage.add(message)
        log.logger().info("push accepted", id=message.id)
        return Response(status_code=201, headers={"location": f"{self._origin}/message/{message.id}", "ttl": ttl})

    async def as_json(self, request: Request) -> Response:
        messages = self._storage.newest_first(request.query_params.get("device", ""))
        return JSONResponse([_public(each) for each in messages], headers=pages.PRIVATE)

    async def page(self, request: Request) -> Response:
        device = request.query_params.get("device", "")
        values = {"home": HOME, "messages": self._storage.newest_first(device), "device": device, "when": _when}
        return pages.page("push.html", values)

    def _asked_for(self, request: Request) -> Device:
        device = self._storage.device(request.path_params["id"])
        if device is None:
            raise HTTPException(404)
        return device

    def _endpoint(self, device: Device) -> str:
        return f"{self._origin}/push/{device.id}"


def push_app(storage: Storage, origin: str, lifespan: Lifespan[Starlette]) -> Starlette:
    async def not_found(request: Request, error: Exception) -> Response:
        hint = f"The newest {KEEP} pushes are listed at {HOME}."
        return pages.page("gone.html", {"home": HOME, "what": "This is not here", "hint": hint}, status=404)

    return Starlette(
        routes=[*PushService(storage, origin).routes(), *process.health_routes(lambda: True)],
        exception_handlers={404: not_found},
        lifespan=lifespan,
    )


async def _read(request: Request, model: type[BaseModel]) -> Any:
    try:
        return model.model_validate_json(await request.body() or b"{}")
    except ValidationError as error:
        raise HTTPException(422) from error


def _public(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "device": message.device,
        "content": message.content or None,
        "body": message.body,
        "ttl": message.ttl,
        "urgency": message.urgency,
        "topic": message.topic,
        "sender": message.sender,
        "replaced": message.replaced,
        "arrived_at": message.arrived_at,
    }


def _when(message: Message) -> str:
    return f"{datetime.fromisoformat(message.arrived_at):%-d %b, %H:%M:%S} UTC"
