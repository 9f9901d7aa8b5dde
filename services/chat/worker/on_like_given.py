from collections.abc import Sequence
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven

from chat.domain.news import News
from chat.storage import ChatUnit


def on_likes_given(uow: ChatUnit, events: Sequence[LikeGiven]) -> None:
    # One after the other, because a member may have got several; in the order of ids, as all news locks the heads.
    for event in sorted(events, key=lambda event: UUID(event.liked_id)):
        uow.feed.tell([News(UUID(event.liked_id), "like", UUID(event.liker_id))])
