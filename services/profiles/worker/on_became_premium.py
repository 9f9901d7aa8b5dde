from uuid import UUID

from pairwise.billing.v1.events_pb2 import BecamePremium

from profiles.storage import ProfilesUnit
from profiles.usecases.note_change import note_change


def on_became_premium(uow: ProfilesUnit, event: BecamePremium) -> None:
    note_change(uow, UUID(event.member_id), is_premium=True)
