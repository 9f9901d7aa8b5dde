"""Conditions of search's statements, over columns that both search tables have."""

from typing import Any
from uuid import UUID

from profiles.domain.bit_masks import SLOT_BITS, VERIFIED, number_at, split
from profiles.domain.search import Criteria
from profiles.storage.search_shares import BIT_OF
from profiles.storage.search_words import WORD_COLUMNS
from profiles.storage.visibility import not_blocked, not_known_contact


def conditions_of(criteria: Criteria, *, of_facts: bool) -> tuple[list[str], dict[str, Any]]:
    """Conditions of the viewer's filters, and of what viewer and member accept of each other."""
    conditions = ["pool = %(pool)s"]
    values: dict[str, Any] = {"pool": criteria.pool}
    if criteria.seeking is not None:
        bit = BIT_OF[criteria.seeking]
        conditions.append(f"sought = {bit}" if of_facts else f"(seeks & {bit}) <> 0")
    # A region lies in one country, so its index answers for both.
    if criteria.region is not None:
        conditions.append("region = %(region)s")
        values["region"] = criteria.region
    elif criteria.country is not None:
        conditions.append("country = %(country)s")
        values["country"] = criteria.country
    for column, operator, name in (
        ("birth_date", ">", "born_after"),
        ("birth_date", "<=", "born_until"),
        ("joined_on", ">=", "joined_since"),
        ("last_active", ">=", "active_since"),
    ):
        if (value := getattr(criteria, name)) is not None:
            conditions.append(f"{column} {operator} %({name})s")
            values[name] = value
    if criteria.with_photo:
        conditions.append("has_image")
    for more, their_values in (_traits(criteria), _accepted(criteria)):
        conditions += more
        values |= their_values
    if criteria.nearness is not None:
        elsewhere = "(town_id IS NULL OR town_id <> ALL(%(towns)s::int[]))"
        conditions.append(elsewhere if criteria.nearness.elsewhere else "town_id = ANY(%(towns)s::int[])")
        # As a literal: the driver takes a microsecond for each element of a list.
        values["towns"] = f"{{{','.join(map(str, criteria.nearness.towns))}}}"
    return conditions, values


def _traits(criteria: Criteria) -> tuple[list[str], dict[str, Any]]:
    conditions: list[str] = []
    values: dict[str, Any] = {}
    # The fewer values of a trait will do, the fewer members have one.
    for number, mask in enumerate(sorted(criteria.traits, key=int.bit_count)):
        word, bits = split(mask)
        conditions.append(f"({WORD_COLUMNS[word]} & %(trait{number})s) <> 0")
        values[f"trait{number}"] = bits
    if criteria.is_unverified:
        # Not `= 0`, of which the planner expects 0.5 % of the rows.
        conditions.append(f"(~{WORD_COLUMNS[0]} & {VERIFIED}) <> 0")
    for name, (least, most) in criteria.numbers:
        word, start = number_at(name)
        value = f"({WORD_COLUMNS[word]} >> {start} & {(1 << SLOT_BITS) - 1})"
        # Compared with zero like a mask: of a plain BETWEEN over an expression the planner expects 0.5 % of the rows,
        # and it would leave the scan in page order.
        conditions.append(f"({value} BETWEEN %({name}_least)s AND %({name}_most)s)::int <> 0")
        values |= {f"{name}_least": least, f"{name}_most": most}
    if criteria.interests:
        conditions.append("(interests & %(interests)s) <> 0")
        values["interests"] = criteria.interests
    return conditions, values


def _accepted(criteria: Criteria) -> tuple[list[str], dict[str, Any]]:
    """Conditions that both accept of the other what they say; saying nothing is accepted."""
    conditions: list[str] = []
    values: dict[str, Any] = {}
    for number, (accepted, every) in enumerate(criteria.accepted):
        word = f"coalesce({WORD_COLUMNS[split(every)[0]]}, 0)"
        conditions.append(f"(({word} & %(accepts{number})s) <> 0 OR ({word} & {split(every)[1]}) = 0)")
        values[f"accepts{number}"] = split(accepted)[1]
    for number, said in enumerate(criteria.said):
        conditions.append(f"coalesce({WORD_COLUMNS[-1]} & %(said{number})s, 1) <> 0")
        values[f"said{number}"] = split(said)[1]
    return conditions, values


def mutual_conditions(viewer_id: UUID | None, criteria: Criteria) -> tuple[list[str], dict[str, Any]]:
    """Conditions of the members found: no block, nobody known, and the viewer's age in their range."""
    conditions: list[str] = []
    values: dict[str, Any] = {}
    if criteria.aged is not None:
        conditions.append("%(aged)s BETWEEN wants_from AND wants_to")
        values["aged"] = criteria.aged
    if viewer_id is not None:
        conditions += ["id <> %(viewer)s", not_blocked("id"), not_known_contact("id")]
        values["viewer"] = viewer_id
    return conditions, values
