"""The process that keeps NATS at the plan until SIGTERM."""

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress

from nats.errors import Error as NatsError
from nats.js import JetStreamContext

from shared.kit.core.cancellation import cancel_and_wait
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.health import HealthServer
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import nats_connected, provisioner_problems
from shared.kit.events.connection import connect
from shared.ops.provisioner.plan import PlannedStream
from shared.ops.provisioner.reconcile import reconcile

# A turn is two requests a stream. A store lost with its server is noticed at the reconnection, a stream deleted by hand
# at the next turn.
EVERY_SECONDS = 20
WAITS_SECONDS = 0.5


class Provisioner:
    def __init__(self, url: str, plan: Sequence[PlannedStream], authority: str | None = None) -> None:
        self._url, self._plan, self._authority = url, plan, authority
        self.is_done = False  # whether all of the plan was there at the last turn

    async def run(self) -> None:
        """Compare NATS with the plan every `EVERY_SECONDS`, and at once after a reconnection; runs until cancelled.

        A turn that fails is tried again after `WAITS_SECONDS`, and logged when its problems change.
        """
        turn_now = asyncio.Event()
        client = await connect(self._url, on_reconnect=turn_now.set, authority=self._authority)
        js, said = client.jetstream(timeout=5), list[str]()
        try:
            while True:
                problems = await self._turn(js)
                self.is_done = not problems
                provisioner_problems.set(len(problems))
                nats_connected.set(client.is_connected)
                # Said once, not at every turn.
                if problems and problems != said:
                    logger().warning("provisioner_reconcile_failed", problem="; ".join(problems))
                said = problems
                with suppress(TimeoutError):
                    async with asyncio.timeout(WAITS_SECONDS if problems else EVERY_SECONDS):
                        await turn_now.wait()
                turn_now.clear()
        finally:
            await client.close()

    async def _turn(self, js: JetStreamContext) -> list[str]:
        try:
            return await reconcile(js, self._plan)
        except (NatsError, OSError, TimeoutError) as error:
            return [describe(error)]


async def run(url: str, health_listen: str, plan: Sequence[PlannedStream], authority: str | None = None) -> None:
    """Run a provisioner and its health endpoint until SIGTERM or SIGINT. Raises the error that ends it before that."""
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    provisioner = Provisioner(url, plan, authority)
    with HealthServer(health_listen, lambda: provisioner.is_done):
        running = asyncio.create_task(provisioner.run())
        waiting = asyncio.create_task(stopped.wait())
        done, _ = await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        await cancel_and_wait(running, waiting)
        if running in done:
            running.result()  # it failed: end with it, and be started again
