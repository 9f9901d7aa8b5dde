"""Search's statements. They are plain, so that any connection can run them; `docs/decisions` says why they are so."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from servicekit.storage.statement import rows_of
from sqlalchemy.orm import Session

from profiles.domain.marks import TRAITS, interest_bits, trait_bits
from profiles.domain.search import COUNTED, FEW, Count, Hit, Position, Wanted
from profiles.domain.traits import Gender
from profiles.storage.search_shares import BIT_OF, INTERESTS_FROM, KnownShares, kind_of, tokens_of
from profiles.storage.visibility import not_blocked

Statement = tuple[str, dict[str, Any]]

ASKED_BACK = "id, wants_from, wants_to"
HIT = "last_active, id, birth_date, interests, town_id, has_image"


def _bits(column: str, bits: Mapping[str, int]) -> str:
    cases = " ".join(f"WHEN '{value}' THEN {bit}" for value, bit in bits.items())
    return f"CASE {column} {cases} ELSE 0 END::bigint"


# Search's row of a member, from the profile as this transaction sees it: made, brought up to date or taken away.
FORGET = """
    DELETE FROM search_rows s USING profiles p
    WHERE s.id = %(member)s AND p.member_id = s.id AND (p.state <> 'active' OR p.hidden OR p.invisible)
"""
# Who does not show it is not found by it either.
COLUMN_OF = {"sexuality": "(CASE WHEN p.sexuality_shown THEN p.sexuality END)"}
REMEMBER_COLUMNS = (
    "pool, gender, seeks, country, region, birth_date, has_image, last_active,"
    " traits, interests, town_id, wants_from, wants_to"
)
REMEMBER = f"""
    INSERT INTO search_rows (id, {REMEMBER_COLUMNS})
    SELECT p.member_id, p.pool,
           CASE p.gender WHEN 'male' THEN 1 ELSE 2 END,
           ('male' = ANY(p.seeks))::int + 2 * ('female' = ANY(p.seeks))::int,
           p.country, p.region, p.birth_date,
           EXISTS (SELECT FROM photos WHERE member_id = p.member_id AND status = 'active'),
           p.last_active_at,
           {" + ".join(_bits(COLUMN_OF.get(name, f"p.{name}"), trait_bits(name)) for name in TRAITS)},
           (SELECT coalesce(bit_or({_bits("interest", interest_bits())}), 0) FROM unnest(p.interests) interest),
           p.town_id, p.wants_from, p.wants_to
    FROM profiles p WHERE {{which}} AND p.state = 'active' AND NOT p.hidden AND NOT p.invisible
    ON CONFLICT (id) DO UPDATE SET ({REMEMBER_COLUMNS})
        = ({", ".join(f"excluded.{name}" for name in REMEMBER_COLUMNS.split(", "))})
"""  # noqa: S608


class SearchRepository:
    def __init__(self, session: Session, shares: KnownShares) -> None:
        self._session, self._shares = session, shares

    def begin(self, viewer_id: UUID | None, wanted: Wanted, limit: int, most: int = COUNTED) -> tuple[Count, list[Hit]]:
        """How many fit, and the first of them, newest active first. Too slow raises; it never shortens the list."""
        rare = self._is_rare(wanted)
        first, *others = self._run(begin_statement(viewer_id, wanted, limit, most, rare=rare))
        count = Count.of(first[0], most)
        if wanted.seeking is None or not count.is_few:
            return count, self.page(viewer_id, wanted, None, limit, few=False) if count.value else []
        return count, [_hit(row[1:]) for row in (first, *others) if row[1] is not None]

    def page(
        self, viewer_id: UUID | None, wanted: Wanted, after: Position | None, limit: int, *, few: bool
    ) -> list[Hit]:
        """The next who fit and may be seen. `few` says how to look, not whom to find."""
        rare = few and self._is_rare(wanted)
        return [_hit(row) for row in self._run(page_statement(viewer_id, wanted, after, limit, few=few, rare=rare))]

    def count(self, viewer_id: UUID | None, wanted: Wanted, most: int = COUNTED) -> Count:
        counted = self._run(count_statement(viewer_id, wanted, most, rare=self._is_rare(wanted)))
        return Count.of(counted[0][0], most)

    def refresh(self, member_id: UUID) -> None:
        """Let search know of this profile what the transaction has changed. The profile's row must be locked by it."""
        for statement in (FORGET, REMEMBER.format(which="p.member_id = %(member)s")):
            self._session.connection().exec_driver_sql(statement, {"member": member_id})

    def _run(self, statement: Statement) -> Sequence[Any]:
        return rows_of(self._session, *statement)

    def _is_rare(self, wanted: Wanted) -> bool:
        return bool(wanted.traits or wanted.interests) and self._shares().is_rare(wanted)


