"""Handlers of chat's events."""

from collections.abc import Sequence
from datetime import UTC
from uuid import UUID

from pairwise.chat.v1.events_pb2 import MessageSent, MessageUndelivered
from shared.kit.core import logger
from shared.kit.events import Subscriptions
from shared.sites import BillableItem, Purpose

from billing.domain.transfer import PostedMessage
from billing.storage import BillingUnit
from billing.usecases.settle_charge import confirm_charges, refund_undelivered
from billing.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(MessageSent, idempotent=True)
def keep_charges_of_sent(uow: BillingUnit, events: Sequence[MessageSent], wiring: Wiring) -> None:
    confirm_charges(uow, [_posted(event) for event in events])


@subscriptions.on(MessageUndelivered)
def return_price_of_undelivered(uow: BillingUnit, event: MessageUndelivered, wiring: Wiring) -> None:
    refund_undelivered(uow, UUID(event.message_id))


def _posted(event: MessageSent) -> PostedMessage:
    sent_at = event.sent_at.ToDatetime(tzinfo=UTC)
    return PostedMessage(UUID(event.message_id), UUID(event.sender_id), _item_of(event), sent_at)


def _item_of(event: MessageSent) -> BillableItem | None:
    """The item that was paid for; None when another release of chat names none, or one that is unknown here."""
    try:
        return BillableItem(Purpose(event.purpose), event.item or None) if event.purpose else None
    except ValueError:
        logger().warning("message_of_unknown_purpose", purpose=event.purpose)
        return None
