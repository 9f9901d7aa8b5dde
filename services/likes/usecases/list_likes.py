from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from pairwise.profiles.v1.profiles_pb2 import Card

from likes.domain.cursors import Position
from likes.ports import Cards, Counts, Like, LikesUnitOfWork

PAGE = 60
PICTURES = 12


class Sight(StrEnum):
    """How much a member sees of who likes them; of matches, always everything."""

    ALL = "all"
    BLURRED = "blurred"
    COUNT = "count"


class Tab(StrEnum):
    RECEIVED = "received"
    SENT = "sent"
    MATCHES = "matches"


Listed = Sequence[tuple[Like, Card]]


@dataclass(frozen=True)
class Veil:
    """Those who like the member and are not shown: how many, and blurred pictures of some."""

    count: int
    new: int
    pictures: Sequence[str]


@dataclass(frozen=True)
class LikeLists:
    """The first page of each list."""

    sent: Listed
    received: Listed
    matches: Listed
    next: dict[Tab, Position | None]
    counts: Counts
    veil: Veil | None


def list_likes(uow: LikesUnitOfWork, cards: Cards, member_id: UUID, sight: Sight = Sight.ALL) -> LikeLists:
    """The likes a member gave and got. Whoever is hidden from them is in neither list nor count."""
    open_only = None if sight is Sight.ALL else True
    with uow.reading() as uow:
        first = uow.likes.overview(
            member_id, PAGE + 1, received=open_only, veiled=0 if sight is Sight.ALL else PICTURES
        )
    pages = {Tab.SENT: first.sent, Tab.RECEIVED: first.received, Tab.MATCHES: first.matches}
    counts, veiled = first.counts, first.veiled
    everyone = {like.member_id for page in pages.values() for like in page[:PAGE]}
    shown = cards.seen_by(member_id, everyone | {like.member_id for like in veiled})
    lists = {tab: _with_cards(page[:PAGE], shown) for tab, page in pages.items()}
    # Profiles knows a moment earlier than our copies whom to hide.
    gone = [like for like in (*pages[Tab.RECEIVED][:PAGE], *veiled) if like.member_id not in shown]
    counts = replace(
        counts,
        received=counts.received - len(gone),
        new=counts.new - sum(like.is_new for like in gone),
        sent=counts.sent - sum(like.member_id not in shown for like in pages[Tab.SENT][:PAGE]),
        matches=counts.matches - sum(like.member_id not in shown for like in pages[Tab.MATCHES][:PAGE]),
    )
    return LikeLists(
        sent=lists[Tab.SENT],
        received=lists[Tab.RECEIVED],
        matches=lists[Tab.MATCHES],
        next={tab: _end(tab, page) for tab, page in pages.items()},
        counts=counts,
        veil=None if sight is Sight.ALL else _veil(cards, member_id, sight, counts, lists, veiled),
    )


def list_more(
    uow: LikesUnitOfWork, cards: Cards, member_id: UUID, tab: Tab, after: Position, sight: Sight = Sight.ALL
) -> tuple[Listed, Position | None]:
    """The next page of one list."""
    with uow.reading() as uow:
        page = _page(uow, tab, member_id, after, sight)
    shown = cards.seen_by(member_id, {like.member_id for like in page[:PAGE]})
    return _with_cards(page[:PAGE], shown), _end(tab, page)


def _page(uow: LikesUnitOfWork, tab: Tab, member_id: UUID, after: Position | None, sight: Sight) -> Sequence[Like]:
    """One more than a page, to know whether there is a next one."""
    if tab is Tab.SENT:
        return uow.likes.sent_by(member_id, after, PAGE + 1)
    if tab is Tab.MATCHES:
        return uow.likes.matches_of(member_id, after, PAGE + 1)
    return uow.likes.received_by(member_id, after, PAGE + 1, mutual=None if sight is Sight.ALL else True)


def _end(tab: Tab, page: Sequence[Like]) -> Position | None:
    if len(page) <= PAGE:
        return None
    last = page[PAGE - 1]
    return Position(last.is_new if tab is Tab.RECEIVED else False, last.given_at, last.member_id)


def _veil(
    cards: Cards, member_id: UUID, sight: Sight, counts: Counts, lists: Mapping[Tab, Listed], veiled: Sequence[Like]
) -> Veil:
    pictures = cards.veiled(member_id, [like.member_id for like in veiled]) if sight is Sight.BLURRED else []
    open_new = sum(like.is_new for like, _ in lists[Tab.RECEIVED])
    return Veil(max(0, counts.received - counts.matches), max(0, counts.new - open_new), pictures)


def _with_cards(likes: Sequence[Like], cards: dict[UUID, Card]) -> list[tuple[Like, Card]]:
    return [(like, cards[like.member_id]) for like in likes if like.member_id in cards]
