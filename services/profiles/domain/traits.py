"""Values of the multiple-choice fields of a profile. `domain/fields.py` lists the fields."""

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


class LookingFor(StrEnum):
    RELATIONSHIP = "relationship"
    DATING = "dating"
    FRIENDS = "friends"
    CHAT = "chat"


class HasChildren(StrEnum):
    NO = "no"
    YES = "yes"
    GROWN_UP = "grown_up"


class WantsChildren(StrEnum):
    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class Smoking(StrEnum):
    NO = "no"
    SOMETIMES = "sometimes"
    YES = "yes"
    STOPPING = "stopping"


class Education(StrEnum):
    SCHOOL = "school"
    VOCATIONAL = "vocational"
    BACHELOR = "bachelor"
    MASTER = "master"
    DOCTORATE = "doctorate"


class Religion(StrEnum):
    NONE = "none"
    SPIRITUAL = "spiritual"
    CATHOLIC = "catholic"
    PROTESTANT = "protestant"
    ORTHODOX = "orthodox"
    MUSLIM = "muslim"
    JEWISH = "jewish"
    HINDU = "hindu"
    BUDDHIST = "buddhist"
    ANOTHER = "another"


class Language(StrEnum):
    """Languages spoken, by ISO 639-1; the platform names them in the member's language."""

    DUTCH = "nl"
    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es"
    ITALIAN = "it"
    POLISH = "pl"
    DANISH = "da"
    SWEDISH = "sv"
    NORWEGIAN = "nb"
    FINNISH = "fi"
    PORTUGUESE = "pt"
    TURKISH = "tr"
    ARABIC = "ar"
    RUSSIAN = "ru"
    UKRAINIAN = "uk"
    ROMANIAN = "ro"
    HUNGARIAN = "hu"
    CZECH = "cs"
    GREEK = "el"
    CHINESE = "zh"
    HINDI = "hi"


def sexuality_of(gender: Gender, seeks: Collection[Gender]) -> Sexuality | None:
    """Derive the sexuality from gender and `seeks`; None for "not said". It is never entered by itself."""
    if not seeks:
        return None
    if len(set(seeks)) > 1:
        return Sexuality.BI
    if gender not in seeks:
        return Sexuality.HETERO
    return Sexuality.GAY if gender is Gender.MALE else Sexuality.LESBIAN
