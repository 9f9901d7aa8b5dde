"""Handlers of likes' events."""

from collections.abc import Sequence
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from shared.kit.events import Subscriptions

from chat.domain.feed_event import FeedEvent
from chat.storage import ChatUnit
from chat.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(LikeGiven)
def append_likes(uow: ChatUnit, events: Sequence[LikeGiven], _: Wiring) -> None:
    # One statement each, because a member may have got several; in the order of ids, the lock order of feed heads.
    for event in sorted(events, key=lambda event: UUID(event.liked_id)):
        uow.feed.append([FeedEvent(UUID(event.liked_id), "like", UUID(event.liker_id))])


@subscriptions.on(MatchMade)
def append_match(uow: ChatUnit, event: MatchMade, _: Wiring) -> None:
    first, second = UUID(event.first_id), UUID(event.second_id)
    uow.feed.append([FeedEvent(first, "match", second), FeedEvent(second, "match", first)])
