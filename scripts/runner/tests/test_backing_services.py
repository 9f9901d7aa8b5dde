"""The real servers, as tests get them and as an instance runs them."""

import asyncio
import shutil

import nats
import psycopg
import pytest
from nats.js.api import StreamConfig
from nats.js.errors import NoStreamResponseError, NotFoundError
from redis import Redis
from runner import backing_services, streams
from runner.nats_store import StoreWatch


def test_postgres_is_18_with_checksums_and_a_locale_of_its_own() -> None:
    with backing_services.postgres() as address, psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT current_setting('server_version_num')::int / 10000, current_setting('data_checksums'), "
            "datlocprovider, datlocale FROM pg_database WHERE datname = current_database()"
        ).fetchone()

    assert row == (18, "on", "b", "C.UTF-8")


def test_postgres_ends_by_itself_though_connections_are_open() -> None:
    with backing_services.postgres_server(durable=False) as server, psycopg.connect(server.url):
        server.stop()

        assert server.process
        assert server.process.returncode == 0, "it was killed"


def test_redis_answers() -> None:
    with backing_services.redis() as url:
        assert Redis.from_url(url).ping()


def test_acknowledged_events_survive_a_killed_nats() -> None:
    with backing_services.nats() as server:

        async def publish() -> None:
            client = await nats.connect(server.url)
            await client.jetstream().add_stream(StreamConfig(name="CHAT", subjects=["chat.>"]))
            await client.jetstream().publish("chat.MessageSent", b"kept")
            await client.close()

        async def count() -> int:
            client = await nats.connect(server.url)
            messages = (await client.jetstream().stream_info("CHAT")).state.messages
            await client.close()
            return messages

        asyncio.run(publish())
        server.kill()
        server.start()

        assert asyncio.run(count()) == 1


def test_nats_without_its_store_is_noticed_and_a_restart_lets_streams_be_made_again() -> None:
    with backing_services.nats() as server:
        port = server.monitor_port
        watch = StoreWatch(port, server.folder / "store")

        async def publish(expected: type[Exception] | None = None) -> None:
            client = await nats.connect(server.url)
            stream = client.jetstream(timeout=60)
            if expected is None:
                await stream.add_stream(StreamConfig(name="CHAT", subjects=["chat.>"]))
                await stream.publish("chat.MessageSent", b"one")
            else:
                with pytest.raises(expected):
                    await stream.publish("chat.MessageSent", b"two")
                with pytest.raises(NotFoundError):
                    await stream.stream_info("CHAT")
            await client.close()

        asyncio.run(publish())
        assert not watch.is_lost()

        shutil.rmtree(server.folder / "store")
        assert streams.is_well(port), "the server itself does not notice"
        assert watch.is_lost()

        server.kill()
        server.start()
        assert not watch.is_lost()
        asyncio.run(publish(NoStreamResponseError))
        asyncio.run(publish())
