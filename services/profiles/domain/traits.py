"""Traits: the one list of a profile's multiple-choice fields.

Columns, API models, SQL and search filters follow from `TRAITS`; texts are in the locales. CONTRIBUTING.md lists the
other files of a new trait.
"""

from collections.abc import Collection
from enum import StrEnum


class Gender(StrEnum):
    MALE = "male"
    FEMALE = "female"


class Sexuality(StrEnum):
    HETERO = "hetero"
    GAY = "gay"
    LESBIAN = "lesbian"
    BI = "bi"


class RelationshipStatus(StrEnum):
    SINGLE = "single"
    DIVORCED = "divorced"
    WIDOWED = "widowed"
    SEPARATED = "separated"
    RATHER_NOT_SAY = "rather_not_say"


class HairColour(StrEnum):
    BLACK = "black"
    BROWN = "brown"
    LIGHT_BROWN = "light_brown"
    BLOND = "blond"
    RED = "red"
    GREY = "grey"
    WHITE = "white"
    BALD = "bald"


class EyeColour(StrEnum):
    BROWN = "brown"
    HAZEL = "hazel"
    GREEN = "green"
    BLUE = "blue"
    GREY = "grey"


class BodyType(StrEnum):
    SLIM = "slim"
    AVERAGE = "average"
    ATHLETIC = "athletic"
    CURVY = "curvy"
    SOLID = "solid"


class Tattoos(StrEnum):
    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


# Every trait by the name of its column, with its values. Both lists grow at their end and lose nothing, because the
# position of a value is its bit in search (`domain/bit_masks.py`).
TRAITS: dict[str, type[StrEnum]] = {
    "relationship_status": RelationshipStatus,
    "sexuality": Sexuality,
    "body_type": BodyType,
    "hair_colour": HairColour,
    "eye_colour": EyeColour,
    "tattoos": Tattoos,
}
# Derived from gender and `seeks`, never entered.
SEXUALITY = "sexuality"


def sexuality_of(gender: Gender, seeks: Collection[Gender]) -> Sexuality | None:
    """Derive the sexuality from gender and `seeks`; None for "not said". It is never entered by itself."""
    if not seeks:
        return None
    if len(set(seeks)) > 1:
        return Sexuality.BI
    if gender not in seeks:
        return Sexuality.HETERO
    return Sexuality.GAY if gender is Gender.MALE else Sexuality.LESBIAN
