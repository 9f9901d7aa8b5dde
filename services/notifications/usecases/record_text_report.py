from shared.text_messages.reports import TextReport

from notifications.domain.text_message import TextMessageState
from notifications.storage import NotificationsUnit
from notifications.usecases.tell_unreached import tell_unreached


def record_text_report(uow: NotificationsUnit, report: TextReport) -> None:
    """Record how far a text message got, and tell a member whose chosen person it did not reach.

    Idempotent: providers repeat reports, and do not keep their order.
    """
    with uow:
        member_id = uow.texts.report(report.message_id, TextMessageState(report.state), report.reason)
        if member_id is not None:
            tell_unreached(uow, report.message_id, member_id)
        uow.commit()
