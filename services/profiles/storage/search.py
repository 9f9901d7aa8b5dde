"""Statements of search, measured by `scripts/bench search`; decision 0010 has the plans that lost."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from shared.kit.db import rows_of
from sqlalchemy.orm import Session

from profiles.domain.card import NEW_DAYS
from profiles.domain.search import COUNTED, FEW, Count, Criteria, Hit, Position
from profiles.domain.traits import Gender
from profiles.storage.search_conditions import conditions_of, mutual_conditions
from profiles.storage.search_shares import BIT_OF, KnownShares, kind_of, listed_masks, tokens_of
from profiles.storage.search_words import INTERESTS_MASK, WORDS_WRITTEN

Statement = tuple[str, dict[str, Any]]

MUTUAL_COLUMNS = "id, wants_from, wants_to"
HIT = "last_active, id, birth_date, interests, town_id, has_image"


# Search's row of a member, from the profile as this transaction sees it: made, brought up to date or taken away.
FORGET = """
    DELETE FROM search_rows s USING profiles p
    WHERE s.id = %(member)s AND p.member_id = s.id AND (p.state <> 'active' OR p.hidden OR p.invisible)
"""
# Members with "not said" match both genders.
SOUGHT = """CASE WHEN cardinality(p.seeks) = 0 THEN 3
                ELSE ('male' = ANY(p.seeks))::int + 2 * ('female' = ANY(p.seeks))::int END"""
JOINED = f"""CASE WHEN p.joined_at >= now() - make_interval(days => {NEW_DAYS})
                   THEN (p.joined_at AT TIME ZONE 'UTC')::date END"""
FORGET_JOINED = f"""
    UPDATE search_rows SET joined_on = NULL WHERE joined_on < (now() AT TIME ZONE 'UTC')::date - {NEW_DAYS}
"""  # noqa: S608
REMEMBER_COLUMNS = (
    "pool, gender, seeks, country, region, birth_date, has_image, last_active,"
    f" {', '.join(WORDS_WRITTEN)}, interests, town_id, wants_from, wants_to, joined_on"
)
REMEMBER = f"""
    INSERT INTO search_rows (id, {REMEMBER_COLUMNS})
    SELECT p.member_id, p.pool,
           CASE p.gender WHEN 'male' THEN 1 ELSE 2 END,
           {SOUGHT},
           p.country, p.region, p.birth_date,
           EXISTS (SELECT FROM photos WHERE member_id = p.member_id AND status = 'active'),
           p.last_active_at,
           {", ".join(WORDS_WRITTEN.values())},
           {INTERESTS_MASK},
           p.town_id, p.wants_from, p.wants_to, {JOINED}
    FROM profiles p WHERE {{which}} AND p.state = 'active' AND NOT p.hidden AND NOT p.invisible
    ON CONFLICT (id) DO UPDATE SET ({REMEMBER_COLUMNS})
        = ({", ".join(f"excluded.{name}" for name in REMEMBER_COLUMNS.split(", "))})
