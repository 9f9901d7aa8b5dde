"""One call of the API: authentication, parameters, and the stored answer for a repeated idempotency key."""

import asyncio
import hashlib
import json
import random
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from standins.payments.errors import BadRequest, OutOfOrder, RequestRefused, Unauthorized
from standins.payments.hal import MEDIA, URLs, problem
from standins.payments.storage import Replay, Storage

REPLAYED_FOR_SECONDS = 3600

B = TypeVar("B", bound=BaseModel)


@dataclass(frozen=True)
class Call:
    ids: dict[str, str]
    query: dict[str, str]
    body: bytes
    urls: URLs

    def take(self, shape: type[B]) -> B:
        try:
            fields = json.loads(self.body or b"{}")
        except ValueError:
            raise BadRequest("The request body is not valid JSON") from None
        try:
            return shape.model_validate(fields)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"] if part != "str")
            raise RequestRefused(f"The {field or 'body'} is invalid: {first['msg']}", field or None) from None


@dataclass(frozen=True)
class ApiResponse:
    document: dict[str, Any] | None
    status: int = 200


class Counter:
    """Dispatch calls: check the API key, and run each change in one transaction with its stored answer."""

    def __init__(
        self,
        storage: Storage,
        api_key: str,
        public_pages: str,
        after_change: Callable[[], None],
        refuse: Callable[[RequestRefused], Response] = problem,
    ) -> None:
        self._storage = storage
        self._api_key = api_key
        self._public_pages = public_pages
        self._after_change = after_change
        self._refuse = refuse

    def serving(self, handle: Callable[[Call], ApiResponse]) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                await self._misbehave()
                self._admit(request)
                call = Call(
                    ids=request.path_params,
                    query=dict(request.query_params),
                    body=await request.body(),
                    urls=URLs(api=f"{str(request.base_url).rstrip('/')}/v2", pages=self._public_pages),
                )
                return self._once(request, call, handle)
            except RequestRefused as refused:
                return self._refuse(refused)

        return endpoint

    async def _misbehave(self) -> None:
        behaviour = self._storage.behaviour()
        await asyncio.sleep(behaviour.slow_ms / 1000)
        if random.uniform(0, 100) < behaviour.outage_percent:  # noqa: S311
            raise OutOfOrder("The service is temporarily unavailable")

    def _admit(self, request: Request) -> None:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        known = (
            secrets.compare_digest(key, self._api_key)
            if self._api_key
            else re.fullmatch(r"(access|([sr]k_)?test)_\w+", key)
        )
        if scheme != "Bearer" or not known:
            raise Unauthorized("Missing authentication, or failed to authenticate")

    def _once(self, request: Request, call: Call, handle: Callable[[Call], ApiResponse]) -> Response:
        key = request.headers.get("idempotency-key", "")
        if request.method == "GET" or not key:
            with self._storage.transaction():
                answer = handle(call)
            self._changed(request)
            return _response(answer.status, _encoded(answer))
        asked = hashlib.sha256(f"{request.method} {request.url.path}\n".encode() + call.body).hexdigest()
        now = time.time()
        with self._storage.transaction():
            known = self._storage.replay(key, since=now - REPLAYED_FOR_SECONDS)
            if known and known.request != asked:
                raise RequestRefused("The idempotency key was used for another request")
            if known:
                return _response(known.status, known.document, {"Idempotent-Replayed": "true"})
            answer = handle(call)
            self._storage.remember(key, Replay(asked, answer.status, _encoded(answer)), now)
        self._changed(request)
        return _response(answer.status, _encoded(answer))

    def _changed(self, request: Request) -> None:
        if request.method != "GET":
            self._after_change()


def _encoded(answer: ApiResponse) -> str:
    return "" if answer.document is None else json.dumps(answer.document)


def _response(status: int, document: str, headers: dict[str, str] | None = None) -> Response:
    return Response(document, status, headers=headers, media_type=MEDIA if document else None)
