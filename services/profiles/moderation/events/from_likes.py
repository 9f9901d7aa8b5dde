"""Handlers of likes' events."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven
from shared.kit.events import Subscriptions

from profiles.moderation.storage.unit import ModerationUnit
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(LikeGiven)
def count_likes(uow: ModerationUnit, events: Sequence[LikeGiven], _: Wiring) -> None:
    minutes = Counter(
        (UUID(event.liker_id), event.given_at.ToDatetime(tzinfo=UTC).replace(second=0, microsecond=0))
        for event in events
    )
    for (member_id, minute), likes in sorted(minutes.items()):
        if not uow.profiles.is_erased(member_id):
            uow.fraud_scores.count_likes(member_id, minute, likes)
