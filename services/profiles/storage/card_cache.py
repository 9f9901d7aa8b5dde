"""Card cache (LRU): member summaries of this process. Visibility is never cached."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from profiles.domain.card import Card

MOST = 10_000


class CardCache:
    """LRU of cards, each valid for its stamp: the version of the profile's row (`xmin`) and the id of the main photo,
    which change with every change of the card. Thread-safe."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._cached: OrderedDict[UUID, tuple[str, Card]] = OrderedDict()

    def contains_all(self, member_ids: Iterable[UUID]) -> bool:
        """Whether all of these are cached, of any stamp."""
        return all(member_id in self._cached for member_id in member_ids)

    def get(self, member_id: UUID, stamp: str) -> Card | None:
        with self._lock:
            cached = self._cached.get(member_id)
            if cached is None or cached[0] != stamp:
                return None
            self._cached.move_to_end(member_id)
            return cached[1]

    def keep(self, read: Iterable[tuple[str, Card]]) -> None:
        with self._lock:
            for stamp, card in read:
                self._cached[card.id] = stamp, card
                self._cached.move_to_end(card.id)
            while len(self._cached) > self._most:
                self._cached.popitem(last=False)
