"""Traits and interests as bits of a number each, so that search asks any mixture of them by two tests.

A key's bit is its place in its list: lists grow at their end and lose nothing.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache, lru_cache

from profiles.domain.interests import Interest
from profiles.domain.traits import BodyType, EyeColour, HairColour, RelationshipStatus, Sexuality, Tattoos

# Ten bits for each, of which a few are taken.
ROOM = 10
EVERY_INTEREST = tuple(Interest)
TRAITS: dict[str, type[StrEnum]] = {
    "relationship_status": RelationshipStatus,
    "sexuality": Sexuality,
    "body_type": BodyType,
    "hair_colour": HairColour,
    "eye_colour": EyeColour,
    "tattoos": Tattoos,
}


@cache
def trait_bits(name: str) -> dict[str, int]:
    """The bit of every value this trait can have."""
    start = list(TRAITS).index(name) * ROOM
    return {str(value): 1 << (start + place) for place, value in enumerate(TRAITS[name])}


@cache
def interest_bits() -> dict[str, int]:
    return {str(interest): 1 << place for place, interest in enumerate(Interest)}


def any_of(bits: Mapping[str, int], keys: Collection[str]) -> int:
    return sum(bits[key] for key in set(keys))


@lru_cache(maxsize=4096)
def interests_mask(interests: tuple[str, ...]) -> int:
    """What is not on our list (any more) has no bit."""
    bits = interest_bits()
    return sum(bits[interest] for interest in set(interests) if interest in bits)


def interests_in(mask: int) -> tuple[Interest, ...]:
    return tuple(EVERY_INTEREST[place] for place in range(mask.bit_length()) if mask >> place & 1)
