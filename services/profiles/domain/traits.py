"""Traits: the one list of a profile's multiple-choice fields, and of its measurements.

Columns, API models, SQL and search filters follow from `TRAITS` and `MEASUREMENTS`; texts are in the locales.
CONTRIBUTING.md lists the other files of a new trait.
"""

from collections.abc import Collection
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Trait:
    """A multiple-choice field. With `is_several` a member chooses any number of its values.

    `slots` is its room in the search masks, ten values each.
    """

    values: type[StrEnum]
    is_several: bool = False
    slots: int = 1


@dataclass(frozen=True, slots=True)
class Measurement:
    """A whole number from `least` to `most`, stored in the slot of the search masks with this number."""

    least: int
    most: int
    slot: int


# Every trait by the name of its column. The list and the values of each grow at their end and lose nothing, because the
# position of a value is its bit in search (`domain/bit_masks.py`).
TRAITS: dict[str, Trait] = {
    "relationship_status": Trait(RelationshipStatus),
    "sexuality": Trait(Sexuality),
    "body_type": Trait(BodyType),
    "hair_colour": Trait(HairColour),
    "eye_colour": Trait(EyeColour),
    "tattoos": Trait(Tattoos),
    "looking_for": Trait(LookingFor, is_several=True),
    "has_children": Trait(HasChildren),
    "wants_children": Trait(WantsChildren),
    "smoking": Trait(Smoking),
    "education": Trait(Education),
    "religion": Trait(Religion),
    "languages": Trait(Language, is_several=True, slots=3),
}
MEASUREMENTS: dict[str, Measurement] = {"height_cm": Measurement(least=120, most=230, slot=17)}
# Derived from gender and `seeks`, never entered.
SEXUALITY = "sexuality"
# A special category of data, stored only with the consent of the same name.
RELIGION = "religion"
# Traits of which a member may accept some values only, by the column with these values. It works both ways: the member
# neither finds nor is found by members who say another value. Saying nothing is accepted.
ACCEPTED = {name: f"accepts_{name}" for name in ("looking_for", "has_children", "wants_children")}


def sexuality_of(gender: Gender, seeks: Collection[Gender]) -> Sexuality | None:
    """Derive the sexuality from gender and `seeks`; None for "not said". It is never entered by itself."""
    if not seeks:
        return None
    if len(set(seeks)) > 1:
        return Sexuality.BI
    if gender not in seeks:
        return Sexuality.HETERO
    return Sexuality.GAY if gender is Gender.MALE else Sexuality.LESBIAN