def _hit(row: Sequence[Any]) -> Hit:
    active, member, born, likes, town, image = row
    return Hit(Position(active, member), born, likes, town, image)


def begin_statement(
    viewer_id: UUID | None, wanted: Wanted, limit: int, most: int = COUNTED, *, rare: bool = False
) -> Statement:
    """How many there are and, when they are few, the first page, by one reading; a walk for many is asked apart."""
    if wanted.seeking is None:
        return count_statement(viewer_id, wanted, most)
    some, values = _some_facts(viewer_id, wanted, f"LIMIT {most + 1:d}", rare=rare)
    return (
        f"WITH fitting AS MATERIALIZED (SELECT id FROM ({some}) AS every LIMIT {most + 1:d}),"  # noqa: S608
        " counted AS MATERIALIZED (SELECT count(*) AS n FROM fitting)"
        f" SELECT n, {HIT} FROM counted LEFT JOIN LATERAL ("
        f"SELECT found.* FROM fitting CROSS JOIN LATERAL ({FETCH}) AS found"
        f" WHERE n <= {min(FEW, most):d} {_order(limit)}"
        f") AS page ON true {ORDER}"
    ), values


def page_statement(
    viewer_id: UUID | None, wanted: Wanted, after: Position | None, limit: int, *, few: bool, rare: bool = False
) -> Statement:
    """Many are met soon by walking along the order; few are fetched by what they are, and sorted.

    Each gender is a walk of its own in page order; two are merged, because one walk cannot be in order over both.
    The limit is part of the text: a prepared plan that does not know it would sort everybody.
    """
    if few and wanted.seeking is not None:
        some, values = _some_facts(viewer_id, wanted, rare=rare)
        where = "WHERE (found.last_active, found.id) < (%(after)s, %(after_id)s)" if after else ""
        statement = f"SELECT found.* FROM ({some}) AS fitting CROSS JOIN LATERAL ({FETCH}) AS found {where}"  # noqa: S608
        return f"{statement} {_order(limit)}", values | _after(after)
    conditions, values = _all_conditions(viewer_id, wanted)
    if after is not None:
        conditions.append("(last_active, id) < (%(after)s, %(after_id)s)")
    walks = [
        _one_gender(gender, f"SELECT {HIT} FROM search_rows", conditions, _order(limit))  # noqa: S608
        for gender in wanted.genders
    ]
    return (f"{' UNION ALL '.join(walks)} {_order(limit)}" if len(walks) > 1 else walks[0]), values | _after(after)


def count_statement(viewer_id: UUID | None, wanted: Wanted, most: int = COUNTED, *, rare: bool = False) -> Statement:
    limit = f"LIMIT {most + 1:d}"
    if wanted.seeking is not None:
        some, values = _some_facts(viewer_id, wanted, limit, rare=rare)
    else:
        conditions, values = _all_conditions(viewer_id, wanted)
        some = " UNION ALL ".join(
            _one_gender(gender, "SELECT id FROM search_rows", conditions, limit) for gender in wanted.genders
        )
    return f"SELECT count(*) FROM (SELECT FROM ({some}) AS fitting {limit}) AS found", values  # noqa: S608


# Whoever fits is looked up by id; joined freely, the planner might read everyone instead.
FETCH = f"SELECT {HIT} FROM search_rows WHERE id = fitting.id OFFSET 0"  # noqa: S608
ORDER = "ORDER BY last_active DESC, id DESC"


