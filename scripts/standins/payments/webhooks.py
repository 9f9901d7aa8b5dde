"""Notifies merchants that something about a payment changed, until they have taken note of it."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import httpx

from standins import log
from standins.payments.provider import Provider
from standins.payments.storage import Storage, Webhook

TRIES = 10
AT_ONCE = 16
LOOKS_EVERY_SECONDS = 1.0
ANSWER_WITHIN_SECONDS = 15.0


class Webhooks:
    """At least once: a stop in the middle of a delivery means that it is made again."""

    def __init__(
        self, storage: Storage, provider: Provider, message: Callable[[Webhook], dict[str, Any]] | None = None
    ) -> None:
        self._storage = storage
        self._provider = provider
        self._message = message or (lambda webhook: {"data": {"id": webhook.payment_id}})
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """There may be something to deliver."""
        self._woken.set()

    @asynccontextmanager
    async def delivering(self) -> AsyncIterator[None]:
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN_SECONDS, trust_env=False) as client:
            loop = asyncio.create_task(self._deliver_for_ever(client))
            try:
                yield
            finally:
                tasks = [loop, *self._under_way.values()]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _deliver_for_ever(self, client: httpx.AsyncClient) -> None:
        while True:
            self._woken.clear()
            self._expire()
            for webhook in self._due():
                task = asyncio.create_task(self._deliver(client, webhook))
                self._under_way[webhook.seq] = task
                task.add_done_callback(partial(self._finished, webhook))
            with suppress(TimeoutError):
                async with asyncio.timeout(self._until_next()):
                    await self._woken.wait()

    def _expire(self) -> None:
        with self._storage.transaction():
            expired = self._provider.expire_overdue()
            decided = self._provider.decide_overdue()
        for payment in expired:
            log.logger().info("payment expired", payment=payment.id)
        for payment in decided:
            log.logger().info("bank decided", payment=payment.id, status=payment.status)

    def _due(self) -> list[Webhook]:
        # Those under way are still in the table, so look past them.
        waiting = [each for each in self._storage.next_webhooks(2 * AT_ONCE) if each.seq not in self._under_way]
        now = time.time()
        return [each for each in waiting if each.due_at <= now][: AT_ONCE - len(self._under_way)]

    def _until_next(self) -> float:
        waiting = [each for each in self._storage.next_webhooks(2 * AT_ONCE) if each.seq not in self._under_way]
        # When all hands are full, the first to finish wakes the loop.
        if not waiting or len(self._under_way) >= AT_ONCE:
            return LOOKS_EVERY_SECONDS
        return min(max(waiting[0].due_at - time.time(), 0), LOOKS_EVERY_SECONDS)

    def _finished(self, webhook: Webhook, _: asyncio.Task[None]) -> None:
        del self._under_way[webhook.seq]
        self.wake()

    async def _deliver(self, client: httpx.AsyncClient, webhook: Webhook) -> None:
        outcome = await self._attempt(client, webhook)
        about = log.logger().bind(payment=webhook.payment_id, attempt=webhook.attempts + 1, outcome=outcome)
        if outcome == "200":
            self._storage.forget_webhook(webhook)
            about.info("webhook taken")
        elif webhook.attempts + 1 >= TRIES:
            self._storage.forget_webhook(webhook)
            about.error("webhook given up")
        else:
            self._storage.postpone_webhook(webhook, time.time() + seconds_before_retry(webhook.attempts + 1))
            about.warning("webhook will be repeated")

    async def _attempt(self, client: httpx.AsyncClient, webhook: Webhook) -> str:
        if random.uniform(0, 100) < self._storage.behaviour().drop_percent:  # noqa: S311
            return "dropped"
        try:
            response = await client.post(webhook.url, **self._message(webhook))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return type(error).__name__
        return str(response.status_code)


def seconds_before_retry(tries: int) -> float:
    """Half a second, then twice as long each time, a minute at most: three minutes in all."""
    return min(2.0 ** (tries - 2), 60.0)
