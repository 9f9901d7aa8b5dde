"""Handlers of identity's events."""

import re
from datetime import timedelta
from uuid import UUID

from pairwise.identity.v1.events_pb2 import (
    ConsentChanged,
    ExportRequested,
    MailRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberSignedUp,
    SessionRevoked,
)
from shared.kit.core import new_id
from shared.kit.events import Subscriptions
from shared.privacy import erase_and_report
from shared.privacy.deliver import deliver_export

from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.preferences import MARKETING
from notifications.domain.segment import NETWORK_PATTERN
from notifications.storage import NotificationsUnit
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.usecases.suppress_email import BOUNCED, change_suppression, resume_email
from notifications.wiring import Wiring

TIME_TO_ADD_A_PHOTO = timedelta(days=3)

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(MailRequested)
def queue_requested_email(uow: NotificationsUnit, event: MailRequested, wiring: Wiring) -> None:
    if event.template == EmailTemplate.ADDRESS_CHANGED:
        content = wiring.seal.open(event.sealed)
        # The former address is told of the change, too.
        if "former" not in content:
            change_suppression(uow, wiring.addresses, UUID(event.member_id), content["to"])
    uow.emails.queue(
        Email(
            id=UUID(event.mail_id),
            member_id=UUID(event.member_id),
            template=EmailTemplate(event.template),
            sealed=event.sealed,
            site=event.site,
            locale=event.locale,
        )
    )


@subscriptions.on(MemberConfirmed)
def queue_photo_reminder(uow: NotificationsUnit, event: MemberConfirmed, wiring: Wiring) -> None:
    """Queue a reminder to add a photo, which PhotoApproved cancels, and end a bounce."""
    # The link was read in the mailbox, so a bounce of the address is over.
    resume_email(uow, UUID(event.member_id), BOUNCED)
    reminder = Email(id=new_id(), member_id=UUID(event.member_id), template=EmailTemplate.PROFILE_REMINDER)
    uow.emails.queue(reminder, TIME_TO_ADD_A_PHOTO)


@subscriptions.on(MemberSignedUp)
def keep_network(uow: NotificationsUnit, event: MemberSignedUp, wiring: Wiring) -> None:
    """Keep the network of a member who agreed to it; anything that is no network's name may be somebody's id."""
    if re.fullmatch(NETWORK_PATTERN, event.tracking.network):
        uow.segments.keep_network(UUID(event.member_id), event.tracking.network)


@subscriptions.on(ConsentChanged)
def switch_marketing(uow: NotificationsUnit, event: ConsentChanged, wiring: Wiring) -> None:
    """Turn all marketing on or off with the consent, and forget the network with that of attribution.

    Each kind keeps a switch of its own. A consent that was recorded of a switch changes no other one: its member chose
    that kind alone.
    """
    if event.kind == "attribution" and not event.given:
        uow.segments.forget_network(UUID(event.member_id))
    if event.kind == "marketing" and not event.by_switch:
        for kind in sorted(MARKETING):
            uow.preferences.change(UUID(event.member_id), kind, email=event.given, push=None)
            if not event.given:
                uow.campaign_messages.record_unsubscribed(UUID(event.member_id), kind)


@subscriptions.on(MemberDeleted)
def delete_member(uow: NotificationsUnit, event: MemberDeleted, wiring: Wiring) -> None:
    member_id = UUID(event.member_id)
    uow.emails.cancel_for(member_id)
    uow.push_subscriptions.remove_all(member_id)
    uow.pushes.cancel_about(member_id)
    uow.unreads.delete_about(member_id)
    uow.new_likes.delete_about(member_id)


@subscriptions.on(MemberErased, alone=True)
def erase_member(uow: NotificationsUnit, event: MemberErased, wiring: Wiring) -> None:
    erase_and_report("notifications", DATA_INVENTORY, uow, event)


@subscriptions.on(ExportRequested, alone=True)
def export_member(uow: NotificationsUnit, event: ExportRequested, wiring: Wiring) -> None:
    deliver_export("notifications", DATA_INVENTORY, uow, event, wiring.settings)


@subscriptions.on(SessionRevoked)
def end_session(uow: NotificationsUnit, event: SessionRevoked, wiring: Wiring) -> None:
    """Send no more pushes to its device."""
    uow.push_subscriptions.remove_session(UUID(event.session_id))
