"""No log of the product contains a member's input, in any failure.

A word that is nowhere else is planted in every field of every operation of /api/openapi.json, in headers, addresses and
events. Meanwhile every table refuses rows that hold it, so that each write fails as a broken constraint does; locks are
held until connections are cut; events fail until they are parked. Then every file among the logs is searched.
"""

import asyncio
import re
import secrets
import string
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest
from pairwise.identity.v1.events_pb2 import MemberSignedUp
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from runner.processes import name_of
from shared.kit.core import subject_of
from shared.kit.events.connection import connect
from shared.pictures.tests.makers import jpeg
from shared.registry import service_names
from shared.sounds.tests.makers import wav

from tests.member import Member, until
from tests.product import Product

# A name may hold letters alone.
WORD = "Qz" + "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))
# A password must not hold the name.
SECRET = "Xk" + "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))
PHONE, IBAN = "+31687654399", "NL91ABNA0417164300"
FORMATS: dict[str, Callable[[], str]] = {
    "uuid": lambda: str(uuid4()),
    "email": lambda: f"{WORD}@example.org".lower(),
    "date": lambda: "1990-04-05",
    "date-time": lambda: "2026-01-01T00:00:00Z",
}
NAMED = {
    "password": SECRET,
    "new_password": SECRET,
    "iban": IBAN,
    "phone": PHONE,
    "phone_number": PHONE,
    "email": f"{WORD}@example.org".lower(),
    "locale": "en",
}
# They end the session, the account or nothing at all; each is asked last, or for a moment.
LAST = {("get", "/api/logout.php"), ("delete", "/api/user.php"), ("delete", "/api/sessions.php")}
ENDLESS = {"/api/stream.php"}
# Fields stored as typed. Each of these is refused by the database alone.
WRITTEN: dict[str, Callable[[str], dict[str, Any]]] = {
    "signup": lambda _: sign_up_form(),
    "chat": lambda to: {"id": str(uuid4()), "profile_id": to, "text": WORD},
    "complaint": lambda to: {
        "id": str(uuid4()),
        "kind": "profile",
        "about_id": to,
        "reason": "fake",
        "text": f"This is {WORD}, an actor.",
    },
    "profile": lambda _: {"about": f"I am {WORD}, and I like long walks."},
}
# Cut off, nested too deeply, too large, of bytes that are no text.
UNREADABLE = [
    f'{{"text": "{WORD}'.encode(),
    f'{{"{WORD}": {"[" * 40}{"]" * 40}}}'.encode(),
    f'{{"text": "{WORD * 8000}"}}'.encode(),
    f'{{"text": "{WORD}'.encode() + b'\xff"}',
]
REFUSED_EVERYWHERE = [name for name in service_names() if name != "identity"]


@pytest.fixture
def superuser(product: Product) -> Callable[[str], psycopg.Connection[Any]]:
    def connect(service: str) -> psycopg.Connection[Any]:
        return psycopg.connect(make_conninfo(product.instance.superuser_url, dbname=service), autocommit=True)

    return connect


def test_input_of_members_is_in_no_log(
    product: Product, superuser: Callable[[str], psycopg.Connection[Any]], new_member: Callable[..., Member]
) -> None:
    bo = new_member("Bo", gender="male", seeks="female").confirm()
    ann = new_member(WORD).confirm()
    ann.http.headers.update(tell_tale_headers(product))
    try:
        cut_while_waiting(superuser, ann, bo.id)
        with refusing(superuser, REFUSED_EVERYWHERE):
            with Member(product.base_url, **tell_tale_headers(product)) as heard_of:
                # Its profile never comes: each consumer fails until the event is parked.
                assert heard_of.http.post("/api/signup.php", json=sign_up_form()).status_code == 201
            asyncio.run(publish_what_cannot_be_read(product))
            parked = until(lambda: parked_errors(superuser))
            with refusing(superuser, ["identity"]):
                for name, form in WRITTEN.items():
                    bo.http.request("PUT" if name == "profile" else "POST", f"/api/{name}.php", json=form(ann.id))
                visit_every_route(product, ann, bo.id)
    finally:
        for service in service_names():
            with superuser(service) as connection:
                connection.execute("DELETE FROM kit.parked_events")

    assert WORD.lower() not in "".join(parked).lower()
    logs = {file: file.read_bytes().lower() for file in product.logs.rglob("*") if file.is_file()}
    everything = b"".join(logs.values())
    assert everything.count(b"checkviolation 23514") >= 10, "constraints failed, and it was logged"
    assert b"event_parked" in everything
    for process, table in (
        ("identity-web", "accounts"),
        ("chat-live", "messages"),
        ("profiles-web", "complaints|profiles"),
    ):
        failed = (product.logs / f"{name_of(product.instance, process)}.log").read_text()
        assert re.search(f"CheckViolation 23514 ({table}) planted", failed), f"{process} failed to write {table}"
    for planted in (WORD, SECRET, PHONE[1:], IBAN, IBAN[-10:], "$argon2", "failing row contains"):
        wanted = planted.lower().encode()
        found = {file.name: around(log, wanted) for file, log in logs.items() if wanted in log}
        assert found == {}, planted


def around(log: bytes, planted: bytes) -> str:
    at = log.index(planted)
    return log[max(0, at - 300) : at + 100].decode(errors="replace")


def tell_tale_headers(product: Product) -> dict[str, str]:
    return {
        "User-Agent": f"Mozilla/5.0 {WORD}",
        "Referer": f"{product.base_url}/search?q={WORD}",
        "Accept-Language": f"en, {WORD};q=0.5",
        "X-Something": WORD,
    }


