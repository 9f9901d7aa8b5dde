"""What each user of NATS may publish, subscribe to, make and delete: every pair, with real connections."""

import asyncio
import importlib
import json
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from unittest.mock import MagicMock
from urllib.parse import urlsplit
from uuid import uuid4

import nats
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig
from runner.parts import Server
from runner.parts import nats as nats_part
from runner.permissions import RESPONDER, TESTER, nats_users
from servicekit.events import stream_of
from servicekit.registry import Service, service_names, services
from servicekit.worker.connection import connect, inbox_of
from servicekit.worker.streams import ensure_stream

USERS = list(nats_users(services()))
EVERY_USER = pytest.mark.parametrize("user", USERS)
EVERY_SERVICE = pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
VIOLATION = re.compile(r"permissions violation for (publish|subscription) to \"(.*?)\"", re.IGNORECASE)
HEARS = {service.name: set(service.hears) for service in services()}
STREAM_ACTIONS = [
    *["INFO", "CREATE", "UPDATE", "MSG.DELETE", "DELETE", "PURGE", "MSG.GET", "SNAPSHOT", "RESTORE", "TEMPLATE.CREATE"],
    *["LEADER.STEPDOWN", "PEER.REMOVE"],
]
OWN_STREAM_ACTIONS = {"INFO", "CREATE", "UPDATE", "MSG.GET", "MSG.DELETE"}
CONSUMER_ACTIONS = [
    *["CREATE", "DURABLE.CREATE", "INFO", "MSG.NEXT", "DELETE", "PAUSE", "RESET", "UNPIN", "LEADER.STEPDOWN"],
]
OWN_CONSUMER_ACTIONS = {"CREATE", "INFO", "MSG.NEXT"}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with nats_part({user: f"password-{user}" for user in USERS}) as server:
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
    """Every kind of subject: its name, and the users who may publish to it by what the registry says."""
    subjects: dict[str, tuple[str, ...]] = {}
    for name in service_names():
        stream = stream_of(name)
        hearing = [each for each in service_names() if name in HEARS[each]] + ([RESPONDER] if name == "chat" else [])
        subjects[f"{name}.Thing"] = (name,)
        for action in STREAM_ACTIONS:
            owners = (name,) if action in OWN_STREAM_ACTIONS else ()
            subjects[f"$JS.API.STREAM.{action}.{stream}"] = (*owners, TESTER) if action == "INFO" else owners
        subjects[f"$JS.API.CONSUMER.CREATE.{stream}"] = ()
        subjects[f"$JS.API.CONSUMER.LIST.{stream}"] = subjects[f"$JS.API.CONSUMER.NAMES.{stream}"] = ()
        subjects[f"$JS.API.DIRECT.GET.{stream}"] = subjects[f"$JS.API.DIRECT.GET.{stream}.{name}.Thing"] = ()
        for durable in [*USERS, "stolen"]:
            own = (durable,) if durable in hearing else ()
            for action in CONSUMER_ACTIONS:
                # The responder hears one subject of the stream, which the request's subject then names.
                may = own if action in OWN_CONSUMER_ACTIONS and (action, durable) != ("CREATE", RESPONDER) else ()
                subjects[f"$JS.API.CONSUMER.{action}.{stream}.{durable}"] = may
            subjects[f"$JS.ACK.{stream}.{durable}.1.1.1.1.0"] = own
            subjects[f"$JS.API.CONSUMER.CREATE.{stream}.{durable}.chat.Other"] = ()
    subjects[f"$JS.API.CONSUMER.CREATE.CHAT.{RESPONDER}.chat.MessageSent"] = (RESPONDER,)
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
    """Make its stream, publish, read and delete an event; fetch and acknowledge one of each stream it hears."""

    async def work() -> None:
        own = await connect(url_of(server, service.name))
        js = own.jetstream(timeout=60)
        await ensure_stream(js, service.name)
        sent = await js.publish(f"{service.name}.Thing", b"", headers={"Nats-Msg-Id": str(uuid4())})
        for heard in service.hears:
            await tell(heard)
            await hear(own, heard)
        assert (await js.get_msg(stream_of(service.name), sent.seq)).subject == f"{service.name}.Thing"
        await js.delete_msg(stream_of(service.name), sent.seq)
        await own.close()

    async def tell(heard: str) -> None:
        other = await connect(url_of(server, heard))
        await ensure_stream(other.jetstream(timeout=60), heard)
        await other.jetstream(timeout=60).publish(f"{heard}.Thing", b"", headers={"Nats-Msg-Id": str(uuid4())})
        await other.close()

    async def hear(own: Client, heard: str) -> None:
        js, stream = own.jetstream(timeout=60), stream_of(heard)
        durable = ConsumerConfig(name=service.name, durable_name=service.name, ack_policy=AckPolicy.EXPLICIT)
        await js.add_consumer(stream, durable)
        subscription = await js.pull_subscribe_bind(durable=service.name, stream=stream)
        for message in await subscription.fetch(1, timeout=60):
            await message.ack_sync(timeout=60)
        await subscription.unsubscribe()

    asyncio.run(work())


@EVERY_SERVICE
def test_the_registry_names_the_services_that_a_worker_hears(service: Service) -> None:
    consumers: Sequence[object] = importlib.import_module(f"{service.name}.worker").consumers(MagicMock())

    assert {consumer.stream for consumer in consumers} == {stream_of(heard) for heard in service.hears}  # type: ignore[attr-defined]


async def _ignore(error: Exception) -> None:
    pass
