from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed

from identity.storage import IdentityUnit


def on_mail_suppressed(uow: IdentityUnit, event: MailSuppressed) -> None:
    """The member's pages say why no mail comes any more."""
    uow.accounts.note_mail(UUID(event.member_id), event.reason)


def on_mail_resumed(uow: IdentityUnit, event: MailResumed) -> None:
    uow.accounts.note_mail(UUID(event.member_id), None)
