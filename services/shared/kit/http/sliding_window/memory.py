import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from shared.kit.http.sliding_window.counter import SLICES, Count, Refusal

# LRU eviction: a key takes about 500 bytes, so each kind of count takes 10 MB at most. An attacker with many networks
# can evict the counts of others in this process, but cannot exhaust its memory.
MOST_KEYS = 20_000

K = TypeVar("K")
V = TypeVar("V")


class MemoryCounter:
    """Counts in the memory of one process. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._slices: OrderedDict[str, dict[int, int]] = OrderedDict()
        self._items: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._logged_until: OrderedDict[str, float] = OrderedDict()

    def take(self, counts: Sequence[Count]) -> Refusal | None:
        """Count one call in every window, or in none and say which has no room."""
        now = self._clock()
        with self._lock:
            fullest: tuple[float, Count] | None = None
            for count in counts:
                wait = self._wait(count, now)
                if wait > 0 and (fullest is None or wait > fullest[0]):
                    fullest = (wait, count)
            if fullest is not None:
                return Refusal(fullest[1], fullest[0], self._is_first(fullest[1], now))
            for count in counts:
                self._add(count, now)
        return None

    def _wait(self, count: Count, now: float) -> float:
        """Seconds until there is room; 0 when there is."""
        most, seconds = count.window.most, count.window.seconds
        if count.item:
            items = self._items.get(count.key, {})
            for item in [item for item, at in items.items() if at <= now - seconds]:
                del items[item]
            if count.item in items or len(items) < most:
                return 0
            return min(items.values()) + seconds - now
        slices, width = self._slices.get(count.key, {}), seconds / SLICES
        current = int(now / width)
        for number in [number for number in slices if number < current - SLICES]:
            del slices[number]
        left = sum(slices.values())
        wait = 0.0
        for number in sorted(slices):
            if left < most:
                break
            left -= slices[number]
            wait = (number + SLICES + 1) * width - now
        return wait

    def _add(self, count: Count, now: float) -> None:
        if count.item:
            _entry(self._items, count.key).setdefault(count.item, now)
            return
        # Without Redis, an item shown twice counts twice: remembering them all would take too much memory.
        slices = _entry(self._slices, count.key)
        current = int(now / (count.window.seconds / SLICES))
        slices[current] = slices.get(current, 0) + (len(count.shown) if count.window.is_shown else 1)

    def _is_first(self, count: Count, now: float) -> bool:
        if self._logged_until.get(count.key, float("-inf")) > now:
            return False
        self._logged_until[count.key] = now + count.window.seconds
        if len(self._logged_until) > MOST_KEYS:
            self._logged_until.popitem(last=False)
        return True


def _entry(kept: OrderedDict[str, dict[K, V]], key: str) -> dict[K, V]:
    """The counts of a key, moved to the end of the LRU order."""
    found = kept.setdefault(key, {})
    kept.move_to_end(key)
    if len(kept) > MOST_KEYS:
        kept.popitem(last=False)
    return found
