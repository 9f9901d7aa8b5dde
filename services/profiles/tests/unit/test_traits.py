"""One list of traits: there is room for thirty slots, and everything made from the list has all of them."""

from enum import StrEnum
from itertools import combinations
from typing import get_args

import pytest
from shared.sites.search import PROFILE_FIELDS

from profiles.domain.bit_masks import (
    ACCEPTED_SLOT,
    SLOT_BITS,
    SLOTS,
    accepted_bits,
    any_of,
    bits_at,
    slot_of,
    split,
    trait_bits,
)
from profiles.domain.fields import ACCEPTED, FIELDS, NUMBERS, SEXUALITY, TRAITS
from profiles.domain.search import Criteria
from profiles.domain.traits import Gender
from profiles.storage.search import page_statement
from profiles.storage.search_words import WORD_COLUMNS
from profiles.storage.tables import FactRow, ProfileRow, SearchRow
from profiles.web.profile_models import ChangeProfile, ProfileOut
from profiles.web.search_models import SearchQuery

NINE = StrEnum("NINE", [f"value_{number}" for number in range(9)])  # type: ignore[misc]
TEN = StrEnum("TEN", [f"value_{number}" for number in range(SLOT_BITS)])  # type: ignore[misc]


def test_the_next_trait_with_nine_values_fits() -> None:
    taken = any_of(dict(enumerate_bits()), list(dict(enumerate_bits())))
    last = list(TRAITS)[-1]

    for bit in bits_at(slot_of(last) + TRAITS[last].slots, NINE).values():
        assert taken & bit == 0
        word, within = split(bit)
        assert within < 1 << 63
        assert WORD_COLUMNS[word] in SearchRow.__table__.columns


def enumerate_bits() -> list[tuple[str, int]]:
    said = [(f"{name}.{value}", bit) for name in TRAITS for value, bit in trait_bits(name).items()]
    accepted = [(f"{ACCEPTED[name]}.{value}", bit) for name in ACCEPTED for value, bit in accepted_bits(name).items()]
    measured = [(f"{name}.{bit}", bit) for name in NUMBERS for bit in bits_at(NUMBERS[name].slot, TEN).values()]
    return said + accepted + measured


def test_no_two_values_share_a_bit() -> None:
    bits = [bit for _, bit in enumerate_bits()]

    assert len(bits) == len(set(bits))
    assert all(slot_of(name) + TRAITS[name].slots <= ACCEPTED_SLOT for name in TRAITS)
    assert all(measure.most < 1 << SLOT_BITS for measure in NUMBERS.values())


def test_a_trait_of_several_slots_lies_within_one_word() -> None:
    with pytest.raises(ValueError, match="no room"):
        bits_at(5, NINE, slots=2)


def test_thirty_traits_of_ten_values_fit_and_share_no_bit() -> None:
    masks = [sum(bits_at(position, TEN).values()) for position in range(SLOTS)]

    assert all(one & other == 0 for one, other in combinations(masks, 2))
    # bigint has 63 bits beside the sign, and each word is a column of both search tables.
    assert all(split(mask)[1] < 1 << 63 for mask in masks)
    words = {WORD_COLUMNS[split(mask)[0]] for mask in masks}
    assert words == set(WORD_COLUMNS)
    assert words <= set(SearchRow.__table__.columns.keys()) & set(FactRow.__table__.columns.keys())


@pytest.mark.parametrize(("position", "values"), [(SLOTS, NINE), (0, StrEnum("ELEVEN", [f"v{n}" for n in range(11)]))])
def test_a_trait_without_room_is_refused(position: int, values: type[StrEnum]) -> None:
    with pytest.raises(ValueError, match="no room"):
        bits_at(position, values)


def test_the_bits_of_stored_rows_stay() -> None:
    # The layout that rows of earlier releases have: ten bits for each trait, in the order of the list.
    assert trait_bits("relationship_status")["single"] == 1
    assert trait_bits("sexuality")["hetero"] == 1 << 10
    assert trait_bits("body_type")["solid"] == 1 << 24
    assert trait_bits("hair_colour")["bald"] == 1 << 37
    assert trait_bits("eye_colour")["brown"] == 1 << 40
    assert trait_bits("tattoos")["several"] == 1 << 52
    assert trait_bits("looking_for")["relationship"] == 1 << 64
    assert trait_bits("religion")["another"] == 1 << (64 + 59)
    assert trait_bits("languages")["hi"] == 1 << (128 + 21)


def test_a_filter_tests_the_word_of_its_trait() -> None:
    masks = tuple(next(iter(bits_at(position, NINE).values())) for position in (0, 6, 12, 29))

    text, values = page_statement(None, Criteria((Gender.MALE,), traits=masks), None, 25, few=False)

    for column in ("traits", "traits_2", "traits_3", "traits_5"):
        assert f"({column} & " in text
    assert {values[f"trait{number}"] for number in range(4)} == {1, 1 << 50}


def test_models_columns_and_site_documents_have_every_field() -> None:
    names = set(FIELDS)

    assert names <= set(ProfileRow.__table__.columns.keys())
    assert names <= set(ProfileOut.model_fields)
    assert set(TRAITS) <= set(SearchQuery.model_fields)
    assert names - {SEXUALITY} <= set(ChangeProfile.model_fields)
    assert SEXUALITY not in ChangeProfile.model_fields
    assert set(PROFILE_FIELDS) == names | {"interests"}
    for name, trait in TRAITS.items():
        assert trait.values in get_args(ProfileOut.model_fields[name].annotation)
