"""What a profile can say about a member, as keys; the words for them are in the locales."""

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


def sexuality_of(gender: Gender, seeks: Collection[Gender]) -> Sexuality:
    """Follows from who one is and whom one seeks; it is never asked for by itself."""
    if len(set(seeks)) > 1:
        return Sexuality.BI
    if gender not in seeks:
        return Sexuality.HETERO
    return Sexuality.GAY if gender is Gender.MALE else Sexuality.LESBIAN
