"""Storage of likes: the unit of work and its repositories."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from shared.kit.db import UnitOfWork, once

from likes.storage.like_lists import LikeListQueries
from likes.storage.likes import LikeRepository
from likes.storage.matches import MatchRepository
from likes.storage.swipes import SwipeRepository
from likes.storage.visibility import VisibilityProjection


class LikesUnit(UnitOfWork):
    likes: LikeRepository
    lists: LikeListQueries
    matches: MatchRepository
    swipes: SwipeRepository
    visibility: VisibilityProjection

    def open(self) -> None:
        self.likes = LikeRepository(self.session)
        self.lists = LikeListQueries(self.session)
        self.matches = MatchRepository(self.session)
        self.swipes = SwipeRepository(self.session)
        self.visibility = VisibilityProjection(self.session)

    def once(
        self, *, actor: str, operation: str, key: UUID, body: dict[str, Any], do: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Run `do` once per idempotency key: `shared.kit.db.idempotency`."""
        return once(self.session, actor=actor, operation=operation, key=key, body=body, do=do)
