"""Search: one table, one index walk, no joins. The statements are plain, so that any connection can run them."""

from typing import Any
from uuid import UUID

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from profiles.domain.search import COUNTED, Count, Position, Wanted
from profiles.domain.traits import Gender
from profiles.storage.visibility import not_blocked

Statement = tuple[str, dict[str, Any]]

BIT_OF = {Gender.MALE: 1, Gender.FEMALE: 2}

# Search's row of a member, from the profile as this transaction sees it: made, brought up to date or taken away.
FORGET = """
    DELETE FROM search_rows s USING profiles p
    WHERE s.id = %(member)s AND p.member_id = s.id AND (p.state <> 'active' OR p.hidden OR p.invisible)
"""
REMEMBER = """
    INSERT INTO search_rows (id, pool, gender, seeks, country, region, birth_date, has_image, last_active)
    SELECT p.member_id, p.pool,
           CASE p.gender WHEN 'male' THEN 1 ELSE 2 END,
           ('male' = ANY(p.seeks))::int + 2 * ('female' = ANY(p.seeks))::int,
           p.country, p.region, p.birth_date,
           EXISTS (SELECT FROM photos WHERE member_id = p.member_id AND status = 'active'),
           p.last_active_at
    FROM profiles p WHERE {which} AND p.state = 'active' AND NOT p.hidden AND NOT p.invisible
    ON CONFLICT (id) DO UPDATE SET
        pool = excluded.pool,
        gender = excluded.gender, seeks = excluded.seeks, country = excluded.country, region = excluded.region,
        birth_date = excluded.birth_date, has_image = excluded.has_image, last_active = excluded.last_active
"""


class SearchRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def page(self, viewer_id: UUID, wanted: Wanted, after: Position | None, limit: int) -> list[Position]:
        return find_page(self._session.connection(), viewer_id, wanted, after, limit)

    def count(self, viewer_id: UUID, wanted: Wanted) -> Count:
        return count_found(self._session.connection(), viewer_id, wanted)

    def refresh(self, member_id: UUID) -> None:
        """Let search know of this profile what the transaction has changed. The profile's row must be locked by it."""
        for statement in (FORGET, REMEMBER.format(which="p.member_id = %(member)s")):
            self._session.connection().exec_driver_sql(statement, {"member": member_id})


def find_page(
    connection: Connection, viewer_id: UUID, wanted: Wanted, after: Position | None, limit: int
) -> list[Position]:
    """The next of those who fit and may be seen, newest active first. Too slow raises; it never shortens the list."""
    rows = connection.exec_driver_sql(*page_statement(viewer_id, wanted, after, limit))
    return [Position(last_active, member_id) for last_active, member_id in rows]


def count_found(connection: Connection, viewer_id: UUID, wanted: Wanted) -> Count:
    """How many fit and may be seen, counted as far as anyone reads."""
    counted: int = connection.exec_driver_sql(*count_statement(viewer_id, wanted)).scalar_one()
    return Count.of(counted)


def page_statement(viewer_id: UUID, wanted: Wanted, after: Position | None, limit: int) -> Statement:
    """Each gender is a walk of its own in page order; two are merged, because one walk cannot be in order over both.

    The limit is part of the text: a prepared plan that does not know it would sort everybody.
    """
    conditions, values = _conditions(viewer_id, wanted)
    if after is not None:
        conditions.append("(last_active, id) < (%(after)s, %(after_id)s)")
        values.update(after=after.last_active, after_id=after.id)
    order = f"ORDER BY last_active DESC, id DESC LIMIT {limit:d}"
    where = " AND ".join(conditions)
    walks = [
        f"(SELECT last_active, id FROM search_rows WHERE gender = {BIT_OF[gender]} AND {where} {order})"  # noqa: S608
        for gender in wanted.genders
    ]
    return (f"{' UNION ALL '.join(walks)} {order}" if len(walks) > 1 else walks[0]), values


def count_statement(viewer_id: UUID, wanted: Wanted) -> Statement:
    conditions, values = _conditions(viewer_id, wanted)
    where, limit = " AND ".join(conditions), f"LIMIT {COUNTED + 1}"
    some = [
        f"(SELECT 1 FROM search_rows WHERE gender = {BIT_OF[gender]} AND {where} {limit})"  # noqa: S608
        for gender in wanted.genders
    ]
    found = " UNION ALL ".join(some)
    return f"SELECT count(*) FROM (SELECT FROM ({found}) AS fitting {limit}) AS found", values  # noqa: S608


def _conditions(viewer_id: UUID, wanted: Wanted) -> tuple[list[str], dict[str, Any]]:
    conditions = ["pool = %(pool)s", f"(seeks & {BIT_OF[wanted.seeking]}) <> 0", "id <> %(viewer)s", not_blocked("id")]
    values: dict[str, Any] = {"viewer": viewer_id, "pool": wanted.pool}
    # A region lies in one country, so its index answers for both.
    if wanted.region is not None:
        conditions.append("region = %(region)s")
        values["region"] = wanted.region
    elif wanted.country is not None:
        conditions.append("country = %(country)s")
        values["country"] = wanted.country
    if wanted.born_after is not None:
        conditions.append("birth_date > %(born_after)s")
        values["born_after"] = wanted.born_after
    if wanted.born_until is not None:
        conditions.append("birth_date <= %(born_until)s")
        values["born_until"] = wanted.born_until
    if wanted.with_photo:
        conditions.append("has_image")
    return conditions, values
