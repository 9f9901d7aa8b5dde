"""Handlers of billing's events."""

from collections.abc import Sequence
from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from shared.kit.events import Subscriptions

from identity.storage import IdentityUnit
from identity.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on_batch(CreditsChanged, idempotent=True)
def copy_credits(uow: IdentityUnit, events: Sequence[CreditsChanged], wiring: Wiring) -> None:
    newest = {event.member_id: event for event in sorted(events, key=lambda event: event.version)}
    for member_id, event in sorted(newest.items()):
        uow.copy_credits(UUID(member_id), event.balance, event.version)


@subscriptions.on(BecamePremium)
def mark_premium(uow: IdentityUnit, event: BecamePremium, wiring: Wiring) -> None:
    uow.accounts.mark_premium(UUID(event.member_id))
