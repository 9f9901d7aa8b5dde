from uuid import UUID

from pairwise.billing.v1.events_pb2 import PaymentCompleted
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_payment_completed(uow: NotificationsUnit, event: PaymentCompleted) -> None:
    uow.mails.queue(
        Mail(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=Template.PAYMENT_RECEIPT,
            params={
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "method": event.method,
                "vat": event.vat,
                "vat_rate": event.vat_rate,
            },
        )
    )
