"""Databases, NATS and Redis as the services meet them: each login, and what it may and may not do."""

import asyncio
from collections.abc import Callable, Iterator

import psycopg
import redis

from shared.doctor.finding import SECONDS, Finding, Installation
from shared.kit.core import describe
from shared.kit.core.event_facts import stream_of
from shared.kit.events.connection import connect
from shared.ops.database_roles import OWNS_SOMETHING
from shared.registry import service_names

OLDEST_POSTGRES = 160000


class Unfit(Exception):
    """A part answers and is not what services need: the problem, and the remedy."""


def databases(installation: Installation) -> Iterator[Finding]:
    """Each service's database admits it, has its tables, and does not let it change them."""
    return _each_service(installation, "DATABASE_URL", _database)


def nats(installation: Installation) -> Iterator[Finding]:
    """NATS admits each service, and has its stream."""
    return _each_service(installation, "NATS_URL", _nats)


def redis_server(installation: Installation) -> Iterator[Finding]:
    """Redis admits each service."""
    return _each_service(installation, "REDIS_URL", _redis)


def _each_service(
    installation: Installation, variable: str, ask: Callable[[Installation, str, str], None]
) -> Iterator[Finding]:
    for service in service_names():
        name = f"{variable}_{service.upper()}"
        if not (url := installation.environ.get(name)):
            yield Finding(name, "is not set", "name the address that the service gets")
            continue
        try:
            ask(installation, service, url)
        except Unfit as unfit:
            yield Finding(name, *unfit.args)
        except Exception as error:
            yield Finding(name, f"is refused or does not answer: {describe(error)}", "correct the address or its login")


def _database(_: Installation, service: str, url: str) -> None:
    with psycopg.connect(url, connect_timeout=SECONDS) as connection:
        if connection.info.server_version < OLDEST_POSTGRES:
            raise Unfit("is older than PostgreSQL 16", "update the server")
        if connection.execute(OWNS_SOMETHING, {"role": f'"{connection.info.user}"'}).fetchone():
            raise Unfit(f"is a login as {connection.info.user}, which owns tables", f"run `tools roles {service}`")
        if connection.execute("SELECT to_regclass('public.migrations')").fetchone() == (None,):
            raise Unfit("is a database in which no migration has run", "run the migrations, as `helm upgrade` does")


def _nats(installation: Installation, service: str, url: str) -> None:
    async def look() -> None:
        async with asyncio.timeout(SECONDS):
            client = await connect(url, authority=installation.environ.get("NATS_AUTHORITY"))
            await client.jetstream(timeout=SECONDS).stream_info(stream_of(service))
            await client.close()

    asyncio.run(look())


def _redis(_: Installation, service: str, url: str) -> None:
    with redis.Redis.from_url(url, socket_timeout=SECONDS) as client:
        client.ping()
