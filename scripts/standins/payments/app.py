from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from standins import log, process
from standins.payments.api import Api
from standins.payments.behaviour import Behaviour
from standins.payments.call import Counter
from standins.payments.checkout import HOME, Checkout
from standins.payments.provider import Provider
from standins.payments.storage import Storage
from standins.payments.webhooks import Webhooks


def payments_app(file: Path, *, public_url: str, api_key: str, merchant: str) -> Starlette:
    storage = Storage(file)
    provider = Provider(storage)
    webhooks = Webhooks(storage, provider)
    counter = Counter(storage, api_key, f"{public_url}{HOME}", after_change=webhooks.wake)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with webhooks.delivering():
            yield
        storage.close()

    return Starlette(
        routes=[
            *Api(provider, storage).routes(counter),
            *Checkout(provider, storage, webhooks, merchant).routes(),
            *_behaviour_routes(storage),
            *process.health_routes(storage.answers),
        ],
        lifespan=lifespan,
    )


def _behaviour_routes(storage: Storage) -> list[Route]:
    async def show(request: Request) -> Response:
        return JSONResponse(storage.behaviour().model_dump())

    async def change(request: Request) -> Response:
        """Omitted faults are off, so `{}` ends all of them."""
        if not request.headers.get("content-type", "").startswith("application/json"):
            return JSONResponse({"error": "application/json, please"}, 415)
        try:
            behaviour = Behaviour.model_validate_json(await request.body())
        except ValidationError as error:
            return JSONResponse({"error": str(error.errors(include_url=False)[0]["msg"])}, 422)
        storage.behave(behaviour)
        log.logger().info("behaviour changed", **behaviour.model_dump())
        return JSONResponse(behaviour.model_dump())

    path = f"{HOME}/behaviour"
    return [Route(path, show), Route(path, change, methods=["POST"])]
