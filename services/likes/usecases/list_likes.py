from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card

from likes.ports import Cards, Like, LikesUnitOfWork


@dataclass(frozen=True)
class LikeLists:
    sent: Sequence[tuple[Like, Card]]
    received: Sequence[tuple[Like, Card]]

    @property
    def new_count(self) -> int:
        return sum(like.is_new for like, _ in self.received)


def list_likes(uow: LikesUnitOfWork, cards: Cards, member_id: UUID) -> LikeLists:
    """The likes a member gave and got, the newest first. Whoever is hidden from them is in neither list nor count."""
    with uow:
        sent, received = uow.likes.sent_by(member_id), uow.likes.received_by(member_id)
    seen = cards.seen_by(member_id, {like.member_id for like in (*sent, *received)})
    return LikeLists(_with_cards(sent, seen), _with_cards(received, seen))


def _with_cards(likes: Sequence[Like], cards: dict[UUID, Card]) -> list[tuple[Like, Card]]:
    return [(like, cards[like.member_id]) for like in likes if like.member_id in cards]
