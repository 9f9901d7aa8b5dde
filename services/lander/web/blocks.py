"""Blocks as they are drawn: their words in one language, and the values that come from the site or from the clock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_currency
from babel.units import format_unit
from shared.languages import Locale
from shared.sites import Site

from lander.domain.document import Block, CountdownBlock, OwnPicture, PageDocument
from lander.web.context import texts_of

UNITS = {"day": timedelta(days=1), "hour": timedelta(hours=1), "minute": timedelta(minutes=1)}


@dataclass(frozen=True)
class DrawnBlock:
    """`name` is what a screen reader calls the section, `words` a sentence or items, `pictures` are uploads, `more` is
    what its kind adds."""

    kind: str
    name: str
    words: Any
    pictures: Sequence[OwnPicture] | None
    more: Any = None


def drawn_blocks(document: PageDocument, site: Site, language: Locale) -> Iterator[DrawnBlock]:
    """The blocks that have words in a language, without countdowns that are over."""
    now = datetime.now(UTC)
    for block in document.blocks:
        if language in block.words and not (block.kind == "countdown" and block.ends_at <= now):
            words = block.words[language]
            yield DrawnBlock(
                block.kind, _name(words), words, getattr(block, "pictures", None), _more(block, site, language, now)
            )


def _name(words: Any) -> str:
    """The sentence itself, or the first text of each item."""
    return words if isinstance(words, str) else ", ".join(next(iter(each.model_dump().values())) for each in words)


def _more(block: Block, site: Site, language: Locale, now: datetime) -> Any:
    match block.kind:
        case "countdown":
            return _until(block, language, now)
        case "price":
            return _prices(site, language)
        case "gallery":
            return block.portraits
        case _:
            return None


def _until(block: CountdownBlock, language: Locale, now: datetime) -> dict[str, str]:
    """The date and the time that is left, in whole days, hours or minutes and never rounded up."""
    left = block.ends_at - now
    unit = next((name for name, length in UNITS.items() if left >= length), "minute")
    at = block.ends_at.astimezone(UTC)
    return {
        "iso": at.isoformat(),
        "date": f"{format_date(at, 'long', language)}, {format_time(at, 'short', locale=language)} UTC",
        "left": format_unit(max(left // UNITS[unit], 1), f"duration-{unit}", locale=language),
    }


def _prices(site: Site, language: Locale) -> Sequence[dict[str, str]]:
    """Each package with its price in the currency of the site's main country."""
    texts = texts_of(site, "lander")
    return [
        {
            "credits": texts.plural("price_credits", language, package.credits),
            "price": format_currency(price.value, price.currency, locale=language),
        }
        for package in site.packages
        for price in [site.price(package, site.default_country)]
    ]
