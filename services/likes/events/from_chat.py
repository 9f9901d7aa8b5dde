"""Handlers of chat's events."""

from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted
from shared.kit.events import Subscriptions

from likes.storage import LikesUnit
from likes.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ConversationStarted)
def add_acquaintance(uow: LikesUnit, event: ConversationStarted, wiring: Wiring) -> None:
    uow.visibility.add_acquaintance(UUID(event.starter_id), UUID(event.partner_id))
