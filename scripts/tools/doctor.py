"""Check the parts of a release as its services meet them: each login, and what it may and may not do.

DATABASE_URL_<SERVICE>, NATS_URL_<SERVICE> and REDIS_URL_<SERVICE> are the addresses that the services get. A line for
each check, and the status 1 if one failed.
"""

import asyncio
import os
import sys
from collections.abc import Callable

import psycopg
import redis
from shared.kit.core import describe
from shared.kit.core.event_facts import stream_of
from shared.kit.events.connection import connect
from shared.ops.database_roles import OWNS_SOMETHING
from shared.registry import service_names

SECONDS = 10
OLDEST_POSTGRES = 160000


class Unfit(Exception):
    """A part answers and is not what services need; the text is for the operator."""


def database(service: str) -> None:
    with psycopg.connect(os.environ[f"DATABASE_URL_{service.upper()}"], connect_timeout=SECONDS) as connection:
        if connection.info.server_version < OLDEST_POSTGRES:
            raise Unfit("PostgreSQL 16 or newer is needed")
        if connection.execute(OWNS_SOMETHING, {"role": f'"{connection.info.user}"'}).fetchone():
            raise Unfit(f"the role {connection.info.user} owns tables: run `tools roles {service}`")
        if connection.execute("SELECT to_regclass('public.migrations')").fetchone() == (None,):
            raise Unfit("no migration has run")


def nats(service: str) -> None:
    async def look() -> None:
        url, authority = os.environ[f"NATS_URL_{service.upper()}"], os.environ.get("NATS_AUTHORITY")
        async with asyncio.timeout(SECONDS):
            client = await connect(url, authority=authority)
            await client.jetstream(timeout=SECONDS).stream_info(stream_of(service))
            await client.close()

    asyncio.run(look())


def redis_server(service: str) -> None:
    with redis.Redis.from_url(os.environ[f"REDIS_URL_{service.upper()}"], socket_timeout=SECONDS) as client:
        client.ping()


CHECKS: dict[str, Callable[[str], None]] = {"database": database, "nats": nats, "redis": redis_server}


def main() -> int:
    failed = 0
    for service in service_names():
        for name, check in CHECKS.items():
            try:
                check(service)
            except Unfit as flaw:
                problem = str(flaw)
            except Exception as error:
                problem = describe(error)
            else:
                problem = ""
            failed += bool(problem)
            print(f"{'FAILED' if problem else 'ok    '} {name} {service} {problem}".rstrip(), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
