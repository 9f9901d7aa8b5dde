from shared.text_messages.reports import TextReport

from notifications.domain.text_message import TextMessageState
from notifications.storage import NotificationsUnit
from notifications.usecases.tell_unreached import tell_unreached


def record_text_report(uow: NotificationsUnit, report: TextReport) -> None:
    """Record how far a text message got, and tell a member whose chosen person it did not reach.

    Idempotent: providers repeat reports, and do not keep their order.
    """
    with uow:
        failed = uow.texts.report(report.message_id, TextMessageState(report.state), report.reason)
        if failed is not None:
            tell_unreached(uow, failed.plan_id, failed.member_id, is_fine=failed.is_fine)
        uow.commit()
