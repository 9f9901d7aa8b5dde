from uuid import UUID

from likes.storage import LikesUnit


def stay_away(uow: LikesUnit, member_id: UUID) -> None:
    """Nothing about them is kept but that they are gone."""
    uow.hidings.depart(member_id)
