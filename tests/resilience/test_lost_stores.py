"""Redis emptied and NATS's store deleted while the product runs: nobody is logged out, nothing is missing."""

import asyncio
import shutil

import psycopg
import pytest
from nats import connect
from nats.errors import Error as NatsError
from redis import Redis
from runner.permissions import TESTER
from shared.kit.core.event_facts import stream_of
from shared.kit.events.connection import inbox_of
from shared.registry import service_names

from tests.member import Member, until
from tests.product import Product


@pytest.fixture
def pair(product: Product) -> tuple[Member, Member]:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    return ann, bo


def test_nobody_notices_that_redis_was_emptied(product: Product, pair: tuple[Member, Member]) -> None:
    ann, bo = pair
    ann.write(bo.id, "before")

    Redis.from_url(product.instance.redis_url(TESTER)).flushall()
    product.supervisor.signal("backing-services:redis", "KILL")
    ann.write(bo.id, "during")

    assert ann.get("user")["user"]["id"] == ann.id
    assert [message["text"] for message in bo.get("chat", profile=ann.id)["messages"]] == ["before", "during"]


def test_streams_are_rebuilt_from_the_outboxes(product: Product, pair: tuple[Member, Member]) -> None:
    ann, bo = pair
    ann.write(bo.id, "before")
    until(lambda: all(unpublished(product, name) == 0 for name in service_names()))
    published_before = {name: published(product, name) for name in service_names()}

    # Taken away as a whole: it is still being written to.
    gone = (product.home / "data" / "nats").rename(product.home / "data" / "gone")
    shutil.rmtree(gone)
    ann.write(bo.id, "during")
    ann.become_premium()

    assert bo.get("chats")["total_unread_messages"] == 2
    until(lambda: streams_hold_everything(product))
    assert all(published(product, name) >= published_before[name] for name in service_names())
    # Earlier events had their effect once: the gift, the purchase and two messages, and nothing twice.
    kinds = sorted(entry["kind"] for entry in ann.get("transactions")["transactions"])
    assert kinds.count("purchase") == 1
    assert kinds.count("signup_gift") == 1
    until(lambda: ann.get("user")["user"]["credits"] == 26)


def rows(product: Product, service: str, condition: str) -> int:
    with psycopg.connect(product.instance.database_url(service)) as connection:
        found = connection.execute(f"SELECT count(*) FROM kit.outbox WHERE {condition}").fetchone()  # noqa: S608
    return int(found[0]) if found else 0


def unpublished(product: Product, service: str) -> int:
    return rows(product, service, "published_at IS NULL")


def published(product: Product, service: str) -> int:
    return rows(product, service, "true")


def streams_hold_everything(product: Product) -> bool:
    """Whether every stream has as many messages as its service's outbox has rows."""

    async def held() -> dict[str, int]:
        url = product.instance.nats_url(TESTER)
        client = await connect(url, allow_reconnect=False, connect_timeout=2, inbox_prefix=inbox_of(TESTER))
        try:
            infos = {name: await client.jetstream().stream_info(stream_of(name)) for name in service_names()}
            return {name: info.state.messages for name, info in infos.items()}
        finally:
            await client.close()

    try:
        return asyncio.run(held()) == {name: published(product, name) for name in service_names()}
    except (NatsError, OSError):
        return False
