from uuid import UUID

from pairwise.likes.v1.events_pb2 import LikeWithdrawn

from likes.ports import LikesUnitOfWork


def withdraw_like(uow: LikesUnitOfWork, liker_id: UUID, liked_id: UUID) -> None:
    """Take a like back, and the match with it. Where there is none, nothing happens."""
    with uow:
        uow.likes.lock_pair(liker_id, liked_id)
        if uow.likes.remove(liker_id, liked_id):
            uow.matches.remove(liker_id, liked_id)
            uow.announce(LikeWithdrawn(liker_id=str(liker_id), liked_id=str(liked_id)))
        uow.commit()
