import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from nats.aio.client import Client

from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.event_facts import stream_of_event
from shared.kit.core.health import HealthServer
from shared.kit.core.settings import Settings
from shared.kit.core.stopping import Stopping
from shared.kit.core.telemetry import before_scrape, nats_connected
from shared.kit.db.commit_notifier import JOBS_CHANNEL
from shared.kit.db.database import Database
from shared.kit.db.schema import schema_check
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.backlog_metrics import measure_backlog
from shared.kit.events.commit_listener import CommitListener
from shared.kit.events.connection import connect
from shared.kit.events.consumers import Consumer
from shared.kit.events.jobs import Job
from shared.kit.events.listener import Listener
from shared.kit.events.relay import Relay


async def run_worker(
    settings: Settings,
    database: Database,
    unit_of_work: Callable[[], UnitOfWork],
    consumers: Sequence[Consumer[Any, Any]],
    jobs: Sequence[Job],
    stopping: Stopping,
) -> None:
    """Run relay, consumers and jobs until the process is to stop.

    The next process publishes and handles events in flight again.
    """
    connections: list[Client] = []
    commits = CommitListener(database)
    has_schema = schema_check(settings.service, database)

    def is_ready() -> bool:
        return any(nats.is_connected for nats in connections) and has_schema()

    async def relay_and_consume() -> None:
        listeners: list[Listener] = []
        relays: list[Relay] = []

        def reconnected() -> None:
            for listener in listeners:
                listener.fetch_again()
            for relay in relays:
                relay.check_stream()

        nats = await connect(settings.nats_url, on_reconnect=reconnected, authority=settings.nats_authority)
        connections.append(nats)
        js = nats.jetstream(timeout=5)
        by_stream: dict[str, list[Consumer[Any, Any]]] = {}
        for consumer in consumers:
            by_stream.setdefault(stream_of_event(consumer.event), []).append(consumer)
        for stream, some in by_stream.items():
            listeners.append(Listener(settings.service, stream, some, unit_of_work, nats))
        relays.append(Relay(database, settings.service, js, commits))
        await asyncio.gather(relays[0].run(), *(listener.run() for listener in listeners))

    with HealthServer(settings.health_listen, is_ready):
        nats_connected.set_function(lambda: any(nats.is_connected for nats in connections))
        before_scrape("measure_backlog", lambda: measure_backlog(database))

        def wake(name: str | None) -> None:
            for job in jobs:
                if name in (None, job.name) and job.due_in is not None:
                    job.wake()

        commits.on(JOBS_CHANNEL, wake)
        # Jobs do not wait for NATS: identity's heartbeat (`identity.revocation_stream`) goes on while NATS is down.
        await _until_stopped([relay_and_consume(), commits.run(), *(job.repeat() for job in jobs)], stopping)
        for nats in connections:
            await nats.close()


async def _until_stopped(loops: Sequence[Awaitable[None]], stopping: Stopping) -> None:
    running, stopped = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        with suppress(RuntimeError):  # a failure has ended the loop before
            running.call_soon_threadsafe(stopped.set)

    stopping.call(stop)
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    waiting = asyncio.ensure_future(stopped.wait())
    done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
    await cancel_and_wait(*tasks, waiting)
    for task in done - {waiting}:
        task.result()  # loops never end by themselves: raise the failure, and the supervisor restarts the process
