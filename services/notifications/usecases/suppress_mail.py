from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed

from notifications.ports import NotificationsUnitOfWork
from notifications.usecases.list_preferences import Told, told_to


def suppress_mail(uow: NotificationsUnitOfWork, member_id: UUID, reason: str) -> None:
    """From now on no mail goes but what the account needs. In the caller's transaction; told once."""
    if uow.suppressions.add(member_id, reason):
        uow.announce(MailSuppressed(member_id=str(member_id), reason=reason))


def resume_mail(uow: NotificationsUnitOfWork, member_id: UUID, reason: str | None = None) -> None:
    """Mail goes again, whatever had stopped it, or if it was this. In the caller's transaction; told once."""
    if uow.suppressions.remove(member_id, reason):
        uow.announce(MailResumed(member_id=str(member_id)))


def resume_mail_of(uow: NotificationsUnitOfWork, member_id: UUID) -> Told:
    """The member wants mail again. Returns what they are told now."""
    with uow:
        resume_mail(uow, member_id)
        told = told_to(uow, member_id)
        uow.commit()
    return told
