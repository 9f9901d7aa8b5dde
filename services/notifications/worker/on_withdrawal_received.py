from datetime import UTC
from uuid import UUID

from pairwise.billing.v1.events_pb2 import WithdrawalReceived

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_withdrawal_received(uow: NotificationsUnit, event: WithdrawalReceived) -> None:
    """The receipt the law wants for a withdrawal, with its content and its moment."""
    uow.mails.queue(
        Mail(
            id=UUID(event.refund_id),
            member_id=UUID(event.member_id),
            template=Template.WITHDRAWAL,
            params={
                "refund_id": event.refund_id,
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "method": event.method,
                "stated_at": event.stated_at.ToDatetime(UTC).isoformat(),
            },
        )
    )
