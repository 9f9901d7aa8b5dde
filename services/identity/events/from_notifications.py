"""Handlers of notifications' events."""

from datetime import UTC
from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed, MarketingSwitched
from shared.kit.events import Subscriptions

from identity.storage import IdentityUnit
from identity.usecases.give_consent import record_marketing_switch
from identity.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MailSuppressed)
def suppress_mail(uow: IdentityUnit, event: MailSuppressed, wiring: Wiring) -> None:
    """Record the reason, which the member's settings page shows."""
    uow.accounts.set_mail_suppressed(UUID(event.member_id), event.reason)


@subscriptions.on(MailResumed)
def resume_mail(uow: IdentityUnit, event: MailResumed, wiring: Wiring) -> None:
    uow.accounts.set_mail_suppressed(UUID(event.member_id), None)


@subscriptions.on(MarketingSwitched)
def record_marketing(uow: IdentityUnit, event: MarketingSwitched, wiring: Wiring) -> None:
    """Record the member's choice with the version of the wording and the time of the switch."""
    member_id = UUID(event.member_id)
    account = uow.accounts.get(member_id)
    if account is not None:
        terms_at = wiring.sites.get(account.site).terms_at
        record_marketing_switch(uow, member_id, terms_at, wanted=event.wanted, at=event.at.ToDatetime(UTC))