def _order(limit: int) -> str:
    return f"{ORDER} LIMIT {limit:d}"


def _after(after: Position | None) -> dict[str, Any]:
    return {"after": after.last_active, "after_id": after.id} if after else {}


def _some_facts(viewer_id: UUID | None, wanted: Wanted, end: str = "", *, rare: bool) -> tuple[str, dict[str, Any]]:
    """Those who fit, in no order: by the index that leads to their place and age, or by the lists of each trait.

    What costs least and tells most apart is tested first, and the planner is kept from mixing it with the rest: of
    half a million entries only the few that pass are looked up among the blocked.
    """
    conditions, values = _conditions(wanted, of_facts=True)
    mutual, asked_back = _mutual(viewer_id, wanted)
    parts = []
    for gender in wanted.genders:
        lists: list[str] = []
        if rare and wanted.seeking is not None:
            kind = kind_of(wanted.pool, gender, wanted.seeking)
            masks = [*((mask, 0) for mask in wanted.traits), (wanted.interests, INTERESTS_FROM)]
            for number, (mask, start) in enumerate(masks):
                if mask:
                    name = f"{gender}{number}"
                    lists.append(f"search_tokens(pool, gender, sought, traits, interests) && %({name})s::int[]")
                    values[name] = tokens_of(kind, mask, start)
        some = _one_gender(gender, f"SELECT {ASKED_BACK} FROM search_facts", [*lists, *conditions], "OFFSET 0")  # noqa: S608
        where = f"WHERE {' AND '.join(mutual)}" if mutual else ""
        parts.append(f"(SELECT id FROM {some} AS asked {where} {end})")  # noqa: S608
    return " UNION ALL ".join(parts), values | asked_back


def _one_gender(gender: Gender, select: str, conditions: list[str], end: str) -> str:
    return f"({' AND '.join([f'{select} WHERE gender = {BIT_OF[gender]}', *conditions])} {end})"


def _all_conditions(viewer_id: UUID | None, wanted: Wanted) -> tuple[list[str], dict[str, Any]]:
    conditions, values = _conditions(wanted, of_facts=False)
    mutual, asked_back = _mutual(viewer_id, wanted)
    return conditions + mutual, values | asked_back


def _conditions(wanted: Wanted, *, of_facts: bool) -> tuple[list[str], dict[str, Any]]:
    """What the viewer asks for."""
    conditions = ["pool = %(pool)s"]
    values: dict[str, Any] = {"pool": wanted.pool}
    if wanted.seeking is not None:
        bit = BIT_OF[wanted.seeking]
        conditions.append(f"sought = {bit}" if of_facts else f"(seeks & {bit}) <> 0")
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
    # The fewer values of a trait will do, the fewer members have one.
    for number, mask in enumerate(sorted(wanted.traits, key=int.bit_count)):
        conditions.append(f"(traits & %(trait{number})s) <> 0")
        values[f"trait{number}"] = mask
    if wanted.interests:
        conditions.append("(interests & %(interests)s) <> 0")
        values["interests"] = wanted.interests
    if wanted.nearness is not None:
        elsewhere = "(town_id IS NULL OR town_id <> ALL(%(towns)s))"
        conditions.append(elsewhere if wanted.nearness.elsewhere else "town_id = ANY(%(towns)s)")
        values["towns"] = list(wanted.nearness.towns)
    return conditions, values


def _mutual(viewer_id: UUID | None, wanted: Wanted) -> tuple[list[str], dict[str, Any]]:
    """What those found ask for themselves: no block, and the viewer's age."""
    conditions: list[str] = []
    values: dict[str, Any] = {}
    if wanted.aged is not None:
        conditions.append("%(aged)s BETWEEN wants_from AND wants_to")
        values["aged"] = wanted.aged
    if viewer_id is not None:
        conditions += ["id <> %(viewer)s", not_blocked("id")]
        values["viewer"] = viewer_id
    return conditions, values
