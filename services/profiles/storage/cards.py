from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from shared.kit.db import rows_of
from sqlalchemy.orm import Session

from profiles.domain.card import Card, Photo
from profiles.storage.card_cache import CardCache
from profiles.storage.visibility import is_shown, may_be_opened

CARD_COLUMNS = """
    p.member_id, p.name, p.birth_date, p.gender, p.country, p.town_id, p.region, region.name AS region_name,
    town.name AS town, p.fictional, p.demonstration, p.invisible, p.invisible_after_pause IS NOT NULL AS paused,
    p.shares_presence AND NOT p.invisible AS shares_presence, p.last_active_at, p.joined_at,
    CASE WHEN photo.id = ANY(p.verified_photos) THEN p.verified_at END AS verified_at,
    photo.id AS photo_id, photo.thumbhash, now() AS at
"""
MAIN_PHOTO = """
    LEFT JOIN LATERAL (
        SELECT id, thumbhash FROM photos WHERE member_id = p.member_id AND status = 'active' ORDER BY position LIMIT 1
    ) photo ON true
"""
CARD_SOURCES = f"""
    profiles p
    LEFT JOIN towns town ON town.id = p.town_id
    LEFT JOIN regions region ON region.id = p.region
    {MAIN_PHOTO}
"""
# Presence is shown to those who share theirs.
VIEWER_SHARES = """
    coalesce((SELECT shares_presence FROM profiles WHERE member_id = %(viewer)s), true) AS viewer_shares_presence
"""
# Changes with every change of a card: the version of its profile's row, and its main photo.
STAMP = "p.xmin::text || ' ' || coalesce(photo.id::text, '') AS stamp"
CARDS = f"SELECT {CARD_COLUMNS}, {STAMP} FROM {CARD_SOURCES} WHERE p.member_id = ANY(%(ids)s)"  # noqa: S608
SHOWN = f"""
    SELECT {CARD_COLUMNS}, {STAMP}, {VIEWER_SHARES} FROM {CARD_SOURCES}
    WHERE p.member_id = ANY(%(ids)s) AND {is_shown("p")}
"""  # noqa: S608
# Visibility to the viewer, and stamps to validate cached cards.
VISIBLE_STAMPS = f"""
    SELECT p.member_id, {STAMP}, {VIEWER_SHARES}, now() AS at FROM profiles p {MAIN_PHOTO}
    WHERE p.member_id = ANY(%(ids)s) AND {is_shown("p")}
"""  # noqa: S608
PUBLIC = f"""
    SELECT {CARD_COLUMNS} FROM {CARD_SOURCES}
    WHERE p.member_id = ANY(%(ids)s) AND p.state = 'active' AND NOT p.hidden AND NOT p.invisible
"""  # noqa: S608
VISIBLE_PAIRS = f"""
    SELECT pair.viewer_id, pair.member_id
    FROM unnest(%(viewers)s::uuid[], %(members)s::uuid[]) AS pair (viewer_id, member_id)
    JOIN profiles p ON p.member_id = pair.member_id
    WHERE {is_shown("p", viewer="pair.viewer_id")}
"""  # noqa: S608
BLOCKED_BY_VIEWER = f"""
    SELECT {CARD_COLUMNS}, {may_be_opened("p")} AS may_be_opened, {VIEWER_SHARES}
    FROM {CARD_SOURCES} JOIN blocks mine ON mine.blocked_id = p.member_id
    WHERE mine.blocker_id = %(viewer)s AND p.state = 'active'
    ORDER BY mine.blocked_at DESC, p.member_id LIMIT %(limit)s
"""  # noqa: S608


