from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased

from notifications.storage import NotificationsUnit


def on_member_erased(uow: NotificationsUnit, event: MemberErased) -> None:
    """Nothing of theirs is kept here, nor what was about them."""
    member_id = UUID(event.member_id)
    uow.mails.forget(member_id)
    uow.preferences.forget(member_id)
    uow.names.forget(member_id)
    uow.suppressions.forget(member_id)
    uow.push_subscriptions.forget(member_id)
