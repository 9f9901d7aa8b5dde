"""Page documents: what a marketer may say and choose on a page. Everything else belongs to the layout.

There is no markup, style, script or address in a document: texts are plain, colours are three numbers each, and
pictures are those of the scene or uploads of the site, named by their hash. A document that does not fit is refused
with the place of the fault.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from shared.contact_details import FOREIGN
from shared.kit.core import CalendarTime
from shared.languages import Locale

from lander.domain.picture import HASH
from lander.domain.scene import PEOPLE, Scene

MOST_BLOCKS = 12
# Drawn portraits (web/static/people).
PORTRAITS = 12


def _plain(text: str) -> str:
    if FOREIGN.search(text):
        raise ValueError("addresses and markup are not allowed")
    if text != text.strip() or any(ord(character) < 32 for character in text):
        raise ValueError("blanks at the ends and control characters are not allowed")
    return text


Short = Annotated[str, Field(min_length=1, max_length=44), AfterValidator(_plain)]
Line = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_plain)]
Sentence = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_plain)]
Paragraph = Annotated[str, Field(min_length=1, max_length=400), AfterValidator(_plain)]


def _different(numbers: list[int]) -> list[int]:
    if len(set(numbers)) < len(numbers):
        raise ValueError("each portrait once")
    return numbers


Portraits = Annotated[
    list[Annotated[int, Field(ge=1, le=PORTRAITS)]],
    Field(min_length=1, max_length=PORTRAITS),
    AfterValidator(_different),
]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OwnPicture(Closed):
    """An uploaded picture with the point that stays in view where it is cropped, in percent from left and top.

    `alt` is its description for those who do not see it.
    """

    picture: Annotated[str, Field(pattern=HASH)]
    x: Annotated[int, Field(ge=0, le=100)] = 50
    y: Annotated[int, Field(ge=0, le=100)] = 50
    alt: dict[Locale, Line] = Field(default_factory=dict)


class PageWords(Closed):
    """The headline in two parts, the sentence below it, and the button; an empty button says what it always says."""

    title: Short
    accent: Short
    text: Sentence
    action: Annotated[str, Field(max_length=30), AfterValidator(_plain)] = ""


class Palette(Closed):
    """Colours of the sky, the horizon and the light of the scene."""

    sky: Colour
    dusk: Colour
    glow: Colour


class Point(Closed):
    title: Short
    text: Sentence


class Question(Closed):
    question: Line
    answer: Paragraph


class PointsBlock(Closed):
    """Reasons side by side."""

    kind: Literal["points"]
    words: dict[Locale, Annotated[list[Point], Field(min_length=2, max_length=4)]]


class QuestionsBlock(Closed):
    """Questions and answers that open."""

    kind: Literal["questions"]
    words: dict[Locale, Annotated[list[Question], Field(min_length=1, max_length=8)]]


class CallBlock(Closed):
    """A sentence and the button once more."""

    kind: Literal["call"]
    words: dict[Locale, Line]


class StepsBlock(Closed):
    """How it goes on, in order."""

    kind: Literal["steps"]
    words: dict[Locale, Annotated[list[Point], Field(min_length=2, max_length=5)]]


class Quote(Closed):
    quote: Paragraph
    person: Short
    source: Line


class QuotesBlock(Closed):
    """What people said, marked as real, each with its source."""

    kind: Literal["quotes"]
    is_real: Literal[True] = Field(description="The marketer's word that these people said it")
    pictures: Annotated[list[OwnPicture], Field(min_length=1, max_length=3)] | None = Field(
        None, description="Of the people, in the order of the quotes"
    )
    words: dict[Locale, Annotated[list[Quote], Field(min_length=1, max_length=3)]]


class Figure(Closed):
    number: Annotated[str, Field(min_length=1, max_length=12), AfterValidator(_plain)]
    text: Line
    source: Line


class NumbersBlock(Closed):
    """Figures, each with its source."""

    kind: Literal["numbers"]
    words: dict[Locale, Annotated[list[Figure], Field(min_length=1, max_length=4)]]


class Difference(Closed):
    feature: Short
    ours: Line
    elsewhere: Line


class ComparisonBlock(Closed):
    """The site compared with others, a row for each difference."""

    kind: Literal["comparison"]
    words: dict[Locale, Annotated[list[Difference], Field(min_length=2, max_length=8)]]


class CountdownBlock(Closed):
    """A sentence and the time until a date. The date is that of the version, the same for everybody, and from it on the
    block is gone."""

    kind: Literal["countdown"]
    ends_at: CalendarTime
    words: dict[Locale, Line]


class PriceBlock(Closed):
    """The prices of the site's own document below a sentence."""

    kind: Literal["price"]
    words: dict[Locale, Line]


