from uuid import UUID

from pairwise.notifications.v1.events_pb2 import PushSubscribed

from notifications.ports import NotificationsUnitOfWork, PushSubscription


def subscribe_push(uow: NotificationsUnitOfWork, member_id: UUID, subscription: PushSubscription) -> None:
    """Keep where one of the member's devices can be reached, once, however often it says so."""
    with uow:
        if uow.push_subscriptions.add(member_id, subscription):
            uow.announce(PushSubscribed(member_id=str(member_id)))
        uow.commit()
