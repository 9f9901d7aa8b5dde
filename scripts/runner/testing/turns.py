"""The order of jobs: the longest first, as far as the machine has room for what a job starts."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from runner.testing.jobs import Job

# Each job has servers of its own, which take memory.
MOST_AT_ONCE = 6


class Turns:
    """Gives jobs to the threads that run them, in their order.

    One job more than there are cores runs at a time: some wait while others compute. Of those that start the whole
    product there is one for each core, and at least one: more of them would slow each other until waits end in vain.
    """

    def __init__(self, jobs: Sequence[Job], cores: int) -> None:
        self.at_once = min(cores + 1, MOST_AT_ONCE)
        self._instances = max(1, self.at_once - 1)
        self._waiting = list(jobs)
        self._running: list[Job] = []
        self._changed = threading.Condition()

    def take(self) -> Job | None:
        """The next job, when there is room for one of those that wait; None when none waits."""
        with self._changed:
            while self._waiting:
                if job := next(filter(self._has_room, self._waiting), None):
                    self._waiting.remove(job)
                    self._running.append(job)
                    return job
                self._changed.wait()
            return None

    @contextmanager
    def given_back(self, job: Job) -> Iterator[None]:
        """Make room for others when the block ends."""
        try:
            yield
        finally:
            with self._changed:
                self._running.remove(job)
                self._changed.notify_all()

    def end(self) -> None:
        """Give no job any more."""
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()

    def _has_room(self, job: Job) -> bool:
        instances = sum(running.starts_instance for running in self._running)
        return not job.starts_instance or instances < self._instances
