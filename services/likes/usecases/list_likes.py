from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import UUID

from likes.domain.cursors import LikeCursor
from likes.domain.like import Like, LikeCounts
from likes.domain.visibility import LikerVisibility
from likes.ports import Card, LikedPart, Profiles
from likes.storage import LikesUnit

PAGE = 60
BLURRED_PICTURES = 12


class Tab(StrEnum):
    RECEIVED = "received"
    SENT = "sent"
    MATCHES = "matches"


# A page of a list: each like with the card of the other member, and the photo or answer it names, if that is shown.
LikePage = Sequence[tuple[Like, Card, LikedPart | None]]


@dataclass(frozen=True)
class UnshownLikes:
    """Received likes whose givers are not shown: how many, and blurred pictures of some."""

    count: int
    new: int
    pictures: Sequence[str]


@dataclass(frozen=True)
class LikeLists:
    """The first page of each list."""

    sent: LikePage
    received: LikePage
    matches: LikePage
    next: dict[Tab, LikeCursor | None]
    counts: LikeCounts
    unshown: UnshownLikes | None


def list_likes(
    uow: LikesUnit,
    profiles: Profiles,
    member_id: UUID,
    visibility: LikerVisibility = LikerVisibility.ALL,
    *,
    is_premium: bool = False,
) -> LikeLists:
    """The first page of the likes a member gave and got. Members hidden from them are in neither list nor count."""
    with uow.reading() as uow:
        overview = uow.lists.overview(
            member_id,
            PAGE + 1,
            matched=visibility.matches_only,
            unmatched=0 if visibility is LikerVisibility.ALL else BLURRED_PICTURES,
        )
    pages = {Tab.SENT: overview.sent, Tab.RECEIVED: overview.received, Tab.MATCHES: overview.matches}
    listed = {like.member_id for page in pages.values() for like in page[:PAGE]}
    cards = profiles.cards_visible_to(member_id, listed | {like.member_id for like in overview.unmatched})
    named = [part for tab, page in pages.items() for part in _named(tab, member_id, page[:PAGE])]
    parts = profiles.liked_parts(member_id, named, is_premium=is_premium)
    lists = {tab: _with_cards(tab, member_id, page[:PAGE], cards, parts) for tab, page in pages.items()}
    # Profiles may hide a member a moment before our projection of its visibility has the event.
    hidden = [like for like in (*pages[Tab.RECEIVED][:PAGE], *overview.unmatched) if like.member_id not in cards]
    counts = replace(
        overview.counts,
        received=overview.counts.received - len(hidden),
        new=overview.counts.new - sum(like.is_new for like in hidden),
        sent=overview.counts.sent - sum(like.member_id not in cards for like in pages[Tab.SENT][:PAGE]),
        matches=overview.counts.matches - sum(like.member_id not in cards for like in pages[Tab.MATCHES][:PAGE]),
    )
    unshown = None
    if visibility is not LikerVisibility.ALL:
        is_blurred = visibility is LikerVisibility.BLURRED
        pictures = (
            profiles.blurred_pictures(member_id, [like.member_id for like in overview.unmatched]) if is_blurred else []
        )
        unshown = _unshown(counts, lists, pictures)
    return LikeLists(
        sent=lists[Tab.SENT],
        received=lists[Tab.RECEIVED],
        matches=lists[Tab.MATCHES],
        next={tab: _next_cursor(tab, page) for tab, page in pages.items()},
        counts=counts,
        unshown=unshown,
    )


def list_more(
    uow: LikesUnit,
    profiles: Profiles,
    member_id: UUID,
    tab: Tab,
    after: LikeCursor,
    visibility: LikerVisibility = LikerVisibility.ALL,
    *,
    is_premium: bool = False,
) -> tuple[LikePage, LikeCursor | None]:
    """The page of one list after this cursor, and the cursor of the next one."""
    with uow.reading() as uow:
        page = _page(uow, tab, member_id, after, visibility)
    cards = profiles.cards_visible_to(member_id, {like.member_id for like in page[:PAGE]})
    parts = profiles.liked_parts(member_id, _named(tab, member_id, page[:PAGE]), is_premium=is_premium)
    return _with_cards(tab, member_id, page[:PAGE], cards, parts), _next_cursor(tab, page)


def _page(uow: LikesUnit, tab: Tab, member_id: UUID, after: LikeCursor, visibility: LikerVisibility) -> Sequence[Like]:
    """One row more than a page, to know whether there is a next one."""
    if tab is Tab.SENT:
        return uow.lists.sent_by(member_id, after, PAGE + 1)
    if tab is Tab.MATCHES:
        return uow.lists.matches_of(member_id, after, PAGE + 1)
    return uow.lists.received_by(member_id, after, PAGE + 1, matched=visibility.matches_only)


def _next_cursor(tab: Tab, page: Sequence[Like]) -> LikeCursor | None:
    if len(page) <= PAGE:
        return None
    last = page[PAGE - 1]
    return LikeCursor(last.rank, last.given_at, last.member_id)


def _unshown(counts: LikeCounts, lists: Mapping[Tab, LikePage], pictures: Sequence[str]) -> UnshownLikes:
    shown_new = sum(like.is_new for like, *_ in lists[Tab.RECEIVED])
    return UnshownLikes(max(0, counts.received - counts.matches), max(0, counts.new - shown_new), pictures)


def _owner(tab: Tab, member_id: UUID, like: Like) -> UUID:
    """The member whose photo or answer the like names."""
    return member_id if tab is Tab.RECEIVED else like.member_id


def _named(tab: Tab, member_id: UUID, likes: Sequence[Like]) -> list[tuple[UUID, UUID]]:
    return [(_owner(tab, member_id, like), like.part_id) for like in likes if like.part_id]


def _with_cards(
    tab: Tab,
    member_id: UUID,
    likes: Sequence[Like],
    cards: Mapping[UUID, Card],
    parts: Mapping[tuple[UUID, UUID], LikedPart],
) -> LikePage:
    return [
        (like, cards[like.member_id], parts.get((_owner(tab, member_id, like), like.part_id)) if like.part_id else None)
        for like in likes
        if like.member_id in cards
    ]