class LogoBlock(Closed):
    """The site's logo and name with a sentence, or a logo of its own."""

    kind: Literal["logo"]
    pictures: Annotated[list[OwnPicture], Field(min_length=1, max_length=1)] | None = None
    words: dict[Locale, Line]


class GalleryBlock(Closed):
    """Drawn portraits below a sentence, or pictures in place of them."""

    kind: Literal["gallery"]
    portraits: Portraits
    pictures: Annotated[list[OwnPicture], Field(min_length=1, max_length=12)] | None = None
    words: dict[Locale, Line]


class FormBlock(Closed):
    """The first step of the sign-up below a sentence."""

    kind: Literal["form"]
    words: dict[Locale, Line]


Block = Annotated[
    PointsBlock
    | QuestionsBlock
    | CallBlock
    | StepsBlock
    | QuotesBlock
    | NumbersBlock
    | ComparisonBlock
    | CountdownBlock
    | PriceBlock
    | LogoBlock
    | GalleryBlock
    | FormBlock,
    Field(discriminator="kind"),
]


def _one_form(blocks: list[Block]) -> list[Block]:
    if sum(block.kind == "form" for block in blocks) > 1:
        raise ValueError("one form")
    return blocks


class PageDocument(Closed):
    """One version of a page. Without words of its own a page has those of its scene in the product."""

    scene: Scene
    niche: int | None = Field(None, ge=1, le=7, description="None: that of the site")
    palette: Palette | None = Field(None, description="None: that of the scene")
    portraits: Portraits | None = Field(None, description="First in the scene, in this order; None: those of the scene")
    hero: OwnPicture | None = Field(None, description="In the first screen, in place of what the scene draws there")
    words: dict[Locale, PageWords] = Field(default_factory=dict)
    blocks: Annotated[list[Block], Field(default_factory=list, max_length=MOST_BLOCKS), AfterValidator(_one_form)]
    languages: Annotated[list[Locale], Field(min_length=1)] | None = Field(
        None, description="None: those in which every part has words"
    )
    is_unlisted: bool | None = Field(None, description="Whether search engines leave the page out; None: no")

    def people(self) -> list[int]:
        """The portraits of the scene in their order: those chosen, then the scene's own."""
        own, chosen = PEOPLE.get(self.scene, ()), self.portraits or []
        return [*chosen, *(each for each in own if each not in chosen)][: len(own)]

    def stored(self) -> dict[str, Any]:
        """The document as a version keeps it. What is not chosen is left out, so that a release that does not know a
        newer field yet reads it."""
        return self.model_dump(mode="json", exclude_none=True)

    def own_pictures(self) -> Iterator[tuple[str, OwnPicture]]:
        """Each use of an uploaded picture, by its place."""
        if self.hero:
            yield "hero", self.hero
        for number, block in enumerate(self.blocks):
            for at, each in enumerate(getattr(block, "pictures", None) or ()):
                yield f"blocks.{number}.pictures.{at}", each

    def hashes(self) -> set[str]:
        return {each.picture for _, each in self.own_pictures()}

    def languages_of_parts(self) -> Iterator[tuple[str, set[str]]]:
        """Each part with words, by its place, and the languages it is in."""
        if self.words:
            yield "words", set(self.words)
        for number, block in enumerate(self.blocks):
            yield f"blocks.{number}.words", set(block.words)
        for place, each in self.own_pictures():
            yield f"{place}.alt", set(each.alt)

    def languages_of(self, site: Sequence[Locale]) -> list[Locale]:
        """Those of the site's languages that the page is in."""
        chosen = [each for each in site if self.languages is None or each in self.languages]
        return [each for each in chosen if all(each in there for _, there in self.languages_of_parts())]

    def texts(self) -> Iterator[tuple[str, str]]:
        """Each text by its place."""
        dumped = self.model_dump(mode="json", include={"words", "blocks"})
        blocks = (_texts(block["words"], f"blocks.{number}.words") for number, block in enumerate(dumped["blocks"]))
        pictures = (_texts(dict(each.alt), f"{place}.alt") for place, each in self.own_pictures())
        yield from chain(_texts(dumped["words"], "words"), *blocks, *pictures)


def _texts(part: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(part, str):
        yield place, part
        return
    for name, inner in part.items() if isinstance(part, dict) else enumerate(part):
        yield from _texts(inner, f"{place}.{name}")
