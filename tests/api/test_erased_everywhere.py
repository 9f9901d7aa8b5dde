"""After an erasure, search for the member's traces in every message of every stream and in every table."""

import asyncio
import importlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from nats.js.errors import NotFoundError
from pairwise.profiles.v1.events_pb2 import ComplaintDecided, ComplaintReceived
from psycopg.sql import SQL, Identifier
from shared.kit.core import ERASURE_EVENTS, Settings
from shared.kit.core.event_facts import stream_of
from shared.kit.db import Database, UnitOfWork
from shared.kit.events import OwnStream
from shared.kit.events.connection import connect
from shared.privacy.retain import forget_short_lived, sweep_erased
from shared.registry import service_names

from tests.erasing import erase_expired_now
from tests.member import PASSWORD, Member, until
from tests.product import Product

AT_ONCE = timedelta(0)
NAME, BIRTH_DATE = "Zaubernuss", "1987-11-23"
ABOUT, SAID, COMPLAINED = "canary of the profile", "canary of the chat", "canary of her complaint"
# The click of the advert that led to her sign-up.
CLICK = f"click-canary-{uuid4().hex[:8]}"
# Somebody without an account, who complained about her.
VISITOR = f"canary-{uuid4().hex[:8]}@example.org"
# The rest, as the data inventory declares: messages are the partner's, too; a complaint is still to be judged.
STAYS = {(SAID, "chat.messages"), (VISITOR, "profiles.complaints"), (VISITOR, "profiles.answers")}


@pytest.fixture(scope="module")
def ann(product: Product) -> Iterator[Member]:
    """A member who has left her words everywhere, and is erased."""
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        came_by: dict[str, Any] = {"tracking": {"ref": CLICK, "sub1": CLICK}, "consents": ["matching", "attribution"]}
        ann.sign_up(NAME, date_of_birth=BIRTH_DATE, **came_by).confirm().become_premium()
        ann.call("PUT", "profile", about=ABOUT)
        ann.write(bo.id, SAID)
        bo.write(ann.id, "hello")
        ann.call("POST", "like", id=ann.new_id(), profile_id=bo.id)
        complaint = {"kind": "profile", "reason": "fake"}
        ann.call("POST", "complaint", id=ann.new_id(), about_id=bo.id, text=COMPLAINED, **complaint)
        visitor = Member(product.base_url)
        visitor.call("POST", "complaint", id=ann.new_id(), about_id=ann.id, text="Fake?", email=VISITOR, **complaint)
        until(lambda: httpx.get(f"{product.base_url}/dev/mailbox.json", params={"to": VISITOR}).json())
        # Published by now: the words searched for later were there.
        until(
            lambda: (
                all(each.encode() in all_announced(product, "identity") for each in (NAME, CLICK))
                and VISITOR.encode() in all_announced(product, "profiles")
            )
        )
        ann.call("DELETE", "user", password=PASSWORD)
        with database(product, "identity") as connection:
            connection.execute("UPDATE accounts SET deleted_at = now() - interval '15 days' WHERE id = %s", [ann.id])
        erase_expired_now(product)
        until(lambda: all(is_erased(product, service, ann.id) for service in service_names()), 180)
        for service in service_names():
            until(lambda service=service: is_swept(product, service, ann.id), 180)  # type: ignore[misc]
        yield ann


def database(product: Product, service: str) -> psycopg.Connection[tuple[object, ...]]:
    name = psycopg.conninfo.conninfo_to_dict(product.instance.database_url(service))["dbname"]
    return psycopg.connect(product.instance.superuser_url, dbname=name, autocommit=True)


def is_erased(product: Product, service: str, member_id: str) -> bool:
    with database(product, service) as connection:
        return connection.execute("SELECT FROM kit.erased WHERE member_id = %s", [member_id]).fetchone() is not None


