from collections.abc import AsyncIterator, Sequence
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
from standins.payments.payouts import MollieSettlements, switch
from standins.payments.provider import Provider
from standins.payments.storage import Storage
from standins.payments.stripe import StripeApi, refusal
from standins.payments.webhooks import Webhooks

STRIPE_HOME = f"{HOME}/stripe"


def payments_app(
    file: Path, *, public_url: str, api_key: str, merchant: str, stripe_webhook: str | None, stripe_keys: Sequence[str]
) -> Starlette:
    """Two providers that know nothing of each other: one speaks Mollie's API, the other Stripe's."""
    storage, stripe_storage = Storage(file), Storage(file.with_name("stripe.sqlite3"))
    provider, stripe_provider = Provider(storage), Provider(stripe_storage)
    stripe = StripeApi(stripe_provider, stripe_storage, stripe_webhook, stripe_keys)
    webhooks, stripe_webhooks = Webhooks(storage, provider), Webhooks(stripe_storage, stripe_provider, stripe.message)
    counter = Counter(storage, api_key, f"{public_url}{HOME}", after_change=webhooks.wake)
    stripe_counter = Counter(
        stripe_storage, "", f"{public_url}{STRIPE_HOME}", after_change=stripe_webhooks.wake, refuse=refusal
    )

    # Mollie's settlements are read with a token of the organisation, which the API of payments does not take.
    reports = Counter(storage, "", f"{public_url}{HOME}", after_change=webhooks.wake)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with webhooks.delivering(), stripe_webhooks.delivering():
            yield
        storage.close()
        stripe_storage.close()

    return Starlette(
        routes=[
            *Api(provider, storage).routes(counter),
            *(Route(path, reports.serving(handle)) for path, handle in MollieSettlements(storage).table()),
            switch(storage, HOME),
            switch(stripe_storage, STRIPE_HOME),
            *Checkout(provider, storage, webhooks, merchant).routes(),
            *_behaviour_routes(storage, HOME),
            *stripe.routes(stripe_counter),
            *Checkout(stripe_provider, stripe_storage, stripe_webhooks, merchant, STRIPE_HOME).routes(),
            *_behaviour_routes(stripe_storage, STRIPE_HOME),
            *process.health_routes(lambda: storage.answers() and stripe_storage.answers()),
        ],
        lifespan=lifespan,
    )


def _behaviour_routes(storage: Storage, home: str) -> list[Route]:
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

    path = f"{home}/behaviour"
    return [Route(path, show), Route(path, change, methods=["POST"])]
