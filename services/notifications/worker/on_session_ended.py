from uuid import UUID

from pairwise.identity.v1.events_pb2 import SessionRevoked
from servicekit.worker.revocations import on_session_revoked

from notifications.storage import NotificationsUnit


def on_session_ended(uow: NotificationsUnit, event: SessionRevoked) -> None:
    """A device that was logged out, here or from afar, gets nothing more."""
    on_session_revoked(uow, event)
    uow.push_subscriptions.forget_session(UUID(event.session_id))
