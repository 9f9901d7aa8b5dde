"""Sends a queue: several at the same time, each recipient's in their order, and outcomes recorded many at a time.

One thread claims, prepares and records; the others only talk to the outside party. A batch is claimed while the one
before is still being sent, so one that hangs holds up a thread and its own recipient, and nobody else.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Hashable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from shared.kit.core import fault_point

from notifications.domain.email import outage_delay
from notifications.domain.outcome import Outcome, PutBack

# Claimed at a time. What a worker that dies had claimed is sent when the lease ends.
BATCH = 100
# A run claims no more after this, so that a worker that gets SIGTERM ends soon; the job runs again at once.
CLAIMS_SECONDS = 5.0
# Claimed but not begun within this: put back, because the lease ends soon and another worker would send it, too.
STALE_SECONDS = 60.0
# The longest time between two looks for what has become due while some are being sent.
LOOK_SECONDS = 0.2

Prepared = TypeVar("Prepared")


class Queued(Protocol):
    @property
    def id(self) -> UUID: ...


Item = TypeVar("Item", bound=Queued)


class Queue(Protocol[Item, Prepared]):
    """One thread calls all of it but `send`, which many do.

    `is_down` becomes True once a dependency of all of them does not answer: this run claims no more.
    """

    is_down: bool = False

    def claim(self, most: int) -> Sequence[Item]:
        """Due ones for this worker alone, the longest due first, of recipients without a send in progress."""

    def recipient(self, item: Item) -> Hashable:
        """Items of one recipient are sent one after the other, in the order of the claim."""

    def party(self, item: Item) -> str:
        """The outside party that takes it, which may hang."""

    def prepare(self, items: Sequence[Item]) -> Mapping[UUID, Prepared | Outcome]:
        """By id, everything about them that may have changed since they were queued; an Outcome is not sent."""

    def send(self, item: Item, prepared: Prepared) -> Outcome:
        """Send one. Raises nothing."""

    def record(self, outcomes: Sequence[tuple[Item, Outcome]]) -> None:
        """Commit these outcomes."""


@dataclass(frozen=True)
class Share:
    """How many are sent at the same time: by this worker, and of these to one party."""

    threads: int
    of_party: int


def send_due(queue: Queue[Item, Prepared], share: Share) -> int:
    """Send what is due, and what becomes due meanwhile.

    Returns how many were claimed, or 0 if a dependency is down, so that the next run comes after a pause.

    Delivery is at least once: what was sent by a worker that died before its outcome was recorded is sent again.
    """
    claims_until = time.monotonic() + CLAIMS_SECONDS
    with ThreadPoolExecutor(share.threads) as pool:
        run = _Run(queue, share, pool)
        try:
            while True:
                has_room = run.under_way < share.threads + BATCH // 2
                if has_room and not queue.is_down and time.monotonic() < claims_until:
                    run.take(queue.claim(BATCH))
                if not run.under_way:
                    return 0 if queue.is_down else run.claimed
                run.record()
        finally:
            run.stop()


class _Run(Generic[Item, Prepared]):
    def __init__(self, queue: Queue[Item, Prepared], share: Share, pool: ThreadPoolExecutor) -> None:
        self._queue, self._share, self._pool = queue, share, pool
        self.claimed = self.under_way = 0
        self._outcomes: SimpleQueue[tuple[Item, Outcome | BaseException]] = SimpleQueue()
        # By party: recipients with what was claimed for them, in order. Threads take the next one by themselves.
        self._waiting: dict[str, deque[list[tuple[Item, Prepared]]]] = {}
        self._busy: Counter[str] = Counter()
        self._changing = threading.Lock()

    def take(self, items: Sequence[Item]) -> None:
        self.claimed += len(items)
        self.under_way += len(items)
        prepared = self._queue.prepare(items) if items else {}
        lanes: dict[tuple[str, Hashable], list[tuple[Item, Prepared]]] = {}
        for item in items:
            found = prepared[item.id]
            if isinstance(found, Outcome):
                self._outcomes.put((item, found))
            else:
                lanes.setdefault((self._queue.party(item), self._queue.recipient(item)), []).append((item, found))
        with self._changing:
            for (party, _), lane in lanes.items():
                self._waiting.setdefault(party, deque()).append(lane)
            self._start(time.monotonic() + STALE_SECONDS)

    def record(self) -> None:
        """Record what has ended, after waiting a moment for the first."""
        ended: list[tuple[Item, Outcome]] = []
        with suppress(Empty):
            wait: float | None = LOOK_SECONDS
            while len(ended) < BATCH:
                item, outcome = self._outcomes.get(block=wait is not None, timeout=wait)
                if isinstance(outcome, BaseException):
                    raise outcome
                ended.append((item, outcome))
                wait = None
        if ended:
            fault_point("notifications.send.sent")
            self._queue.record(ended)
            self.under_way -= len(ended)

    def stop(self) -> None:
        with self._changing:
            self._waiting.clear()

    def _start(self, begin_by: float) -> None:
        """Give free threads to parties in turn, each for one recipient. The lock is held."""
        while self._busy.total() < self._share.threads:
            able = [party for party in self._waiting if self._busy[party] < self._share.of_party]
            if not able:
                return
            party = min(able, key=self._busy.__getitem__)
            lane = self._waiting[party].popleft()
            if not self._waiting[party]:
                del self._waiting[party]
            self._busy[party] += 1
            self._pool.submit(self._send, party, lane, begin_by)

    def _send(self, party: str, lane: Sequence[tuple[Item, Prepared]], begin_by: float) -> None:
        for item, prepared in lane:
            try:
                is_stale = time.monotonic() > begin_by
                outcome: Outcome | BaseException = (
                    PutBack(outage_delay(), counts=False) if is_stale else self._queue.send(item, prepared)
                )
            except BaseException as error:
                outcome = error
            self._outcomes.put((item, outcome))
        with self._changing:
            self._busy[party] -= 1
            self._start(begin_by)
