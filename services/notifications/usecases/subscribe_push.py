from uuid import UUID

from notifications.domain.push import PushSubscription
from notifications.errors import PushServiceUnknown
from notifications.events.published import push_subscribed
from notifications.ports import PushServices
from notifications.storage import NotificationsUnit


def subscribe_push(
    uow: NotificationsUnit,
    services: PushServices,
    member_id: UUID,
    session_id: UUID,
    subscription: PushSubscription,
) -> None:
    """Keep the subscription of one of the member's devices. Idempotent; a new device is announced once.

    Raises PushServiceUnknown for an endpoint outside the allow-list.
    """
    if not services.is_known(subscription.endpoint):
        raise PushServiceUnknown()
    with uow:
        if uow.push_subscriptions.add(member_id, session_id, subscription):
            uow.announce(push_subscribed(member_id))
        uow.commit()


def unsubscribe_push(uow: NotificationsUnit, member_id: UUID, endpoint: str) -> None:
    """Delete this device of the member, with the pushes queued for it."""
    with uow:
        uow.push_subscriptions.remove(endpoint, member_id)
        uow.commit()
