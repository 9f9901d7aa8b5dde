from uuid import UUID

from likes.ports import Cards, LikesUnitOfWork


def mark_seen(uow: LikesUnitOfWork, cards: Cards, member_id: UUID, liker_id: UUID) -> int:
    """The member has opened who liked them. Returns how many new likes are left to see."""
    with uow:
        uow.likes.mark_seen(liker_id, member_id)
        unseen = {like.member_id for like in uow.likes.received_by(member_id) if like.is_new}
        uow.commit()
    return len(cards.seen_by(member_id, unseen))
