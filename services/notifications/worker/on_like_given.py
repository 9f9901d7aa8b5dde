from datetime import UTC
from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeGiven

from notifications.domain.push import LASTS, News, Notice
from notifications.storage import NotificationsUnit


def on_like_given(uow: NotificationsUnit, event: LikeGiven) -> None:
    """Told without a name, by push at once and by mail with others of that day: how much of it members see is the
    site's to say.
    """
    given_at = event.given_at.ToDatetime(UTC)
    if uow.now() - given_at > LASTS:
        return
    liked, liker = UUID(event.liked_id), UUID(event.liker_id)
    uow.new_likes.note(liked, liker)
    uow.activities.note({liker: given_at})
    uow.pushes.queue(News(liked, Notice.LIKE, liker))
