"""The networks of each site, in memory: counting a view and drawing a page look nothing up."""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from threading import Lock

from lander.storage import LanderUnit

REFRESHED_AFTER_SECONDS = 5.0


class Catalogue:
    """Read again by the first call after five seconds; the others go on with the cached one."""

    def __init__(self, unit_of_work: Callable[[], LanderUnit], clock: Callable[[], float] = time.monotonic) -> None:
        self._unit_of_work, self._clock = unit_of_work, clock
        self._networks: Mapping[str, Collection[str]] = {}
        self._refresh_at = float("-inf")
        self._refreshing = Lock()

    def networks(self, site: str) -> Collection[str]:
        """The names of the networks this site works with."""
        self._refresh()
        return self._networks.get(site, ())

    def forget(self) -> None:
        """Read again at the next call: something was changed here."""
        self._refresh_at = float("-inf")

    def _refresh(self) -> None:
        if self._clock() < self._refresh_at or not self._refreshing.acquire(blocking=self._refresh_at < 0):
            return
        try:
            if self._clock() >= self._refresh_at:
                self._networks = self._read()
                self._refresh_at = self._clock() + REFRESHED_AFTER_SECONDS
        finally:
            self._refreshing.release()

    def _read(self) -> Mapping[str, Collection[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        with self._unit_of_work().reading() as uow:
            for site, name in uow.networks.all():
                found[site].add(name)
        return found
