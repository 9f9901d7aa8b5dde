"""Handlers of notifications' events."""

from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed
from shared.kit.worker import Subscriptions

from identity.storage import IdentityUnit
from identity.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MailSuppressed)
def suppress_mail(uow: IdentityUnit, event: MailSuppressed, wiring: Wiring) -> None:
    """Record the reason, which the member's settings page shows."""
    uow.accounts.set_mail_suppressed(UUID(event.member_id), event.reason)


@subscriptions.on(MailResumed)
def resume_mail(uow: IdentityUnit, event: MailResumed, wiring: Wiring) -> None:
    uow.accounts.set_mail_suppressed(UUID(event.member_id), None)
