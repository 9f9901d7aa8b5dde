from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from notifications.address_hashes import AddressHashes
from notifications.domain.email_templates import EmailTemplate
from notifications.ports import Contacts
from notifications.storage import NotificationsUnit
from notifications.usecases.receive_support_mail import note_bounced_reply
from notifications.usecases.suppress_email import ReportedAddress, suppress_emails
from notifications.usecases.tell_unreached import tell_unreached

REASONS = {"bounce": "bounced", "complaint": "complained", "unsubscribe": "unsubscribed"}


@dataclass(frozen=True)
class DeliveryReport:
    """The outcome of one email as its provider reports it. A bounce that is not permanent, such as that of a full
    mailbox, has no effect."""

    kind: str
    message_id: str
    is_permanent: bool


def record_delivery_reports(
    units: Callable[[], NotificationsUnit],
    contacts: Contacts,
    addresses: AddressHashes,
    reports: Iterable[DeliveryReport],
) -> None:
    """Suppress the addresses that emails went to and that bounced, complained or unsubscribed, and tell members of
    bounces of their chosen person.

    Idempotent: providers repeat reports, also after Unavailable.
    """
    found = []
    with units() as uow:
        for report in reports:
            reason, email_id = REASONS.get(report.kind), _email_id(report.message_id)
            if reason is None or email_id is None or (report.kind == "bounce" and not report.is_permanent):
                continue
            if report.kind == "bounce":
                note_bounced_reply(uow, email_id)
            if report.kind == "bounce" and (about := uow.emails.to_date_contact(email_id)):
                plan_id, planning_id, template = about
                tell_unreached(uow, plan_id, planning_id, is_fine=template is EmailTemplate.DATE_FINE)
            uow.campaign_messages.record_report(email_id, reason)
            addressee = uow.emails.addressee_of(email_id)
            if addressee is not None:
                found.append(ReportedAddress(*addressee, reason))
        uow.commit()
    suppress_emails(units, contacts, addresses, found)


def _email_id(message_id: str) -> UUID | None:
    """The id at the beginning of each Message-ID that notifications sets; None for another Message-ID."""
    try:
        return UUID(message_id.strip().lstrip("<").partition("@")[0])
    except ValueError:
        return None
