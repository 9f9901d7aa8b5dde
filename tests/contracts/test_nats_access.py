"""Permissions of each user of NATS to publish, subscribe, create and delete: every pair, with real connections."""

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import nats
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, RePublish, StreamConfig, StreamSource
from runner.backing_services import Server
from runner.backing_services import nats as nats_server
from runner.permissions import PROVISIONER, RESPONDER, RESPONDER_CONSUMES, TESTER, nats_users
from shared.kit.core.event_facts import stream_of
from shared.kit.events.connection import connect, inbox_of
from shared.kit.events.pull_consumer import PullConsumer
from shared.kit.events.streams import stream_created_at
from shared.ops.provisioner.plan import plan_of
from shared.ops.provisioner.reconcile import reconcile
from shared.registry import Service, service_names, services

USERS = list(nats_users(services()))
EVERY_USER = pytest.mark.parametrize("user", USERS)
EVERY_SERVICE = pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
VIOLATION = re.compile(r"permissions violation for (publish|subscription) to \"(.*?)\"", re.IGNORECASE)
CONSUMES = {service.name: set(service.consumes) for service in services()}
STREAM_ACTIONS = [
    *["INFO", "CREATE", "UPDATE", "MSG.DELETE", "DELETE", "PURGE", "MSG.GET", "SNAPSHOT", "RESTORE", "TEMPLATE.CREATE"],
    *["LEADER.STEPDOWN", "PEER.REMOVE"],
]
OWN_STREAM_ACTIONS = {"INFO", "MSG.GET", "MSG.DELETE"}
PROVISIONED_STREAM_ACTIONS = {"INFO", "CREATE", "UPDATE"}
CONSUMER_ACTIONS = [
    *["CREATE", "DURABLE.CREATE", "INFO", "MSG.NEXT", "DELETE", "PAUSE", "RESET", "UNPIN", "LEADER.STEPDOWN"],
]
OWN_CONSUMER_ACTIONS = {"INFO", "MSG.NEXT"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with nats_server({user: f"password-{user}" for user in USERS}) as server:
        yield server


def url_of(server: Server, user: str) -> str:
    return f"nats://{user}:password-{user}@127.0.0.1:{urlsplit(server.url).port}"


def refused(server: Server, user: str, commands: Iterable[str]) -> set[str]:
    """The subjects the server refuses this user. It answers a refused PUB or SUB with an error, an allowed one not."""
    login = json.dumps({"user": user, "pass": f"password-{user}", "verbose": False, "headers": True})
    with socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0), timeout=60) as connection:
        lines = connection.makefile("rb")
        assert lines.readline().startswith(b"INFO")
        connection.sendall("".join(f"{line}\r\n" for line in [f"CONNECT {login}", *commands, "PING"]).encode())
        found = set()
        while (line := lines.readline()) and not line.startswith(b"PONG"):
            if match := VIOLATION.search(line.decode()):
                found.add(match[2])
        assert line, "the server ended the connection"
    return found


