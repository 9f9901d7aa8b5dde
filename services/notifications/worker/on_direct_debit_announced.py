from uuid import UUID

from pairwise.billing.v1.events_pb2 import DirectDebitAnnounced
from servicekit.identifiers import new_id

from notifications.domain.mail import Mail, Template
from notifications.storage import NotificationsUnit


def on_direct_debit_announced(uow: NotificationsUnit, event: DirectDebitAnnounced) -> None:
    uow.mails.queue(
        Mail(
            id=new_id(),
            member_id=UUID(event.member_id),
            template=Template.DIRECT_DEBIT,
            params={
                "payment_id": event.payment_id,
                "amount": event.amount,
                "currency": event.currency,
                "mandate_reference": event.mandate_reference,
                "due_on": event.due_on,
            },
        )
    )
