from uuid import UUID

from pairwise.billing.v1.events_pb2 import PaymentReversed
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_payment_reversed(uow: NotificationsUnit, event: PaymentReversed) -> None:
    """Who withdrew has a receipt of that; what the releases before told without a reason is not mailed, either."""
    if event.reason in ("", "withdrawal"):
        return
    uow.mails.queue(
        Mail(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=Template.MONEY_BACK,
            params={
                "payment_id": event.payment_id,
                "credits": str(event.credits),
                "amount": event.amount,
                "currency": event.currency,
                "reason": event.reason,
                "debt": str(event.debt),
            },
        )
    )