def publishable() -> dict[str, tuple[str, ...]]:
    """Every kind of subject: its name, and the users who may publish to it by the registry."""
    subjects: dict[str, tuple[str, ...]] = {}
    for name in service_names():
        stream = stream_of(name)
        consuming = [each for each in service_names() if name in CONSUMES[each]] + (
            [RESPONDER] if name == "chat" else []
        )
        subjects[f"{name}.Thing"] = (name,)
        for action in STREAM_ACTIONS:
            may = [name] if action in OWN_STREAM_ACTIONS else []
            may += [PROVISIONER] if action in PROVISIONED_STREAM_ACTIONS else []
            subjects[f"$JS.API.STREAM.{action}.{stream}"] = (*may, TESTER) if action == "INFO" else tuple(may)
        subjects[f"$JS.API.CONSUMER.CREATE.{stream}"] = ()
        subjects[f"$JS.API.CONSUMER.LIST.{stream}"] = (PROVISIONER, name)
        subjects[f"$JS.API.CONSUMER.NAMES.{stream}"] = ()
        subjects[f"$JS.API.DIRECT.GET.{stream}"] = subjects[f"$JS.API.DIRECT.GET.{stream}.{name}.Thing"] = ()
        for durable in [*USERS, "stolen"]:
            own = (durable,) if durable in consuming else ()
            for action in CONSUMER_ACTIONS:
                makers = (PROVISIONER,) if action == "CREATE" and own else ()
                users = own if action in OWN_CONSUMER_ACTIONS else makers
                subjects[f"$JS.API.CONSUMER.{action}.{stream}.{durable}"] = users
            subjects[f"$JS.ACK.{stream}.{durable}.1.1.1.1.0"] = own
            subjects[f"$JS.API.CONSUMER.CREATE.{stream}.{durable}.chat.Other"] = ()
    for subject in (
        "$JS.API.INFO",
        "$JS.API.STREAM.NAMES",
        "$JS.API.STREAM.LIST",
        "$SYS.REQ.SERVER.PING",
        "x",
        "$KV.x",
    ):
        subjects[subject] = ()
    for other in USERS:
        subjects[f"{inbox_of(other)}.x"] = ()
    return subjects | {"_INBOX.x": ()}


@EVERY_USER
def test_a_user_publishes_what_the_registry_says_and_nothing_else(server: Server, user: str) -> None:
    subjects = publishable()

    found = refused(server, user, [f"PUB {subject} 0\r\n" for subject in subjects])

    assert found == {subject for subject, users in subjects.items() if user not in users}


@EVERY_USER
def test_a_user_subscribes_to_its_own_replies_and_nothing_else(server: Server, user: str) -> None:
    subjects = [">", "*", "*.>", "_INBOX.>", "$JS.>", "$JS.API.>", "$JS.EVENT.>", "$SYS.>", "_R_.>", "*.x"]
    subjects += [f"{name}.>" for name in service_names()] + [f"{name}.Thing" for name in service_names()]
    subjects += [f"{inbox_of(other)}.>" for other in USERS] + [f"{inbox_of(user)}"]

    found = refused(server, user, [f"SUB {subject} {number}" for number, subject in enumerate(subjects)])

    assert found == set(subjects) - {f"{inbox_of(user)}.>"}


def test_nobody_enters_without_a_password(server: Server) -> None:
    async def enter(**given: str) -> None:
        await nats.connect(server.url, allow_reconnect=False, error_cb=_ignore, **given)

    for given in ({}, {"user": "chat", "password": "guessed"}, {"user": "nobody", "password": ""}, {"token": "chat"}):
        with pytest.raises(NatsError, match=r"(?i)authorization"):
            asyncio.run(enter(**given))


@EVERY_SERVICE
def test_a_service_does_all_its_worker_does(server: Server, service: Service) -> None:
    """Publish, read and delete an event; fetch and acknowledge one of each stream it consumes."""

    async def work() -> None:
        await provision(server)
        own = await connect(url_of(server, service.name))
        js = own.jetstream(timeout=60)
        assert await stream_created_at(js, service.name)
        sent = await js.publish(f"{service.name}.Thing", b"", headers={"Nats-Msg-Id": str(uuid4())})
        for owner, events in service.consumes.items():
            await publish_as(owner, events[0])
            await consume(own, owner)
        assert (await js.get_msg(stream_of(service.name), sent.seq)).subject == f"{service.name}.Thing"
        await js.delete_msg(stream_of(service.name), sent.seq)
        await own.close()

    async def publish_as(owner: str, event: str) -> None:
        other = await connect(url_of(server, owner))
        await other.jetstream(timeout=60).publish(f"{owner}.{event}", b"", headers={"Nats-Msg-Id": str(uuid4())})
        await other.close()

    async def consume(own: Client, owner: str) -> None:
        js, stream = own.jetstream(timeout=60), stream_of(owner)
        assert (await js.consumer_info(stream, service.name)).config.deliver_subject is None
        async with PullConsumer(own, stream, service.name) as consumer:
            [message] = await consumer.fetch(1, seconds=60)
            await message.ack_sync(timeout=60)

    asyncio.run(work())


