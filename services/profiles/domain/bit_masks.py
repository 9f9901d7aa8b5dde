"""Traits and interests as bit masks, so that search tests any combination of them by a few ANDs.

A value's bit follows from its position in its list: lists grow at their end and lose nothing. Numbers and the values
that a member accepts of others (`ACCEPTED`) have slots of their own in the same words (decision 0038).
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache, lru_cache

from shared.sites.interests import Interest

from profiles.domain.fields import ACCEPTED, NUMBERS, TRAITS

# A mask of traits consists of words, one bigint column of the search tables each. A word has six slots of ten bits: 60
# of the 63 bits that are not the sign.
SLOT_BITS = 10
SLOTS_IN_WORD = 6
WORD_BITS = 64
WORDS = 5
SLOTS = WORDS * SLOTS_IN_WORD
# Set while the member has the verified badge: the first bit of the first word after its slots.
VERIFIED = 1 << (SLOTS_IN_WORD * SLOT_BITS)
# The last word has what members accept of others. It is null for members without such a condition.
ACCEPTED_SLOT = (WORDS - 1) * SLOTS_IN_WORD
INTERESTS = tuple(Interest)


@cache
def slot_of(name: str) -> int:
    """The first slot of this trait."""
    names = list(TRAITS)
    return sum(TRAITS[before].slots for before in names[: names.index(name)])


@cache
def trait_bits(name: str) -> dict[str, int]:
    """The bit of every value this trait can have, in the mask of all words."""
    return bits_at(slot_of(name), TRAITS[name].values, TRAITS[name].slots)


@cache
def accepted_bits(name: str) -> dict[str, int]:
    """The bit of every value that members can accept of this trait of others."""
    return bits_at(ACCEPTED_SLOT + list(ACCEPTED).index(name), TRAITS[name].values)


def bits_at(slot: int, values: type[StrEnum], slots: int = 1) -> dict[str, int]:
    """The bits of these values in the slots from this one on. Raises ValueError when there is no room.

    A trait lies within one word, so that one test of one column answers for it.
    """
    word, place = divmod(slot, SLOTS_IN_WORD)
    if word >= WORDS or place + slots > SLOTS_IN_WORD or len(values) > slots * SLOT_BITS:
        raise ValueError(f"no room for {len(values)} values in slot {slot}")
    start = word * WORD_BITS + place * SLOT_BITS
    return {str(value): 1 << (start + number) for number, value in enumerate(values)}


def number_at(name: str) -> tuple[int, int]:
    """The word of a number, and its first bit there."""
    word, place = divmod(NUMBERS[name].slot, SLOTS_IN_WORD)
    return word, place * SLOT_BITS


def split(mask: int) -> tuple[int, int]:
    """The word of a mask of one trait, and the mask within that word."""
    word = (mask.bit_length() - 1) // WORD_BITS
    return word, mask >> (word * WORD_BITS)


def bits_in_word(bits: Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """The word of a trait's bits, and the bits within that word."""
    word = split(next(iter(bits.values())))[0]
    return word, {value: split(bit)[1] for value, bit in bits.items()}


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
