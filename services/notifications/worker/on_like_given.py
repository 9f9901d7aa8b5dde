from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven

from notifications.domain.push import LASTS, News, Notice
from notifications.storage import NotificationsUnit
from notifications.storage.new_likes import NewLike


def on_likes_given(uow: NotificationsUnit, events: Sequence[LikeGiven]) -> None:
    """Told without a name, by push at once and by mail with others of that day: how much of it members see is the
    site's to say.
    """
    oldest = uow.now() - LASTS
    fresh = [event for event in events if event.given_at.ToDatetime(UTC) >= oldest]
    if not fresh:
        return
    likes = [NewLike(UUID(event.liked_id), UUID(event.liker_id)) for event in fresh]
    uow.new_likes.note(likes)
    uow.activities.note({UUID(event.liker_id): event.given_at.ToDatetime(UTC) for event in fresh})
    uow.pushes.queue(*(News(like.member_id, Notice.LIKE, like.liker_id) for like in likes))
