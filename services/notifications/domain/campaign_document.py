"""Contents of a campaign mail: plain text in blocks, one page of the product, and an optional discount code.

There is no markup, style or address in a document; a document that does not fit is refused with the place of the fault.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator
from shared.contact_details import names_address
from shared.kit.core import has_visible_text
from shared.languages import Locale

MOST_BLOCKS, MOST_SUBJECTS = 8, 4
CODE_PATTERN = r"^[A-Z0-9][A-Z0-9_-]{2,39}$"
# Pages a button may open. Each is a path of the web app that needs no id.
Page = Literal["/", "/chats", "/credits", "/likes", "/match-finder", "/members", "/premium", "/profile", "/swipe-game"]
PAYMENT_PAGE = "/credits"


# The context in which a stored document is read: it keeps the rules of the release that took it.
STORED = {"is_stored": True}


def _plain(text: str, info: ValidationInfo) -> str:
    if info.context == STORED:
        return text
    if names_address(text):
        raise ValueError("addresses and markup are not allowed")
    if text != text.strip() or any(ord(character) < 32 for character in text):
        raise ValueError("blanks at the ends and control characters are not allowed")
    if not has_visible_text(text):
        raise ValueError("draws nothing")
    return text


Subject = Annotated[str, Field(min_length=1, max_length=78), AfterValidator(_plain)]
Preheader = Annotated[str, Field(min_length=1, max_length=110), AfterValidator(_plain)]
Button = Annotated[str, Field(min_length=1, max_length=30), AfterValidator(_plain)]
Line = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_plain)]
Item = Annotated[str, Field(min_length=1, max_length=160), AfterValidator(_plain)]
Paragraph = Annotated[str, Field(min_length=1, max_length=600), AfterValidator(_plain)]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class HeadingBlock(Closed):
    kind: Literal["heading"]
    text: Line


class TextBlock(Closed):
    kind: Literal["text"]
    text: Paragraph


class ListBlock(Closed):
    kind: Literal["list"]
    items: Annotated[list[Item], Field(min_length=2, max_length=6)]


Block = Annotated[HeadingBlock | TextBlock | ListBlock, Field(discriminator="kind")]


class CampaignText(Closed):
    """The mail in one language. The subject is also its headline; `others` are tried against it."""

    subject: Subject
    others: Annotated[list[Subject], Field(max_length=MOST_SUBJECTS - 1)] = []
    preheader: Preheader
    blocks: Annotated[list[Block], Field(min_length=1, max_length=MOST_BLOCKS)]
    button: Button

    @property
    def subjects(self) -> list[str]:
        return [self.subject, *self.others]


class CampaignDocument(Closed):
    """`fallback` is the language for members whose own is not among the texts; None if every language is."""

    texts: Annotated[dict[Locale, CampaignText], Field(min_length=1)]
    fallback: Locale | None = None
    page: Page = "/"
    code: Annotated[str, Field(pattern=CODE_PATTERN)] | None = None

    @model_validator(mode="after")
    def _has_as_many_subjects_in_each_language(self) -> Self:
        if len({len(text.others) for text in self.texts.values()}) > 1:
            raise ValueError("each language has as many subjects")
        if any(len(set(text.subjects)) < len(text.subjects) for text in self.texts.values()):
            raise ValueError("a subject is given twice")
        return self

    @property
    def subjects(self) -> int:
        """The number of subjects that are tried against each other; 1 if there is no choice."""
        return len(next(iter(self.texts.values())).subjects)

    def missing_languages(self, locales: Sequence[str]) -> list[str]:
        """Languages of the site in which a member would get no text."""
        if self.fallback in self.texts:
            return []
        return [locale for locale in locales if locale not in self.texts]

    def locale_for(self, locale: str) -> str:
        """The language in which a member with this one gets the mail."""
        return locale if locale in self.texts else self.fallback or next(iter(self.texts))

    def params(self, locale: str, subject: int = 0) -> dict[str, Any]:
        """The parameters of an email with this subject in this language, which has a text."""
        text = self.texts[locale]
        return {
            "subject": text.subjects[subject],
            "preheader": text.preheader,
            "blocks": [block.model_dump() for block in text.blocks],
            "button": text.button,
            "page": self.page,
            "code": self.code or "",
        }
