"""Groups of sends that wait in a process at the same moment (docs/decisions/0096-group-commit.md)."""

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
# An item leaves the queue after this long and runs alone: whatever holds up a run holds up no others.
PATIENCE_SECONDS = 0.5
# After a group failed as a whole, or a run has not ended for as long as somebody waited, nobody waits for this long: a
# party that is frozen would otherwise take the threads of all that wait, one after the other.
PAUSE_SECONDS = 5.0


@dataclass(eq=False)
class _Member(Generic[Item, Answer]):
    """One item in its thread. `signal` is released once: when it is answered, or when it shall lead `group`."""

    item: Item
    key: Hashable
    signal: threading.Lock = field(default_factory=threading.Lock)
    group: "list[_Member[Item, Answer]]" = field(default_factory=list)
    answer: Answer | None = None
    ended_before: int = 0  # runs that had ended when it came


class Groups(Generic[Item, Answer]):
    """Runs one item at once while nothing runs; those that come meanwhile run together afterwards, in one thread.

    There is no timer, so a lone item never waits, and others wait for one run at most before they are in the next.
    Two items of one key are never in one group. Safe for threads.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._is_running, self._resumes_at, self._ended = False, 0.0, 0
        self._queue: deque[_Member[Item, Answer]] = deque()

    def run(
        self,
        item: Item,
        key: Hashable,
        alone: Callable[[Item], Answer],
        together: Callable[[Sequence[Item]], Sequence[Answer | None]],
    ) -> Answer:
        """The answer of `alone` for this item, or of a run `together` with others.

        An item without an answer of its group, or whose group failed, is run alone in its own thread. Raises errors of
        `alone`; an error of `together` reaches nobody.
        """
        me = _Member[Item, Answer](item, key)
        with self._lock:
            me.ended_before = self._ended
            is_paused = self._clock() < self._resumes_at
            waits = self._is_running and not is_paused
            leads = not self._is_running and not is_paused
            if waits:
                me.signal.acquire()
                self._queue.append(me)
            elif leads:
                self._is_running = True
        if waits:
            self._wait(me)
            leads = len(me.group) == 1
            if len(me.group) > 1:
                self._run(me.group, together)
        if leads:
            try:
                return alone(item)
            finally:
                self._pass_on()
        return alone(item) if me.answer is None else me.answer

    def _wait(self, me: _Member[Item, Answer]) -> None:
        """Wait until it is answered, leads a group, or has waited long enough in the queue."""
        if me.signal.acquire(timeout=PATIENCE_SECONDS):
            return
        with self._lock:
            if self._ended == me.ended_before:
                self._resumes_at = self._clock() + PAUSE_SECONDS
            if me in self._queue:
                self._queue.remove(me)
                return
        # It is in a group by now, whose leader signals in any case.
        me.signal.acquire()

    def _run(
        self,
        group: Sequence[_Member[Item, Answer]],
        together: Callable[[Sequence[Item]], Sequence[Answer | None]],
    ) -> None:
        answers: Sequence[Answer | None] = [None] * len(group)
        try:
            answers = together([member.item for member in group])
        except Exception as error:
            self._resumes_at = self._clock() + PAUSE_SECONDS
            logger().warning("group_failed", members=len(group), problem=type(error).__name__)
        finally:
            self._pass_on()
            for member, answer in zip(group, answers, strict=True):
                member.answer = answer
                if member is not group[0]:
                    member.signal.release()

    def _pass_on(self) -> None:
        """Have the first of those that wait lead the next group."""
        with self._lock:
            self._ended += 1
            group = self._take()
            self._is_running = bool(group)
        if group:
            group[0].group = group
            group[0].signal.release()

    def _take(self) -> list[_Member[Item, Answer]]:
        """Remove the next group from the queue: the first ones of different keys, in the order of their arrival."""
        group: dict[Hashable, _Member[Item, Answer]] = {}
        for member in self._queue:
            if len(group) < MOST:
                group.setdefault(member.key, member)
        for member in group.values():
            self._queue.remove(member)
        return list(group.values())