"""  # noqa: S608


class SearchRepository:
    def __init__(self, session: Session, shares: KnownShares) -> None:
        self._session, self._shares = session, shares

    def begin(
        self, viewer_id: UUID | None, criteria: Criteria, limit: int, most: int = COUNTED
    ) -> tuple[Count, list[Hit]]:
        """Count the hits and return the first page, newest active first. Raises on a timeout; the list is never cut."""
        rare = self._is_rare(criteria)
        first, *others = self._run(begin_statement(viewer_id, criteria, limit, most, rare=rare))
        count = Count.of(first.n, most)
        if not criteria.is_by_facts or not count.is_few:
            return count, self.page(viewer_id, criteria, None, limit, few=False) if count.value else []
        return count, [_hit(row) for row in (first, *others) if row.id is not None]

    def page(
        self, viewer_id: UUID | None, criteria: Criteria, after: Position | None, limit: int, *, few: bool
    ) -> list[Hit]:
        """Return the next hits. `few` selects the plan, not the result."""
        if few and criteria.is_by_facts:
            rare = self._is_rare(criteria)
            statement = page_statement(viewer_id, criteria, after, limit, few=True, rare=rare)
            return [_hit(row) for row in self._run(statement)]
        return self._scan(viewer_id, criteria, after, limit)

    def _scan(self, viewer_id: UUID | None, criteria: Criteria, after: Position | None, limit: int) -> list[Hit]:
        """Scan in page order: members with a photo, and only when there are no more of them the others."""
        found: list[Hit] = []
        for photo in (True,) if criteria.with_photo else (True, False):
            if after is not None and photo and not after.has_image:
                continue
            start = after if after is not None and after.has_image is photo else None
            statement = page_statement(viewer_id, criteria, start, limit - len(found), few=False, photo=photo)
            found += [_hit(row) for row in self._run(statement)]
            if len(found) == limit:
                break
        return found

    def count(self, viewer_id: UUID | None, criteria: Criteria, most: int = COUNTED) -> Count:
        counted = self._run(count_statement(viewer_id, criteria, most, rare=self._is_rare(criteria)))
        return Count.of(counted[0].n, most)

    def refresh(self, member_id: UUID) -> None:
        """Write the search row of this profile as the transaction sees it, which has locked the profile's row."""
        for statement in (FORGET, REMEMBER.format(which="p.member_id = %(member)s")):
            self._session.connection().exec_driver_sql(statement, {"member": member_id})

    def forget_joined(self) -> None:
        """Set the day of joining to null once a member is no longer new."""
        self._session.connection().exec_driver_sql(FORGET_JOINED)

    def _run(self, statement: Statement) -> Sequence[Any]:
        return rows_of(self._session, *statement)

    def _is_rare(self, criteria: Criteria) -> bool:
        return criteria.is_by_facts and bool(listed_masks(criteria)) and self._shares().is_rare(criteria)


def _hit(row: Any) -> Hit:
    return Hit(Position(row.has_image, row.last_active, row.id), row.birth_date, row.interests, row.town_id)


def begin_statement(
    viewer_id: UUID | None, criteria: Criteria, limit: int, most: int = COUNTED, *, rare: bool = False
) -> Statement:
    """Count the hits and, when they are few, read the first page by the same statement."""
    if not criteria.is_by_facts:
        return count_statement(viewer_id, criteria, most)
    some, values = _some_facts(viewer_id, criteria, f"LIMIT {most + 1:d}", rare=rare)
    return (
        f"WITH fitting AS MATERIALIZED (SELECT id FROM ({some}) AS every LIMIT {most + 1:d}),"  # noqa: S608
        " counted AS MATERIALIZED (SELECT count(*) AS n FROM fitting)"
        f" SELECT n, {HIT} FROM counted LEFT JOIN LATERAL ("
        f"SELECT found.* FROM fitting CROSS JOIN LATERAL ({FETCH}) AS found"
        f" WHERE n <= {min(FEW, most):d} {PHOTOS_FIRST} LIMIT {limit:d}"
        f") AS page ON true {PHOTOS_FIRST}"
    ), values


def page_statement(
    viewer_id: UUID | None,
    criteria: Criteria,
    after: Position | None,
    limit: int,
    *,
    few: bool,
    rare: bool = False,
    photo: bool = True,
) -> Statement:
    """Read a page: many hits, with a photo or without, by an index scan in page order; few by the facts and a sort.

    Each gender is an index scan of its own in page order; two are merged. The limit is part of the text: a generic plan
    that does not know it would sort all rows.
    """
    if few and criteria.is_by_facts:
        some, values = _some_facts(viewer_id, criteria, rare=rare)
        place = "(%(after_photo)s, %(after)s, %(after_id)s)"
        where = f"WHERE (found.has_image, found.last_active, found.id) < {place}" if after else ""
        statement = f"SELECT found.* FROM ({some}) AS fitting CROSS JOIN LATERAL ({FETCH}) AS found {where}"  # noqa: S608
        values |= {"after_photo": after.has_image, **_after(after)} if after else {}
        return f"{statement} {PHOTOS_FIRST} LIMIT {limit:d}", values
    conditions, values = _all_conditions(viewer_id, criteria)
    if not criteria.with_photo:
        conditions.append("has_image" if photo else "NOT has_image")
    if after is not None:
        conditions.append("(last_active, id) < (%(after)s, %(after_id)s)")
    walks = [
        _one_gender(gender, f"SELECT {HIT} FROM search_rows", conditions, _order(limit))  # noqa: S608
        for gender in criteria.genders
    ]
    return (f"{' UNION ALL '.join(walks)} {_order(limit)}" if len(walks) > 1 else walks[0]), values | _after(after)


