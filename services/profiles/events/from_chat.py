"""Handlers of chat's events."""

from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted
from shared.kit.worker import Subscriptions

from profiles.storage import ProfilesUnit
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ConversationStarted)
def add_acquaintance(uow: ProfilesUnit, event: ConversationStarted, wiring: Wiring) -> None:
    """Show the two members to each other from now on, even when one is invisible."""
    one, other = UUID(event.starter_id), UUID(event.partner_id)
    if not (uow.profiles.is_erased(one) or uow.profiles.is_erased(other)):
        uow.profiles.acquaint(one, other)
