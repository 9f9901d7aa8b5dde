from uuid import UUID

from pairwise.identity.v1.events_pb2 import ConsentChanged

from notifications.domain.preferences import ASKED_FOR_FIRST
from notifications.storage import NotificationsUnit


def on_consent_changed(uow: NotificationsUnit, event: ConsentChanged) -> None:
    """Marketing mail goes only to who agreed to it; each kind of it can still be switched off by itself."""
    if event.kind == "marketing":
        for kind in sorted(ASKED_FOR_FIRST):
            uow.preferences.change(UUID(event.member_id), kind, email=event.given, push=None)
