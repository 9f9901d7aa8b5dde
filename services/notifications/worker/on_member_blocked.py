from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberBlocked

from notifications.storage import NotificationsUnit


def on_member_blocked(uow: NotificationsUnit, event: MemberBlocked) -> None:
    """Neither is told of the other any more."""
    blocker, blocked = UUID(event.blocker_id), UUID(event.blocked_id)
    uow.mails.cancel_between(blocker, blocked)
    uow.pushes.cancel_between(blocker, blocked)
    uow.unreads.forget_between(blocker, blocked)
    uow.new_likes.forget_between(blocker, blocked)
