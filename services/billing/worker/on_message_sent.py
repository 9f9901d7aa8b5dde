from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent

from billing.storage import BillingUnit
from billing.usecases.settle_charge import keep_charge


def on_message_sent(uow: BillingUnit, event: MessageSent) -> None:
    keep_charge(uow, UUID(event.message_id), UUID(event.sender_id))
