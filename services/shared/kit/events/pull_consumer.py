"""Pull requests to a durable consumer of JetStream."""

import json
import time
from types import TracebackType
from typing import Self

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import Header, StatusCode
from nats.js.errors import APIError

# NATS sends what there is at once, and then says that this was all; so long is waited for that.
REST_SECONDS = 2.0


class PullConsumer:
    """The events of one durable consumer, which other workers fetch as well. Entered, it is subscribed to the answers.

    Instead of nats-py's `fetch`: after 408 Requests Pending (requests of other workers take all there is) that one
    returns an event only when it has as many as it asked for, or at its timeout.
    """

    def __init__(self, nats: Client, stream: str, durable: str) -> None:
        self._nats = nats
        self._ask = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}"
        # Each request has a subject of its own for its answers.
        self._inbox, self._requests = nats.new_inbox(), 0
        self._answers: Subscription

    async def __aenter__(self) -> Self:
        self._answers = await self._nats.subscribe(f"{self._inbox}.*")
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._answers.unsubscribe()

    async def fetch(self, most: int, seconds: float) -> list[Msg]:
        """Up to `most` events, as soon as there is one; none after `seconds`.

        Also events of earlier requests whose caller did not wait. Raises NatsError if NATS refuses.
        """
        end = time.monotonic() + seconds
        # One-shot: as many as there are, or the next ones if there is none.
        if events := await self._request(most, end, no_wait=True):
            return events
        # 408 Requests Pending, or the time is over: a request for one event, which waits behind those of the others.
        return await self._request(1, end)

    async def _request(self, most: int, end: float, *, no_wait: bool = False) -> list[Msg]:
        """The events of one request, which ends when NATS says so, or has sent `most`."""
        left = end - time.monotonic()
        if left <= 0:
            return []
        self._requests += 1
        inbox = f"{self._inbox}.{self._requests}"
        request = {"batch": most, "expires": int(left * 1e9), "no_wait": no_wait}
        await self._nats.publish(self._ask, json.dumps(request).encode(), inbox)
        events: list[Msg] = []
        while len(events) < most:
            answer = await self._next(REST_SECONDS if events else end - time.monotonic())
            status = answer.headers.get(Header.STATUS) if answer and answer.headers else None
            if answer is None:
                break
            if status is None:
                events.append(answer)
            elif answer.subject == inbox:
                # After the first event a refusal is left to the next request.
                if not events and status not in (StatusCode.NO_MESSAGES, StatusCode.REQUEST_TIMEOUT):
                    APIError.from_msg(answer)
                break
        return events

    async def _next(self, seconds: float) -> Msg | None:
        try:
            return await self._answers.next_msg(max(seconds, 0.001))
        except TimeoutError:
            return None
