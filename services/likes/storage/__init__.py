from collections.abc import Callable
from typing import Any
from uuid import UUID

from servicekit.storage import UnitOfWork
from servicekit.storage.idempotency import once

from likes.storage.hidings import HidingRepository
from likes.storage.likes import LikeRepository
from likes.storage.matches import MatchRepository
from likes.storage.swipes import SwipeRepository


class LikesUnit(UnitOfWork):
    likes: LikeRepository
    matches: MatchRepository
    hidings: HidingRepository
    swipes: SwipeRepository

    def open(self) -> None:
        self.likes = LikeRepository(self.session)
        self.matches = MatchRepository(self.session)
        self.hidings = HidingRepository(self.session)
        self.swipes = SwipeRepository(self.session)

    def once(
        self, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        return once(self.session, actor=actor, operation=operation, key=key, body=body, do=do)