def count_statement(
    viewer_id: UUID | None, criteria: Criteria, most: int = COUNTED, *, rare: bool = False
) -> Statement:
    limit = f"LIMIT {most + 1:d}"
    if criteria.is_by_facts:
        some, values = _some_facts(viewer_id, criteria, limit, rare=rare)
    else:
        conditions, values = _all_conditions(viewer_id, criteria)
        some = " UNION ALL ".join(
            _one_gender(gender, "SELECT id FROM search_rows", conditions, limit) for gender in criteria.genders
        )
    return f"SELECT count(*) AS n FROM (SELECT FROM ({some}) AS fitting {limit}) AS found", values  # noqa: S608


# Lookup by id behind an optimisation fence; in a free join the planner might read the whole table.
FETCH = f"SELECT {HIT} FROM search_rows WHERE id = fitting.id OFFSET 0"  # noqa: S608
ORDER = "ORDER BY last_active DESC, id DESC"
PHOTOS_FIRST = "ORDER BY has_image DESC, last_active DESC, id DESC"


def _order(limit: int) -> str:
    return f"{ORDER} LIMIT {limit:d}"


def _after(after: Position | None) -> dict[str, Any]:
    return {"after": after.last_active, "after_id": after.id} if after else {}


def _some_facts(viewer_id: UUID | None, criteria: Criteria, end: str = "", *, rare: bool) -> tuple[str, dict[str, Any]]:
    """Ids of the hits, unordered: by the B-tree of region and age, or by the GIN lists of each trait.

    Cheap and selective conditions are tested first, behind an optimisation fence: of half a million entries only the
    few that pass are compared with the blocks.
    """
    conditions, values = conditions_of(criteria, of_facts=True)
    mutual, mutual_values = mutual_conditions(viewer_id, criteria)
    parts = []
    for gender in criteria.genders:
        lists: list[str] = []
        if rare and criteria.seeking is not None:
            kind = kind_of(criteria.pool, gender, criteria.seeking)
            for number, (mask, start) in enumerate(listed_masks(criteria)):
                name = f"{gender}{number}"
                lists.append(f"search_tokens(pool, gender, sought, traits, interests) && %({name})s::int[]")
                values[name] = tokens_of(kind, mask, start)
        some = _one_gender(gender, f"SELECT {MUTUAL_COLUMNS} FROM search_facts", [*lists, *conditions], "OFFSET 0")  # noqa: S608
        where = f"WHERE {' AND '.join(mutual)}" if mutual else ""
        parts.append(f"(SELECT id FROM {some} AS filters {where} {end})")  # noqa: S608
    return " UNION ALL ".join(parts), values | mutual_values


def _one_gender(gender: Gender, select: str, conditions: list[str], end: str) -> str:
    return f"({' AND '.join([f'{select} WHERE gender = {BIT_OF[gender]}', *conditions])} {end})"


def _all_conditions(viewer_id: UUID | None, criteria: Criteria) -> tuple[list[str], dict[str, Any]]:
    conditions, values = conditions_of(criteria, of_facts=False)
    mutual, mutual_values = mutual_conditions(viewer_id, criteria)
    return conditions + mutual, values | mutual_values
