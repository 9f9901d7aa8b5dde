from collections.abc import Sequence
from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent
from servicekit.logs import logger
from sites import Purpose, Ware

from billing.domain.transfer import Posted
from billing.storage import BillingUnit
from billing.usecases.settle_charge import keep_charges


def on_messages_sent(uow: BillingUnit, events: Sequence[MessageSent]) -> None:
    keep_charges(uow, [Posted(UUID(event.message_id), UUID(event.sender_id), _ware(event)) for event in events])


def _ware(event: MessageSent) -> Ware | None:
    """What it was; None when a chat of another release does not say, or says what we do not know."""
    try:
        return Ware(Purpose(event.purpose), event.item or None) if event.purpose else None
    except ValueError:
        logger().warning("message_of_unknown_purpose", purpose=event.purpose)
        return None
