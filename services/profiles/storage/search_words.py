"""Columns of the search tables that have the words of a trait mask (`domain/bit_masks.py`), as SQL writes them."""

from collections.abc import Mapping

from profiles.domain.bit_masks import VERIFIED, WORDS, accepted_bits, bits_in_word, interest_bits, number_at, trait_bits
from profiles.domain.fields import ACCEPTED, NUMBERS, TRAITS

# Words without traits are null and take no space in rows and indexes.
WORD_COLUMNS = ("traits", *(f"traits_{number}" for number in range(2, WORDS + 1)))
# A sexuality that is not shown is not searched by.
COLUMN_OF = {"sexuality": "(CASE WHEN p.sexuality_shown THEN p.sexuality END)"}


def _bit(column: str, bits: Mapping[str, int]) -> str:
    """The bit of the value of this column."""
    cases = " ".join(f"WHEN '{value}' THEN {bit}" for value, bit in bits.items())
    return f"CASE {column} {cases} ELSE 0 END::bigint"


def _mask(column: str, bits: Mapping[str, int]) -> str:
    """The bits of the values of this array; it may be null."""
    return f"(SELECT coalesce(bit_or({_bit('value', bits)}), 0) FROM unnest({column}) value)"  # noqa: S608


INTERESTS_MASK = _mask("p.interests", interest_bits())


IS_VERIFIED = f"""(CASE WHEN p.verified_photos IS NOT NULL AND (
    SELECT id FROM photos WHERE member_id = p.member_id AND status = 'active' ORDER BY position LIMIT 1
) = ANY(p.verified_photos) THEN {VERIFIED} ELSE 0 END)"""  # noqa: S608


def _written() -> dict[str, str]:
    """The expression of each word in use, by its column."""
    words: dict[int, list[str]] = {0: [IS_VERIFIED]}
    for name, trait in TRAITS.items():
        word, bits = bits_in_word(trait_bits(name))
        column = COLUMN_OF.get(name, f"p.{name}")
        words.setdefault(word, []).append(_mask(column, bits) if trait.is_several else _bit(column, bits))
    for name in NUMBERS:
        word, start = number_at(name)
        words.setdefault(word, []).append(f"(coalesce(p.{name}, 0)::bigint << {start})")
    written = {WORD_COLUMNS[word]: " + ".join(parts) for word, parts in sorted(words.items())}
    return written | {WORD_COLUMNS[-1]: _accepted()}


def _accepted() -> str:
    """The values that the member accepts of each trait: all of them when none is named, null without any condition."""
    parts = []
    for name, column in ACCEPTED.items():
        bits = bits_in_word(accepted_bits(name))[1]
        mask = _mask(f"p.{column}", bits)
        parts.append(f"CASE WHEN cardinality(p.{column}) = 0 THEN {sum(bits.values())} ELSE {mask} END")
    named = " + ".join(f"cardinality(p.{column})" for column in ACCEPTED.values())
    return f"CASE WHEN {named} > 0 THEN {' + '.join(parts)} END"


WORDS_WRITTEN = _written()
