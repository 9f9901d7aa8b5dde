from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberModerated

from identity.storage import IdentityUnit
from identity.usecases.note_moderation import note_moderation

CHANGES = {"suspend": True, "hide": False, "lift": False}


def on_member_moderated(uow: IdentityUnit, event: MemberModerated) -> None:
    if event.measure in CHANGES:
        note_moderation(uow, UUID(event.member_id), suspended=CHANGES[event.measure], version=event.number)