def sign_up_form() -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "email": f"{WORD}-{uuid4().hex[:6]}@example.org".lower(),
        "name": WORD,
        "date_of_birth": "1993-05-04",
        "gender": "female",
        "seeks": ["male"],
        "password": SECRET,
        "locale": "en",
        "terms_accepted": True,
    }


@contextmanager
def refusing(superuser: Callable[[str], psycopg.Connection[Any]], services: list[str]) -> Iterator[None]:
    """Let no row with the word into any table of these services, nor one that has it be changed."""
    planted = []
    try:
        for service in services:
            with superuser(service) as connection:
                connection.execute("SET lock_timeout = '20s'")
                tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
                for (table,) in tables:
                    check = SQL(
                        "ALTER TABLE {0} ADD CONSTRAINT planted CHECK (strpos(lower({0}::text), {1}) = 0) NOT VALID"
                    )
                    connection.execute(check.format(Identifier(table), WORD.lower()))
                    planted.append((service, table))
        yield
    finally:
        for service, table in planted:
            with superuser(service) as connection:
                connection.execute(SQL("ALTER TABLE {} DROP CONSTRAINT planted").format(Identifier(table)))


async def publish_what_cannot_be_read(product: Product) -> None:
    """An event whose bytes are no message, told under identity's name."""
    connection = await connect(product.instance.nats_url("identity"))
    await connection.jetstream().publish(
        subject_of(MemberSignedUp), b"\xff" + WORD.encode(), headers={"Nats-Msg-Id": str(uuid4())}
    )
    await connection.close()


def parked_errors(superuser: Callable[[str], psycopg.Connection[Any]]) -> list[str]:
    errors = []
    for service in service_names():
        with superuser(service) as connection:
            errors += [error for (error,) in connection.execute("SELECT error FROM kit.parked_events").fetchall()]
    return errors if any("CheckViolation" in error for error in errors) else []


def cut_while_waiting(superuser: Callable[[str], psycopg.Connection[Any]], ann: Member, to: str) -> None:
    """The database goes away while a message waits for a lock; then a statement waits longer than it may."""
    body = {"profile_id": to, "text": WORD}
    for is_cut in (True, False):
        with superuser("chat") as connection, connection.transaction():
            connection.execute("LOCK TABLE messages, conversations IN ACCESS EXCLUSIVE MODE")
            with suppress(httpx.HTTPError):
                sending = threading.Thread(
                    target=ann.http.post, args=("/api/chat.php",), kwargs={"json": body | {"id": str(uuid4())}}
                )
                sending.start()
                if is_cut:
                    until(lambda: cut_waiting(connection))
                sending.join(30)


def cut_waiting(connection: psycopg.Connection[Any]) -> bool:
    cut = connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'chat' AND wait_event_type = 'Lock'"
    ).fetchall()
    return bool(cut)


def visit_every_route(product: Product, member: Member, partner_id: str) -> None:
    """Call every operation, as a member and as a visitor: valid, with the word everywhere, and malformed."""
    document = httpx.get(f"{product.base_url}/api/openapi.json").json()
    operations = [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path not in ENDLESS
    ]
    operations.sort(key=lambda one: (one[0], one[1]) in LAST)
    nobody = httpx.Client(base_url=product.base_url, headers=member.http.headers, timeout=30)
    with nobody:
        for method, path, operation in operations:
            for client in (nobody, member.http):
                for fits in (True, False):
                    ask(client, method, path, request(document, operation, partner_id, fits=fits))
            if "requestBody" in operation:
                for raw in (
                    f'{{"text": "{WORD}',
                    f'{{"{WORD}": ' + "[" * 40 + "]" * 40 + "}",
                    '{"a": "' + WORD * 8000 + '"}',
                ):
                    ask(member.http, method, path, {"content": raw, "headers": {"Content-Type": "application/json"}})


def ask(client: httpx.Client, method: str, path: str, request_: dict[str, Any]) -> None:
    with suppress(httpx.HTTPError):
        client.request(method, path, **request_)


def request(document: dict[str, Any], operation: dict[str, Any], partner_id: str, *, fits: bool) -> dict[str, Any]:
    def value(schema: dict[str, Any], name: str = "") -> Any:
        if "$ref" in schema:
            return value(document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], name)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in schema:
                return value(next(one for one in schema[several] if one.get("type") != "null"), name)
        if "const" in schema:
            return schema["const"] if fits else WORD
        if "enum" in schema:
            return schema["enum"][0] if fits else WORD
        match schema.get("type"):
            case "object":
                return {field: value(inner, field) for field, inner in schema.get("properties", {}).items()}
            case "array":
                return [value(schema.get("items", {}), name)]
            case "integer" | "number" if fits:
                return schema.get("minimum", 1)
            case "boolean" if fits:
                return True
        if fits and name == "profile_id":
            return partner_id
        if fits and (made := FORMATS.get(schema.get("format", ""))):
            return made()
        if fits and name in NAMED:
            return NAMED[name]
        return f"{WORD} {name}"[: schema.get("maxLength", 100)] if not fits else WORD

    asked: dict[str, Any] = {
        "params": {
            parameter["name"]: str(value(parameter["schema"], parameter["name"]))
            for parameter in operation.get("parameters", [])
            if parameter["in"] == "query"
        }
    }
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        asked["json"] = value(content["application/json"]["schema"])
    elif "multipart/form-data" in content:
        fields = value(content["multipart/form-data"]["schema"])
        picture = jpeg() + WORD.encode()
        files = {"photo": picture, "voice": wav(), "first": picture, "second": picture}
        asked["files"] = {
            name: (f"{WORD}.jpg", files[name] if fits else WORD.encode(), "image/jpeg")
            for name in files.keys() & fields.keys()
        }
        asked["data"] = {field: str(one) for field, one in fields.items() if field not in files}
    return asked
