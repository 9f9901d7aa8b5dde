from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased

from likes.storage import LikesUnit


def on_member_erased(uow: LikesUnit, event: MemberErased) -> None:
    """Nothing about them is kept but that they are gone."""
    member_id = UUID(event.member_id)
    uow.likes.forget(member_id)
    uow.matches.forget(member_id)
    uow.hidings.forget(member_id)
    uow.hidings.depart(member_id)
