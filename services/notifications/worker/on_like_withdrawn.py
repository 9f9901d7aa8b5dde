from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeWithdrawn

from notifications.storage import NotificationsUnit


def on_like_withdrawn(uow: NotificationsUnit, event: LikeWithdrawn) -> None:
    uow.new_likes.forget_one(UUID(event.liked_id), UUID(event.liker_id))
