"""Handlers of chat's events."""

from uuid import UUID

from pairwise.chat.v1.events_pb2 import ConversationStarted
from shared.kit.events import Subscriptions

from profiles.storage import ProfilesUnit
from profiles.usecases.privacy.suspect_blocked import suspect_blocked
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(ConversationStarted, alone=True)
def add_acquaintance(uow: ProfilesUnit, event: ConversationStarted, wiring: Wiring) -> None:
    """Show the two members to each other from now on, even when one is invisible, and
    offer either the other where it may be the new account of a person they blocked."""
    one, other = UUID(event.starter_id), UUID(event.partner_id)
    if not (uow.profiles.is_erased(one) or uow.profiles.is_erased(other)):
        uow.profiles.acquaint(one, other)
        suspect_blocked(uow, wiring.accounts, one, other)
        suspect_blocked(uow, wiring.accounts, other, one)
