"""A document while it is being written: every fault has the place it is at, and none stops the others being found."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError
from shared.languages import Locale

from lander.domain.document import PageDocument
from lander.domain.page import is_free
from lander.domain.publication import Problem, problems

# What a phone loads for the first screen of a page, without video.
HEAVIEST_PAGE = 200_000
CODES = {"missing": "text_missing", "string_too_short": "text_missing", "string_too_long": "text_too_long"}


def read_draft(given: Mapping[str, Any]) -> tuple[PageDocument | None, list[Problem]]:
    """The document if it is one, else None and its faults."""
    try:
        return PageDocument.model_validate(given), []
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        return None, [Problem(_code(each["type"], each["loc"]), _place(given, each["loc"])) for each in found]


def _code(kind: str, loc: Sequence[int | str]) -> str:
    if loc[-1] == "is_real":
        return "quotes_unconfirmed"
    return CODES.get(kind, "not_allowed")


def draft_problems(
    slug: str,
    document: PageDocument,
    languages: Sequence[Locale],
    weight: int,
    now: datetime,
    pictures: Collection[str],
) -> list[Problem]:
    """What has to be mended before the document can be published."""
    found = problems(document, languages, now, pictures)
    if not is_free(slug, document.scene):
        found.append(Problem("slug_not_free", "slug"))
    if weight > HEAVIEST_PAGE:
        found.append(Problem("too_heavy", "scene"))
    return found


def _place(given: Any, loc: Sequence[int | str]) -> str:
    """The path of a fault in the document. pydantic also names the kind of a block, which is no part of the path."""
    parts: list[str] = []
    at: Any = given
    for number, part in enumerate(loc):
        is_last = number == len(loc) - 1
        is_item = isinstance(at, list) and isinstance(part, int) and part < len(at)
        if is_item or (isinstance(at, Mapping) and part in at):
            at = at[part]
        elif not (is_last and isinstance(at, Mapping)):
            continue
        if str(part) != "[key]":
            parts.append(str(part))
    return ".".join(parts)
