from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card

from likes.domain.days import zone_of
from likes.errors import LikeOfOneself, MemberNotFound, NoSwipeLikesLeft
from likes.ports import Allowance, Cards, LikesUnitOfWork
from likes.usecases.liking import note_like

HAND = 10


@dataclass(frozen=True)
class Hand:
    """What lies before the player."""

    cards: Sequence[Card]
    allowance: Allowance
    last_pass: Card | None


@dataclass(frozen=True)
class Decision:
    member_id: UUID
    profile_id: UUID
    is_like: bool


def deal(uow: LikesUnitOfWork, cards: Cards, member_id: UUID, likes_a_day: int) -> Hand:
    """The next to decide on: nobody twice, nobody the member likes already, nobody hidden from them."""
    with uow.reading() as reads:
        left_out = reads.swipes.decided(member_id)
        passed = reads.swipes.last_pass(member_id)
    dealt = cards.deal(member_id, left_out, HAND)
    last_pass = cards.seen_by(member_id, [passed]).get(passed) if passed else None
    with uow.reading() as reads:
        allowance = reads.swipes.allowance(member_id, zone_of(dealt.country, dealt.region), likes_a_day)
    return Hand(dealt.cards, allowance, last_pass)


def decide(
    uow: LikesUnitOfWork, cards: Cards, key: UUID, decision: Decision, likes_a_day: int
) -> tuple[bool, Allowance]:
    """Like or pass, once, however often it is retried. Returns whether the two like each other now, and what is left.

    A like counts against the day in the transaction that gives it; liking someone whom the member likes already costs
    nothing.
    """
    member_id, profile_id = decision.member_id, decision.profile_id
    if member_id == profile_id:
        raise LikeOfOneself(field="profile_id")
    shown = cards.seen_by(member_id, [profile_id, member_id])
    own = shown.get(member_id)
    zone = zone_of(own.country, own.region) if own else zone_of("", None)

    def play() -> dict[str, Any]:
        if profile_id not in shown or not uow.likes.is_shown(member_id, profile_id):
            raise MemberNotFound()
        is_mutual = False
        if decision.is_like:
            is_new, is_mutual = note_like(uow, member_id, profile_id)
            if is_new and not uow.swipes.take_like(member_id, zone, likes_a_day):
                raise NoSwipeLikesLeft()
        uow.swipes.decide(member_id, profile_id, is_like=decision.is_like)
        return {"match": is_mutual}

    with uow:
        body = {"profile_id": str(profile_id), "like": decision.is_like}
        answer = uow.once(actor=str(member_id), operation="swipe", key=key, body=body, do=play)
        allowance = uow.swipes.allowance(member_id, zone, likes_a_day)
        uow.commit()
    return bool(answer["match"]), allowance


def take_back(uow: LikesUnitOfWork, member_id: UUID, profile_id: UUID) -> None:
    """Undo the last pass; where it is not the last, or was taken back already, nothing happens."""
    with uow:
        uow.swipes.take_back(member_id, profile_id)
        uow.commit()
