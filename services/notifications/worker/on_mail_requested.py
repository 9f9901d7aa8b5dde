from uuid import UUID

from pairwise.identity.v1.events_pb2 import MailRequested

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit
from notifications.usecases.suppress_mail import resume_mail


def on_mail_requested(uow: NotificationsUnit, event: MailRequested) -> None:
    if event.template == Template.ADDRESS_CHANGED:
        # What came back came from the old address.
        resume_mail(uow, UUID(event.member_id), "bounced")
    uow.mails.queue(
        Mail(
            id=UUID(event.mail_id),
            member_id=UUID(event.member_id),
            template=Template(event.template),
            sealed=event.sealed,
            site=event.site,
            locale=event.locale,
        )
    )
