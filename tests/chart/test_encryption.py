"""Connections to PostgreSQL, NATS and Redis are encrypted by their addresses, and trust the mounted authorities.

The variables are those that the chart sets for `authorities` (tests/chart/test_chart.py).
"""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis
from runner import nats_routes, paths
from runner.accounts import for_postgres
from runner.backing_services import postgres_server, redis_server
from runner.ports import free_ports
from shared.kit.db import Database
from shared.kit.db.database import UNREACHABLE
from shared.kit.events.connection import connect
from sqlalchemy import text

from tests.chart.test_listening import started


@pytest.fixture(scope="module")
def certificates() -> list[dict[str, str]]:
    """A certificate of `localhost` with its authority, and another of another authority."""
    return [nats_routes.certificate(["localhost"]) for _ in range(2)]


@pytest.fixture(params=[True, False], ids=["trusted", "unknown"])
def is_trusted(
    request: pytest.FixtureRequest, certificates: list[dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Whether this process trusts the authority of the servers."""
    file = tmp_path / "authorities.pem"
    file.write_text(certificates[0 if request.param else 1]["ca.crt"])
    for name in ("SSL_CERT_FILE", "PGSSLROOTCERT"):
        monkeypatch.setenv(name, str(file))
    return bool(request.param)


def test_postgres(is_trusted: bool, certificates: list[dict[str, str]]) -> None:
    with postgres_server() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            for name, setting in (("tls.crt", "ssl_cert_file"), ("tls.key", "ssl_key_file")):
                file = server.folder / "data" / name
                file.write_text(certificates[0][name])
                file.chmod(0o600)
                for_postgres().give(file)
                connection.execute(f"ALTER SYSTEM SET {setting} = '{name}'".encode())
            connection.execute("ALTER SYSTEM SET ssl = on")
        server.stop()
        server.start()
        database = Database(server.url.replace("127.0.0.1", "localhost") + "?sslmode=verify-full")
        try:
            with database.reader.connect() as of_pool, psycopg.connect(database.dsn) as of_listener:
                ask = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
                found = {of_pool.scalar(text(ask)), *(of_listener.execute(ask).fetchone() or ())}
        except UNREACHABLE:
            found = set()
        assert found == ({True} if is_trusted else set())


def test_nats(is_trusted: bool, certificates: list[dict[str, str]], tmp_path: Path) -> None:
    for name in ("tls.crt", "tls.key"):
        (tmp_path / name).write_text(certificates[0][name])
    port = next(free_ports())
    (tmp_path / "nats.conf").write_text(
        f'port: {port}\ntls {{ cert_file: "{tmp_path}/tls.crt", key_file: "{tmp_path}/tls.key" }}\n'
    )

    async def is_connected() -> bool:
        async with asyncio.timeout(60 if is_trusted else 2):
            client = await connect(f"tls://localhost:{port}")
        await client.close()
        return True

    with started([str(paths.nats_server()), "--config", str(tmp_path / "nats.conf")], port):
        if is_trusted:
            # The server refuses clients without TLS.
            assert asyncio.run(is_connected())
        else:
            # It tries again for ever.
            with pytest.raises(TimeoutError):
                asyncio.run(is_connected())


def test_redis(is_trusted: bool, certificates: list[dict[str, str]], tmp_path: Path) -> None:
    async def ping(url: str) -> bool:
        client = AsyncRedis.from_url(url)
        try:
            return bool(await client.ping())
        except (RedisError, ssl.SSLError):
            return False
        finally:
            await client.aclose()

    with redis_server() as server, encrypted(server.url, certificates[0], tmp_path) as url:
        with closing(Redis.from_url(url, retry=None)) as client:
            try:
                answered = bool(client.ping())
            except (RedisError, ssl.SSLError):
                answered = False
        assert (answered, asyncio.run(ping(url))) == (is_trusted, is_trusted)


@contextmanager
def encrypted(url: str, certificate: dict[str, str], folder: Path) -> Iterator[str]:
    """A TLS proxy in front of Redis, whose packages on PyPI are built without TLS."""
    for name in ("tls.crt", "tls.key"):
        (folder / name).write_text(certificate[name])
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "tls.crt", folder / "tls.key")
    to, port = urlsplit(url), next(free_ports())
    loop, is_listening = asyncio.new_event_loop(), threading.Event()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            while block := await reader.read(65536):
                writer.write(block)

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_redis, to_redis = await asyncio.open_connection(to.hostname, to.port)
        await asyncio.gather(forward(reader, to_redis), forward(from_redis, writer), return_exceptions=True)

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(asyncio.start_server(accept, "localhost", port, ssl=context))
        is_listening.set()
        loop.run_forever()

    thread = threading.Thread(target=run)
    thread.start()
    is_listening.wait()
    yield f"rediss://localhost:{port}/0"
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
