from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased

from profiles.storage import ProfilesUnit
from profiles.usecases.forget_member import forget_member


def on_member_erased(uow: ProfilesUnit, event: MemberErased) -> None:
    forget_member(uow, UUID(event.member_id))
