"""Handlers of billing's events."""

from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium
from shared.kit.events import Subscriptions

from profiles.storage import ProfilesUnit
from profiles.usecases.profile.note_change import note_change
from profiles.wiring import Wiring

subscriptions = Subscriptions[Wiring]()


@subscriptions.on(BecamePremium)
def mark_premium(uow: ProfilesUnit, event: BecamePremium, wiring: Wiring) -> None:
    note_change(uow, UUID(event.member_id), is_premium=True)
