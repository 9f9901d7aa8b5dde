from collections.abc import Collection
from uuid import UUID

from likes.storage import LikesUnit


def filter_liked(uow: LikesUnit, member_id: UUID, profile_ids: Collection[UUID]) -> list[UUID]:
    """The subset of `profile_ids` that the member likes, in the given order."""
    with uow.reading() as uow:
        given = uow.likes.given_to(member_id, profile_ids)
    return [profile_id for profile_id in profile_ids if profile_id in given]
