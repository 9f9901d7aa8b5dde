"""Traits and interests as bit masks, so that search tests any combination of them by a few ANDs.

A value's bit follows from its position in its list: lists grow at their end and lose nothing.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache, lru_cache

from profiles.domain.interests import Interest
from profiles.domain.traits import TRAITS

# A mask of traits consists of words, one bigint column of the search tables each. A word has room for six traits of up
# to ten values: 60 of the 63 bits that are not the sign.
VALUES_MOST = 10
TRAITS_IN_WORD = 6
WORD_BITS = 64
WORDS = 5
INTERESTS = tuple(Interest)


def word_of(name: str) -> int:
    """The number of the word that has this trait."""
    return list(TRAITS).index(name) // TRAITS_IN_WORD


@cache
def trait_bits(name: str) -> dict[str, int]:
    """The bit of every value this trait can have, in the mask of all words."""
    return bits_at(list(TRAITS).index(name), TRAITS[name])


def bits_at(position: int, values: type[StrEnum]) -> dict[str, int]:
    """The bits of the values of the trait at this position of the list. Raises ValueError when there is no room."""
    word, slot = divmod(position, TRAITS_IN_WORD)
    if word >= WORDS or len(values) > VALUES_MOST:
        raise ValueError(f"no room for trait {position} with {len(values)} values")
    start = word * WORD_BITS + slot * VALUES_MOST
    return {str(value): 1 << (start + number) for number, value in enumerate(values)}


def split(mask: int) -> tuple[int, int]:
    """The word of a mask of one trait, and the mask within that word."""
    word = (mask.bit_length() - 1) // WORD_BITS
    return word, mask >> (word * WORD_BITS)


@cache
def interest_bits() -> dict[str, int]:
    return {str(interest): 1 << number for number, interest in enumerate(INTERESTS)}


def any_of(bits: Mapping[str, int], keys: Collection[str]) -> int:
    """The mask of these keys."""
    return sum(bits[key] for key in set(keys))


@lru_cache(maxsize=4096)
def interests_mask(interests: tuple[str, ...]) -> int:
    """The mask of these interests; unknown ones have no bit."""
    bits = interest_bits()
    return sum(bits[interest] for interest in set(interests) if interest in bits)


def interests_in(mask: int) -> tuple[Interest, ...]:
    return tuple(INTERESTS[number] for number in range(mask.bit_length()) if mask >> number & 1)
