import threading
import time
from collections.abc import Callable

from servicekit.errors import Unavailable

# Half of a process's threads: the others go on answering what needs no neighbour.
AT_ONCE = 4
PATIENCE_SECONDS = 0.8


class Places:
    """So many threads may wait for one neighbour at the same time.

    Whoever finds no place waits for one as long as others get their answers. Once nobody has for a while, the neighbour
    is frozen, and `with` raises Unavailable at once.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._left = clock, threading.Condition()
        self._taken, self._moved_at = 0, 0.0

    def __enter__(self) -> None:
        with self._left:
            while self._taken == AT_ONCE:
                patience = self._moved_at + PATIENCE_SECONDS - self._clock()
                if patience <= 0:
                    raise Unavailable()
                self._left.wait(patience)
            self._taken += 1
            self._moved_at = self._clock()

    def __exit__(self, *_: object) -> None:
        with self._left:
            self._taken -= 1
            self._moved_at = self._clock()
            self._left.notify()
