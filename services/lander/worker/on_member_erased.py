from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased

from lander.storage import LanderUnit


def on_member_erased(uow: LanderUnit, event: MemberErased) -> None:
    uow.leads.forget(UUID(event.member_id))
