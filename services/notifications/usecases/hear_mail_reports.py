from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from notifications.ports import NotificationsUnitOfWork
from notifications.usecases.suppress_mail import suppress_mail

REASONS = {"bounce": "bounced", "complaint": "complained", "unsubscribe": "unsubscribed"}


@dataclass(frozen=True)
class Report:
    """What became of one mail. A bounce that is not permanent, a full mailbox say, means nothing yet."""

    kind: str
    message_id: str
    is_permanent: bool


def hear_mail_reports(uow: NotificationsUnitOfWork, reports: Iterable[Report]) -> None:
    """Send no more mail to who reported one, does not want any or cannot get any. Reports may come again."""
    with uow:
        for report in reports:
            reason, mail_id = REASONS.get(report.kind), _mail_id(report.message_id)
            if reason is None or mail_id is None or (report.kind == "bounce" and not report.is_permanent):
                continue
            member_id = uow.mails.member_of(mail_id)
            if member_id is not None:
                suppress_mail(uow, member_id, reason)
        uow.commit()


def _mail_id(message_id: str) -> UUID | None:
    """Our Message-IDs begin with the mail's id."""
    try:
        return UUID(message_id.strip().lstrip("<").partition("@")[0])
    except ValueError:
        return None
