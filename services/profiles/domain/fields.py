"""Profile fields: the one list of what members say of themselves.

Columns, API models, SQL, search filters, moderation, export, demonstration and import follow from `FIELDS`. Texts are
in the locales. CONTRIBUTING.md lists the other files of a new field.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from shared.kit.core import tame

from profiles.domain import traits
from profiles.errors import TextTooLong


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field that others see where the site shows it; with `is_private` its member alone does."""

    is_private: bool = False
    is_exported: bool = True

    @property
    def unsaid(self) -> Any:
        """The value of a member who said nothing."""
        return None


@dataclass(frozen=True, slots=True)
class Text(Field):
    """Words of the member's own. Where `is_moderated`, contact details in them open a case, and the site may hold them.

    Not searched: the rows of search have bits and no texts.
    """

    longest: int
    is_moderated: bool = True

    def checked(self, name: str, text: str | None) -> str | None:
        """Normalise the text; None for a blank one. Raises TextTooLong."""
        words = tame(unicodedata.normalize("NFC", text or "")).replace("\r\n", "\n").strip()
        if len(words) > self.longest:
            raise TextTooLong(field=name, limit=self.longest)
        return words or None


@dataclass(frozen=True, slots=True)
class Number(Field):
    """A whole number from `least` to `most`, searched in the slot of the masks with this number.

    `asked` names it in search requests: `min_<asked>` and `max_<asked>`.
    """

    least: int
    most: int
    slot: int
    asked: str
    unit: str


@dataclass(frozen=True, slots=True)
class Trait(Field):
    """A multiple-choice field. With `is_several` a member chooses any number of its values.

    `slots` is its room in the search masks, ten values each.
    """

    values: type[StrEnum]
    is_several: bool = False
    slots: int = 1

    @property
    def unsaid(self) -> Any:
        return [] if self.is_several else None


# Every field by the name of its column. Traits and the values of each grow at their end and lose nothing, because the
# position of a value is its bit in search (`domain/bit_masks.py`).
FIELDS: dict[str, Text | Number | Trait] = {
    "about": Text(longest=1000),
    "height_cm": Number(least=120, most=230, slot=17, asked="height", unit="In centimetres"),
    "relationship_status": Trait(traits.RelationshipStatus),
    "sexuality": Trait(traits.Sexuality),
    "body_type": Trait(traits.BodyType),
    "hair_colour": Trait(traits.HairColour),
    "eye_colour": Trait(traits.EyeColour),
    "tattoos": Trait(traits.Tattoos),
    "looking_for": Trait(traits.LookingFor, is_several=True),
    "has_children": Trait(traits.HasChildren),
    "wants_children": Trait(traits.WantsChildren),
    "smoking": Trait(traits.Smoking),
    "education": Trait(traits.Education),
    "religion": Trait(traits.Religion),
    "languages": Trait(traits.Language, is_several=True, slots=3),
}
TEXTS = {name: field for name, field in FIELDS.items() if isinstance(field, Text)}
NUMBERS = {name: field for name, field in FIELDS.items() if isinstance(field, Number)}
TRAITS = {name: field for name, field in FIELDS.items() if isinstance(field, Trait)}
# Derived from gender and `seeks`, never entered.
SEXUALITY = "sexuality"
# A special category of data, stored only with the consent of the same name.
RELIGION = "religion"
# Traits of which a member may accept some values only, by the column with these values. It works both ways: the member
# neither finds nor is found by members who say another value. Saying nothing is accepted.
ACCEPTED = {name: f"accepts_{name}" for name in ("looking_for", "has_children", "wants_children")}
CONDITIONS = {column: replace(TRAITS[name], is_several=True) for name, column in ACCEPTED.items()}


def moderated_text(said: Mapping[str, Any], answers: Iterable[str]) -> str:
    """The texts that moderation reads, one after the other, with the answers to prompts at the end."""
    texts = [said[name] for name, text in TEXTS.items() if text.is_moderated and said.get(name)]
    return "\n\n".join((*texts, *answers))
