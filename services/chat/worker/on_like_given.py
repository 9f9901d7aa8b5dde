from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven

from chat.domain.news import News
from chat.storage import ChatUnit


def on_like_given(uow: ChatUnit, event: LikeGiven) -> None:
    uow.feed.tell([News(UUID(event.liked_id), "like", UUID(event.liker_id))])
