from collections.abc import Collection
from uuid import UUID

from likes.ports import LikesUnitOfWork


def which_liked(uow: LikesUnitOfWork, member_id: UUID, profile_ids: Collection[UUID]) -> list[UUID]:
    """Whom of these the member likes, in the order asked."""
    with uow.reading() as uow:
        given = uow.likes.given_to(member_id, profile_ids)
    return [profile_id for profile_id in profile_ids if profile_id in given]