def is_swept(product: Product, service: str, member_id: str) -> bool:
    """Run the worker's jobs now: by themselves they wait until all is told, and a day."""
    url = product.instance.database_url(service)
    stream = OwnStream(
        Settings.from_environment(
            PAIRWISE_SERVICE=service, DATABASE_URL=url, NATS_URL=product.instance.nats_url(service)
        )
    )
    units = Database(url, pool_size=1)
    inventory = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    sweep_erased(lambda: UnitOfWork(units), inventory, stream, AT_ONCE)
    if service == "profiles":
        forget_short_lived(lambda: UnitOfWork(units), stream, (ComplaintReceived, ComplaintDecided), AT_ONCE)
    units.engine.dispose()
    with database(product, service) as connection:
        swept = connection.execute("SELECT swept_at FROM kit.erased WHERE member_id = %s", [member_id]).fetchone()
    return swept is not None and swept[0] is not None


def messages(product: Product, service: str) -> list[tuple[str, bytes]]:
    """Subject and content of every message in the service's stream."""

    async def read() -> list[tuple[str, bytes]]:
        client = await connect(product.instance.nats_url(service))
        js, name, found = client.jetstream(timeout=30), stream_of(service), []
        state = (await js.stream_info(name)).state
        for sequence in range(state.first_seq, state.last_seq + 1):
            with suppress(NotFoundError):
                message = await js.get_msg(name, sequence)
                found.append((message.subject or "", message.data or b""))
        await client.close()
        return found

    return asyncio.run(read())


def all_announced(product: Product, service: str) -> bytes:
    return b" ".join(content for _, content in messages(product, service))


@pytest.mark.parametrize("service", service_names())
def test_no_stream_says_anything_of_the_erased(product: Product, ann: Member, service: str) -> None:
    reported = messages(product, service)

    for canary in (NAME, BIRTH_DATE, ann.email, ABOUT, SAID, COMPLAINED, VISITOR, CLICK):
        assert [subject for subject, content in reported if canary.encode() in content] == [], canary
    naming = {subject.rsplit(".", 1)[1] for subject, content in reported if ann.id.encode() in content}
    assert naming <= set(ERASURE_EVENTS)


@pytest.mark.parametrize("service", service_names())
def test_no_table_says_more_of_the_erased_than_it_declares(product: Product, ann: Member, service: str) -> None:
    canaries = (NAME, BIRTH_DATE, ann.email, ABOUT, SAID, COMPLAINED, VISITOR, CLICK)
    found = set()
    with database(product, service) as connection:
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'kit')"
        ).fetchall()
        for schema, table in tables:
            said = content(connection, str(schema), str(table))
            found |= {(each, f"{service}.{table}") for each in canaries if each.encode() in said}

    assert found - STAYS == set()
    assert service != "chat" or found  # the messages stay her partner's, so the walk sees some


@pytest.mark.parametrize("part", ["landing", "landing2", "landing3"])
def test_no_landing_page_shows_the_erased(product: Product, ann: Member, part: str) -> None:
    answer = httpx.get(f"{product.base_url}/members/{ann.id}/{part}")

    assert (answer.status_code, NAME in answer.text) == (404, False)


def content(connection: psycopg.Connection[tuple[object, ...]], schema: str, table: str) -> bytes:
    """All of a table: as text, in which dates can be read, and in binary, in which bytes can."""
    said = b""
    for form in ("text", "binary"):
        copying = SQL("COPY (SELECT * FROM {}) TO STDOUT (FORMAT {})").format(Identifier(schema, table), SQL(form))
        with connection.cursor().copy(copying) as rows:
            said += b"".join(bytes(row) for row in rows)
    return said


def test_only_the_erasure_is_kept_of_her_id_in_events(product: Product, ann: Member) -> None:
    for service in service_names():
        with database(product, service) as connection:
            subjects = connection.execute(
                "SELECT subject FROM kit.outbox WHERE position(convert_to(%s, 'UTF8') IN payload) > 0", [ann.id]
            ).fetchall()
        assert {str(subject).rsplit(".", 1)[1] for (subject,) in subjects} <= set(ERASURE_EVENTS)
