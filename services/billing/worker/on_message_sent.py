from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent
from servicekit.logs import logger
from sites import Purpose, Ware

from billing.storage import BillingUnit
from billing.usecases.settle_charge import keep_charge


def on_message_sent(uow: BillingUnit, event: MessageSent) -> None:
    keep_charge(uow, UUID(event.message_id), UUID(event.sender_id), _posted(event))


def _posted(event: MessageSent) -> Ware | None:
    """What it was; None when a chat of another release does not say, or says what we do not know."""
    try:
        return Ware(Purpose(event.purpose), event.item or None) if event.purpose else None
    except ValueError:
        logger().warning("message_of_unknown_purpose", purpose=event.purpose)
        return None
