from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberBlocked

from notifications.storage import NotificationsUnit


def on_member_blocked(uow: NotificationsUnit, event: MemberBlocked) -> None:
    uow.mails.cancel_between(UUID(event.blocker_id), UUID(event.blocked_id))
