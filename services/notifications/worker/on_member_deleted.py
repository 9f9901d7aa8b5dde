from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberDeleted

from notifications.storage import NotificationsUnit


def on_member_deleted(uow: NotificationsUnit, event: MemberDeleted) -> None:
    member_id = UUID(event.member_id)
    uow.mails.cancel_for(member_id)
    uow.push_subscriptions.forget(member_id)
    uow.pushes.cancel_about(member_id)
    uow.unreads.forget_about(member_id)
    uow.new_likes.forget_about(member_id)
