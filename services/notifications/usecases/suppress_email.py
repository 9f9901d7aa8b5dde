from uuid import UUID

from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed

from notifications.storage import NotificationsUnit
from notifications.usecases.list_preferences import MemberPreferences, preferences_of


def suppress_email(uow: NotificationsUnit, member_id: UUID, reason: str) -> None:
    """Send no more emails but those that an account needs. Runs in the caller's transaction; announced once."""
    if uow.suppressions.add(member_id, reason):
        uow.announce(MailSuppressed(member_id=str(member_id), reason=reason))


def resume_email(uow: NotificationsUnit, member_id: UUID, reason: str | None = None) -> None:
    """End a suppression, of any reason or only of this one. Runs in the caller's transaction; announced once."""
    if uow.suppressions.remove(member_id, reason):
        uow.announce(MailResumed(member_id=str(member_id)))


def resume_email_of(uow: NotificationsUnit, member_id: UUID) -> MemberPreferences:
    """End a suppression at the member's request. Returns all switches."""
    with uow:
        resume_email(uow, member_id)
        resumed = preferences_of(uow, member_id)
        uow.commit()
    return resumed
