"""What cards show, kept from one call to the next. Who may see whom is never kept: that is asked each time."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from profiles.domain.card import Card

MOST = 10_000


class Faces:
    """The cards this process has read, the ones asked for last. Each is good for the stamp it was read with: its
    profile's row and its main photo, as the database names them, which change whenever what it shows does."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[UUID, tuple[str, Card]] = OrderedDict()

    def hold(self, member_ids: Iterable[UUID]) -> bool:
        """Whether all of them were read before."""
        return all(member_id in self._kept for member_id in member_ids)

    def get(self, member_id: UUID, stamp: str) -> Card | None:
        with self._lock:
            kept = self._kept.get(member_id)
            if kept is None or kept[0] != stamp:
                return None
            self._kept.move_to_end(member_id)
            return kept[1]

    def keep(self, read: Iterable[tuple[str, Card]]) -> None:
        with self._lock:
            for stamp, card in read:
                self._kept[card.id] = stamp, card
                self._kept.move_to_end(card.id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
