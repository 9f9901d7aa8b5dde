"""Groups of sends that wait in a process at the same moment (docs/decisions/0053-message-hot-path.md)."""

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from shared.kit.logs import logger

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# As many threads as wait for billing at most (shared/kit/rpc/bulkhead.py): the other half of a process goes on.
MOST = 4
# An item leaves the queue after this long and runs alone, so a run that is held up holds up no others.
LONGEST_WAIT_SECONDS = 0.5
# After a group failed as a whole, or a run has not ended for as long as somebody waited, nobody waits for this long: a
# party that is frozen would otherwise take the threads of all that wait, one after the other.
PAUSE_SECONDS = 5.0


@dataclass(eq=False)
class _Member(Generic[Item, Answer]):
    """One item in its thread. `signal` is released once: when it is answered, or when it shall lead `group`."""

    item: Item
    key: Hashable
    passed_on_before: int  # leads that were passed on before it came
    signal: threading.Lock = field(default_factory=threading.Lock)
    group: "list[_Member[Item, Answer]]" = field(default_factory=list)
    answer: Answer | None = None


Together = Callable[[Sequence[Item], Callable[[], None]], Sequence[Answer | None]]


class Groups(Generic[Item, Answer]):
    """Runs an item at once while nobody leads; those that come meanwhile run together afterwards, in one thread.

    There is no timer, so a lone item never waits. A group passes the lead on before it ends; the others wait for that
    at most, and are in the next group. Two items of one key never run in groups at the same time. Safe for threads.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._queue: deque[_Member[Item, Answer]] = deque()
        self._leading: list[_Member[Item, Answer]] = []
        self._running: set[Hashable] = set()
        self._passed_on, self._resumes_at = 0, 0.0

    def run(
        self, item: Item, key: Hashable, alone: Callable[[Item], Answer], together: Together[Item, Answer]
    ) -> Answer:
        """The answer of `alone` for this item, or of a run `together` with others.

        `together` gets the items, and a function that passes the lead on. An item without an answer of its group, or
        whose group failed, is run alone in its own thread. Raises errors of `alone`; those of `together` reach nobody.
        """
        if self._clock() < self._resumes_at:
            return alone(item)
        me = _Member[Item, Answer](item, key, self._passed_on)
        me.signal.acquire()
        with self._lock:
            self._queue.append(me)
            self._lead_next()
        self._wait(me)
        if len(me.group) == 1:
            try:
                return alone(item)
            finally:
                self._end(me.group)
        if me.group:
            self._run(me.group, together)
        return alone(item) if me.answer is None else me.answer

    def _wait(self, me: _Member[Item, Answer]) -> None:
        """Wait until it is answered, leads a group, or has waited long enough in the queue."""
        if me.signal.acquire(timeout=LONGEST_WAIT_SECONDS):
            return
        with self._lock:
            if self._passed_on == me.passed_on_before:
                self._resumes_at = self._clock() + PAUSE_SECONDS
            if me in self._queue:
                self._queue.remove(me)
                return
        # It is in a group by now, whose leader signals in any case.
        me.signal.acquire()

    def _run(self, group: list[_Member[Item, Answer]], together: Together[Item, Answer]) -> None:
        try:
            answers = together([member.item for member in group], lambda: self._pass_on(group))
            for member, answer in zip(group, answers, strict=True):
                member.answer = answer
        except Exception as error:
            self._resumes_at = self._clock() + PAUSE_SECONDS
            logger().warning("group_failed", members=len(group), problem=type(error).__name__)
        finally:
            self._end(group)
            for member in group[1:]:
                member.signal.release()

    def _pass_on(self, group: list[_Member[Item, Answer]]) -> None:
        """Let others lead, if this group still does."""
        with self._lock:
            if self._leading is group:
                self._leading = []
                self._passed_on += 1
            self._lead_next()

    def _end(self, group: list[_Member[Item, Answer]]) -> None:
        with self._lock:
            self._running.difference_update(member.key for member in group)
        self._pass_on(group)

    def _lead_next(self) -> None:
        """Unless somebody leads, make a group of those that wait: the first ones of different keys that do not run, in
        the order of their arrival. The first of them leads."""
        if self._leading:
            return
        group: dict[Hashable, _Member[Item, Answer]] = {}
        for member in self._queue:
            if len(group) < MOST and member.key not in self._running:
                group.setdefault(member.key, member)
        if not group:
            return
        for member in group.values():
            self._queue.remove(member)
        self._running |= group.keys()
        self._leading = list(group.values())
        leader = self._leading[0]
        leader.group = self._leading
        leader.signal.release()
