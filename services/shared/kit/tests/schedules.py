"""A seeded explorer of schedules: workers with the kit's own Listener beside a simulated JetStream consumer.

Workers are coroutines that stop before and after each transaction and before each answer to NATS. One random generator
decides which of them goes on, crashes, or fetches, which event is published, and which delivery NATS repeats, so that a
seed always has the same schedule. Transactions are real, on PostgreSQL; row locks make two of them about one state wait
for each other, so they are taken one after the other here (`test_states_integration.py` has them at the same moment).
"""

import random
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from google.protobuf.message import Message
from nats.aio.client import Client
from nats.aio.msg import Msg
from shared.kit.core.event_facts import state_key, subject_of
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.events.consumers import Consumer
from shared.kit.events.listener import Listener
from shared.kit.events.states import OUTBOX_SEQ

LONGEST_SCHEDULE = 5000


class Pause:
    """A point at which another worker may go on, or this one crash."""

    def __await__(self) -> Generator[None, None, None]:
        yield


class Failure(Exception):
    """What a handler raises when the schedule says so."""


@dataclass
class Stored:
    """An event in the stream: ready for delivery, under way to a worker, or done."""

    event: Message
    event_id: UUID
    seq: int
    place: str = "ready"
    deliveries: int = 0


class Delivery(Msg):
    """One delivery. An answer to NATS counts even when the event was delivered again meanwhile, as in JetStream."""

    def __init__(self, stored: Stored, loses_ack: bool) -> None:
        headers = {"Nats-Msg-Id": str(stored.event_id), OUTBOX_SEQ: str(stored.seq)}
        data = stored.event.SerializeToString()
        super().__init__(Client(), subject=subject_of(type(stored.event)), headers=headers, data=data)
        self.stored, self._loses_ack = stored, loses_ack
        self._facts = SimpleNamespace(num_delivered=stored.deliveries, stream="SIMULATED", timestamp=datetime.now(UTC))

    @property
    def metadata(self) -> Any:
        return self._facts

    async def ack(self) -> None:
        await Pause()
        if not self._loses_ack:
            self.stored.place = "done"

    async def nak(self, delay: float | None = None) -> None:
        await Pause()
        if self.stored.place != "done":
            self.stored.place = "delayed" if delay else "ready"

    async def term(self) -> None:
        await self.ack()


@dataclass
class Worker:
    """A worker of a release: `listener` knows the events of that release and no others."""

    listener: Listener
    busy: Coroutine[Any, Any, None] | None = None

    def go_on(self) -> None:
        assert self.busy is not None
        try:
            self.busy.send(None)
        except StopIteration:
            self.busy = None

    def crash(self) -> None:
        assert self.busy is not None
        self.busy.close()
        self.busy = None


@dataclass
class Explorer:
    """One schedule. `run` plays it to its end, at which every event is done."""

    seed: int
    unit_of_work: Callable[[], UnitOfWork]
    releases: Sequence[Sequence[Consumer[Any, Any]]]
    events: Sequence[tuple[Message, UUID]]
    failures: int = 4
    committed: list[tuple[UUID, bytes | None, int, str]] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)  # noqa: S311
        self._waiting = [Stored(event, event_id, seq) for seq, (event, event_id) in enumerate(self.events, 1)]
        self.stream: list[Stored] = []
        self._failed: Counter[bytes] = Counter()
        self._workers = [
            Worker(Listener("tester", "SIMULATED", list(map(self._failing, consumers)), self.unit_of_work, None))  # type: ignore[arg-type]
            for consumers in self.releases
        ]

    async def transaction(self, call: Callable[..., Any], *given: Any) -> Any:
        """Stands for `asyncio.to_thread` in the listener: a transaction, with a pause before and after it."""
        await Pause()
        outcome = call(*given)
        if outcome is not None:
            messages = [message for _, message in given[1]] if isinstance(outcome, list) else [given[2]]
            for message, one in zip(messages, outcome if isinstance(outcome, list) else [outcome], strict=True):
                stored = message.stored
                self.committed.append((stored.event_id, state_key(stored.event), stored.seq, one))
        await Pause()
        return outcome

    def run(self) -> None:
        for _ in range(LONGEST_SCHEDULE):
            possible = self._possible()
            if not possible:
                return
            name, act = self._dice.choice(possible)
            self.taken[name] += 1
            act()
        raise AssertionError(f"seed {self.seed}: {[one for one in self.stream if one.place != 'done']} is never done")

    def _possible(self) -> list[tuple[str, Callable[[], None]]]:
        acts: list[tuple[str, Callable[[], None]]] = []
        if self._waiting:
            acts.append(("publish", self._publish))
        is_ready = any(one.place == "ready" for one in self.stream)
        for worker in self._workers:
            if worker.busy:
                # Going on is likelier than a crash, or no schedule would end.
                acts += [("go on", worker.go_on)] * 8 + [("crash", worker.crash)]
            elif is_ready:
                acts += [("fetch", lambda worker=worker: self._fetch(worker))] * 2  # type: ignore[misc]
        for one in self.stream:
            if one.place in ("under way", "delayed"):
                acts.append(("deliver again", lambda one=one: setattr(one, "place", "ready")))  # type: ignore[misc]
        return acts

    def _publish(self) -> None:
        """By one of several relays, which overtake each other within a batch."""
        self.stream.append(self._waiting.pop(self._dice.randrange(min(3, len(self._waiting)))))

    def _fetch(self, worker: Worker) -> None:
        ready = [one for one in self.stream if one.place == "ready"][: self._dice.randint(1, 5)]
        for one in ready:
            one.place, one.deliveries = "under way", one.deliveries + 1
        deliveries = [Delivery(one, loses_ack=self._dice.random() < 0.05) for one in ready]
        worker.busy = worker.listener._handle_fetched(deliveries)

    def _failing(self, consumer: Consumer[Any, Any]) -> Consumer[Any, Any]:
        """The handler, which fails for some events before or after its effect, never so often that they are parked."""

        def handle(uow: UnitOfWork, event: Message) -> None:
            about = type(event).__name__.encode() + event.SerializeToString()
            if self._failed[about] == 0 and sum(self._failed.values()) < self.failures and self._dice.random() < 0.3:
                self._failed[about] += 1
                if self._dice.random() < 0.5:
                    consumer.handle(uow, event)
                raise Failure
            consumer.handle(uow, event)

        return Consumer(consumer.event, handle, alone=consumer.alone)

    def faults(self) -> list[str]:
        """What the schedule did that may never be done."""
        found: list[str] = []
        highest: dict[bytes, int] = {}
        effects = Counter(event_id for event_id, _, _, outcome in self.committed if outcome == "handled")
        for _, key, seq, outcome in self.committed:
            if key is not None and outcome == "handled":
                if seq < highest.get(key, 0):
                    found.append(f"{seq} took effect after {highest[key]}")
                highest[key] = max(seq, highest.get(key, 0))
        for one in self.stream:
            key = state_key(one.event)
            times = effects[one.event_id]
            if times > 1:
                found.append(f"{one.seq} took effect {times} times")
            elif times == 0 and (key is None or highest.get(key, 0) <= one.seq):
                found.append(f"{one.seq} is lost")
        return found
