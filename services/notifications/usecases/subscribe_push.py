from uuid import UUID

from pairwise.notifications.v1.events_pb2 import PushSubscribed

from notifications.errors import PushServiceUnknown
from notifications.ports import NotificationsUnitOfWork, PushServices, PushSubscription


def subscribe_push(
    uow: NotificationsUnitOfWork,
    services: PushServices,
    member_id: UUID,
    session_id: UUID,
    subscription: PushSubscription,
) -> None:
    """Keep where one of the member's devices can be reached, once, however often it says so.

    Raises PushServiceUnknown for an address that is no push service's: we would never send there.
    """
    if not services.knows(subscription.endpoint):
        raise PushServiceUnknown()
    with uow:
        if uow.push_subscriptions.add(member_id, session_id, subscription):
            uow.announce(PushSubscribed(member_id=str(member_id)))
        uow.commit()


def unsubscribe_push(uow: NotificationsUnitOfWork, member_id: UUID, endpoint: str) -> None:
    """Forget this device of the member's, and what waits for it."""
    with uow:
        uow.push_subscriptions.remove(endpoint, member_id)
        uow.commit()
