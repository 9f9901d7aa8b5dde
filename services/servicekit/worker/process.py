import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nats.aio.client import Client

from servicekit.events import stream_of_event
from servicekit.health import HealthServer
from servicekit.rpc.peers import peer
from servicekit.settings import Settings
from servicekit.storage.database import Database
from servicekit.storage.unit_of_work import UnitOfWork
from servicekit.worker.connection import connect
from servicekit.worker.consumers import Consumer, Listener
from servicekit.worker.jobs import Job
from servicekit.worker.measures import EVERY_SECONDS, measure_backlog
from servicekit.worker.relay import Relay
from servicekit.worker.revocations import RevocationPull


async def run_worker(
    settings: Settings,
    database: Database,
    unit_of_work: Callable[[], UnitOfWork],
    consumers: Sequence[Consumer[Any, Any]],
    jobs: Sequence[Job],
) -> None:
    """Tell and hear until SIGTERM. What is under way when it comes is told or heard again by the next process."""
    connections: list[Client] = []

    def is_ready() -> bool:
        return any(nats.is_connected for nats in connections) and database.is_reachable()

    async def tell_and_hear() -> None:
        nats = await connect(settings.nats_url)
        connections.append(nats)
        js = nats.jetstream(timeout=5)
        by_stream: dict[str, list[Consumer[Any, Any]]] = {}
        for consumer in consumers:
            by_stream.setdefault(stream_of_event(consumer.event), []).append(consumer)
        await asyncio.gather(
            Relay(database, settings.service, js).run(),
            *(Listener(settings.service, stream, some, unit_of_work, js).run() for stream, some in by_stream.items()),
        )

    with HealthServer(settings.health_listen, is_ready):
        every = [*jobs, Job("measure_backlog", EVERY_SECONDS, lambda: measure_backlog(database))]
        if not settings.owns_sessions:
            every.append(RevocationPull(database, peer(settings, "identity")).job)
        # Jobs do not wait for NATS: revocations are pulled also when this process starts while NATS is down.
        await _until_stopped([tell_and_hear(), *(job.repeat() for job in every)])
        for nats in connections:
            await nats.close()


async def _until_stopped(loops: Sequence[Awaitable[None]]) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    waiting = asyncio.ensure_future(stopped.wait())
    done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
    for task in [*tasks, waiting]:
        task.cancel()
    await asyncio.gather(*tasks, waiting, return_exceptions=True)
    for task in done - {waiting}:
        task.result()  # a loop that ended has failed: end with it, and be started again
