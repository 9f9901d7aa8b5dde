"""Traits and interests as bits of a number each, so that search asks any mixture of them by two tests.

A key's bit is its place in its list: lists grow at their end and lose nothing.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum

from profiles.domain.interests import Interest
from profiles.domain.traits import BodyType, EyeColour, HairColour, RelationshipStatus, Sexuality, Tattoos

# Ten bits for each, of which a few are taken.
ROOM = 10
TRAITS: dict[str, type[StrEnum]] = {
    "relationship_status": RelationshipStatus,
    "sexuality": Sexuality,
    "body_type": BodyType,
    "hair_colour": HairColour,
    "eye_colour": EyeColour,
    "tattoos": Tattoos,
}


def trait_bits(name: str) -> dict[str, int]:
    """The bit of every value this trait can have."""
    start = list(TRAITS).index(name) * ROOM
    return {str(value): 1 << (start + place) for place, value in enumerate(TRAITS[name])}


def interest_bits() -> dict[str, int]:
    return {str(interest): 1 << place for place, interest in enumerate(Interest)}


def traits_mask(values: Mapping[str, str | None]) -> int:
    return sum(trait_bits(name)[value] for name, value in values.items() if value is not None)


def any_of(bits: Mapping[str, int], keys: Collection[str]) -> int:
    return sum(bits[key] for key in set(keys))


def interests_mask(interests: Iterable[str]) -> int:
    """What is not on our list (any more) has no bit."""
    bits = interest_bits()
    return sum(bits[interest] for interest in set(interests) if interest in bits)


def interests_in(mask: int) -> tuple[Interest, ...]:
    return tuple(interest for place, interest in enumerate(Interest) if mask >> place & 1)
