from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberReactivated

from profiles.storage import ProfilesUnit
from profiles.usecases.note_change import note_change


def on_member_reactivated(uow: ProfilesUnit, event: MemberReactivated) -> None:
    note_change(uow, UUID(event.member_id), state="active")
