from uuid import UUID, uuid5

from pairwise.billing.v1.events_pb2 import PaymentFailed

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_payment_failed(uow: NotificationsUnit, event: PaymentFailed) -> None:
    """A bank refuses a direct debit days later, when no page is open that could say so. Others are told on the page."""
    if event.method != "directdebit" or event.status != "failed":
        return
    payment_id = UUID(event.payment_id)
    uow.mails.queue(
        Mail(
            id=uuid5(payment_id, "failed"),
            member_id=UUID(event.member_id),
            template=Template.DEBIT_FAILED,
            params={"payment_id": event.payment_id, "amount": event.amount, "currency": event.currency},
        )
    )
