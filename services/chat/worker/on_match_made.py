from uuid import UUID

from pairwise.likes.v1.events_pb2 import MatchMade

from chat.domain.news import News
from chat.storage import ChatUnit


def on_match_made(uow: ChatUnit, event: MatchMade) -> None:
    first, second = UUID(event.first_id), UUID(event.second_id)
    uow.feed.tell([News(first, "match", second), News(second, "match", first)])
