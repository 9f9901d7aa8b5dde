"""A session that has ended opens nothing any more, in any service, also while NATS or Redis is down."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import httpx
import pytest
from profiles.moderation.domain.moderation import Desk, Ground, Measure, Reason, Statement
from profiles.moderation.storage.unit import ModerationUnit
from profiles.moderation.usecases.take_measure import take_measure
from runner.streams import is_well
from shared.kit.db import Database
from shared.registry import Route, load_routes

from tests.member import LONGEST_WAIT, Member, until
from tests.product import Product

REFUSED = (403, "authentication_required")
CALLS = [
    (route, method)
    for route in load_routes()
    for method, audience in route.methods.items()
    if audience not in ("anyone", "session")
]


@contextmanager
def without_nats(product: Product) -> Iterator[None]:
    product.supervisor.stop("backing-services:nats")
    try:
        yield
    finally:
        product.supervisor.start("backing-services:nats")
        until(lambda: is_well(product.ports["nats-monitor"]))


@contextmanager
def without_redis(product: Product) -> Iterator[None]:
    product.supervisor.stop("backing-services:redis")
    try:
        yield
    finally:
        product.supervisor.start("backing-services:redis")


@pytest.fixture
def ann(product: Product) -> Iterator[Member]:
    with Member(product.base_url).sign_up("Ann").confirm() as member:
        # Every service knows her before anything breaks.
        until(lambda: all(answer(member, path).status_code == 200 for path in ("chats", "likes", "profile")))
        yield member


def answer(member: Member, name: str) -> httpx.Response:
    return member.http.get(f"/api/{name}.php")


def suspend(product: Product, member: Member) -> None:
    """As the desk does: the decision and its event, in one transaction."""
    uow = ModerationUnit(Database(product.instance.database_url("profiles")))
    statement = Statement(Measure.SUSPEND, Reason.FRAUD, Ground.TERMS, "Asked three members for money.", None)
    take_measure(uow, Desk(uuid4(), 1, ("pairwise",)), uuid4(), UUID(member.id), statement)


def log_out(_: Product, member: Member) -> None:
    cookies = {name: member.http.cookies[name] for name in ("session", "token")}
    member.get("logout")
    # As a thief would: the cookies of the ended session, sent on.
    for name, value in cookies.items():
        member.http.cookies.set(name, value)


def ask(member: Member, route: Route, method: str) -> tuple[int, str]:
    path = f"{route.path}nothing" if route.is_prefix else route.path
    address = f"{path}?{route.query}=1" if route.query else path
    with member.http.stream(method, address, json=None if method == "GET" else {}) as found:
        if route.is_stream and found.status_code == 200:
            return 200, ""
        found.read()
        return found.status_code, found.json()["error"]["code"] if found.status_code >= 400 else ""


@pytest.mark.parametrize("end", [suspend, log_out])
def test_without_nats_an_ended_session_opens_nothing(product: Product, ann: Member, end: object) -> None:
    with without_nats(product), ann.http.stream("GET", "/api/stream.php", timeout=LONGEST_WAIT) as page:
        assert page.status_code == 200
        end(product, ann)  # type: ignore[operator]

        for _ in page.iter_bytes():
            pass  # until the server ends the stream
        for route, method in CALLS:
            until(lambda route=route, method=method: ask(ann, route, method) == REFUSED)  # type: ignore[misc]
        # Neither cookie of the two renews the other.
        assert ann.refused("GET", "user") == REFUSED


def test_without_redis_tokens_are_renewed(product: Product, ann: Member) -> None:
    with without_redis(product):
        # Her token is minutes from its end, but nothing recent proves her session any more.
        until(lambda: (found := answer(ann, "chats")).status_code == 403 and found)
        assert answer(ann, "chats").json()["error"]["code"] == REFUSED[1]

        ann.get("user")

        for name in ("chats", "likes", "profile", "notifications", "transactions"):
            assert answer(ann, name).status_code == 200, name
    until(lambda: answer(ann, "chats").status_code == 200)