# Attacks with a stolen password of a worker. The server looks at no body, so the requests have to be refused
# by their subjects.
THEFTS: dict[str, Callable[[JetStreamContext, Service], Awaitable[Any]]] = {
    "a stream with a source": lambda js, service: js.add_stream(
        StreamConfig(name=stream_of(service.name), sources=[StreamSource(name="IDENTITY")])
    ),
    "a mirror": lambda js, _: js.add_stream(StreamConfig(name="STOLEN", mirror=StreamSource(name="IDENTITY"))),
    "a stream of all subjects": lambda js, _: js.add_stream(StreamConfig(name="STOLEN", subjects=["*.>"])),
    "its stream with a source": lambda js, service: js.update_stream(
        StreamConfig(
            name=stream_of(service.name), subjects=[f"{service.name}.>"], sources=[StreamSource(name="IDENTITY")]
        )
    ),
    "its stream told on": lambda js, service: js.update_stream(
        StreamConfig(
            name=stream_of(service.name),
            subjects=[f"{service.name}.>"],
            republish=RePublish(src=">", dest=f"{inbox_of(service.name)}.>"),
        )
    ),
    "its durable delivered elsewhere": lambda js, service: js.add_consumer(
        stream_of(next(iter(service.consumes))),
        ConsumerConfig(
            name=service.name, durable_name=service.name, deliver_subject=f"{inbox_of(service.name)}.stolen"
        ),
    ),
    "its durable with more subjects": lambda js, service: js.add_consumer(
        stream_of(next(iter(service.consumes))),
        ConsumerConfig(name=service.name, durable_name=service.name, ack_policy=AckPolicy.EXPLICIT),
    ),
    "a consumer that goes by itself": lambda js, service: js.subscribe(
        f"{next(iter(service.consumes))}.>", stream=stream_of(next(iter(service.consumes)))
    ),
    "a durable of its own choice": lambda js, service: js.pull_subscribe(
        ">", durable="stolen", stream=stream_of(next(iter(service.consumes)))
    ),
}


@EVERY_SERVICE
def test_a_service_creates_and_changes_no_stream_and_no_consumer(server: Server, service: Service) -> None:
    async def steal() -> list[str]:
        await provision(server)
        before, client = await everything(server), await connect(url_of(server, service.name))
        done = []
        for name, theft in THEFTS.items():
            try:
                await theft(client.jetstream(timeout=0.5), service)
                done.append(name)
            except (NatsError, TimeoutError):
                pass
        await client.close()
        assert await everything(server) == before
        return done

    assert asyncio.run(steal()) == []


def test_the_provisioner_reads_no_event(server: Server) -> None:
    """It could let a consumer deliver to itself; it cannot fetch, read or acknowledge events of other consumers."""
    subjects = [
        f"$JS.API.{what}.{stream_of(name)}{end}"
        for name in service_names()
        for what, end in (("STREAM.MSG.GET", ""), ("CONSUMER.MSG.NEXT", f".{name}"), ("DIRECT.GET", ""))
    ]

    assert refused(server, PROVISIONER, [f"PUB {subject} 0\r\n" for subject in subjects]) == set(subjects)


async def provision(server: Server) -> None:
    client = await connect(url_of(server, PROVISIONER))
    assert await reconcile(client.jetstream(timeout=60), plan_of(services(), {RESPONDER: RESPONDER_CONSUMES})) == []
    await client.close()


async def everything(server: Server) -> list[object]:
    """The configuration of each stream and consumer."""
    client = await connect(url_of(server, PROVISIONER))
    js, found = client.jetstream(timeout=60), list[object]()
    for name in service_names():
        found.append((await js.stream_info(stream_of(name))).config)
        found += sorted(str(each.config) for each in await js.consumers_info(stream_of(name)))
    await client.close()
    return found


async def _ignore(error: Exception) -> None:
    pass
