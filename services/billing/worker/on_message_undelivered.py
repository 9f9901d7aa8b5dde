from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageUndelivered

from billing.storage import BillingUnit
from billing.usecases.settle_charge import give_back_undelivered


def on_message_undelivered(uow: BillingUnit, event: MessageUndelivered) -> None:
    give_back_undelivered(uow, UUID(event.message_id))