class CardRepository:
    def __init__(self, session: Session, card_cache: CardCache) -> None:
        self._session, self._card_cache = session, card_cache

    def shown(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
        """Return the cards visible to the viewer, in the order of `member_ids`, by one query."""
        if not member_ids:
            return []
        rows = rows_of(self._session, SHOWN, {"viewer": viewer_id, "ids": list(member_ids)})
        return for_viewer(_in_order(rows, member_ids), rows)

    def shown_cached(self, viewer_id: UUID, member_ids: Sequence[UUID]) -> list[Card]:
        """As `shown`, for lists that are polled: by a shorter query when all cards are cached."""
        if not member_ids:
            return []
        ids = list(dict.fromkeys(member_ids))
        values = {"viewer": viewer_id, "ids": ids}
        if not self._card_cache.contains_all(ids):
            shown = rows_of(self._session, SHOWN, values)
            return for_viewer(self._cached(shown, ids), shown)
        visible = rows_of(self._session, VISIBLE_STAMPS, values)
        known = {row.member_id: self._card_cache.get(row.member_id, row.stamp) for row in visible}
        if changed := [member_id for member_id, card in known.items() if card is None]:
            read = rows_of(self._session, CARDS, {"ids": changed})
            known |= {card.id: card for card in self._cached(read, changed)}
        return for_viewer([card for member_id in ids if (card := known.get(member_id))], visible)

    def _cached(self, rows: Sequence[Any], ids: Sequence[UUID]) -> list[Card]:
        cards = {row.member_id: card_of(row) for row in rows}
        self._card_cache.keep((row.stamp, cards[row.member_id]) for row in rows)
        return [cards[member_id] for member_id in ids if member_id in cards]

    def visible_pairs(self, pairs: Sequence[tuple[UUID, UUID]]) -> set[tuple[UUID, UUID]]:
        """The pairs of a viewer and a member visible to them."""
        viewers, members = [viewer for viewer, _ in pairs], [member for _, member in pairs]
        rows = rows_of(self._session, VISIBLE_PAIRS, {"viewers": viewers, "members": members})
        return {(row.viewer_id, row.member_id) for row in rows}

    def public(self, member_ids: Sequence[UUID]) -> list[Card]:
        """Return the cards visible to visitors, in the order of `member_ids`."""
        return _in_order(rows_of(self._session, PUBLIC, {"ids": list(member_ids)}), member_ids)

    def blocked_by(self, viewer_id: UUID, limit: int) -> list[Card]:
        """Return the members blocked by the viewer, newest first. A member hidden from the viewer besides, as by a
        block of their own, has neither photo nor presence."""
        found = rows_of(self._session, BLOCKED_BY_VIEWER, {"viewer": viewer_id, "limit": limit})
        cards = [
            card_of(row)
            if row.may_be_opened
            else replace(card_of(row), main_photo=None, verified_at=None, shares_presence=False)
            for row in found
        ]
        return for_viewer(cards, found)


def _in_order(rows: Sequence[Any], member_ids: Sequence[UUID]) -> list[Card]:
    cards = {row.member_id: card_of(row) for row in rows}
    return [cards[member_id] for member_id in dict.fromkeys(member_ids) if member_id in cards]


def for_viewer(cards: list[Card], rows: Sequence[Any]) -> list[Card]:
    """Cards, which are the same for all, as the viewer of these rows sees them now."""
    return [
        replace(card, at=rows[0].at, shares_presence=card.shares_presence and rows[0].viewer_shares_presence)
        for card in cards
    ]


def card_of(row: Any) -> Card:
    return Card(
        id=row.member_id,
        name=row.name,
        birth_date=row.birth_date,
        gender=row.gender,
        country=row.country,
        region=row.region,
        region_name=row.region_name,
        town=row.town,
        town_id=row.town_id,
        fictional=row.fictional,
        demonstration=row.demonstration,
        is_paused=row.paused,
        shares_presence=row.shares_presence,
        last_active_at=row.last_active_at,
        joined_at=row.joined_at,
        main_photo=Photo(row.photo_id, row.thumbhash) if row.photo_id else None,
        at=row.at,
        verified_at=row.verified_at,
    )
