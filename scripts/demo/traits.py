"""What a demo profile can say about itself; the keys the rest of the platform uses."""

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
