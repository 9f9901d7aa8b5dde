"""Faults of a site's own phrases of mails, compared with the product's of the same language."""

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache

from shared.kit.core import REPOSITORY

PRODUCT = REPOSITORY / "webapp" / "src" / "locales"
PLACEHOLDER = re.compile(r"{{(\w+)}}")
PLURAL = re.compile(r"_(one|few|many|other)$")
# A subject of a mail is cut by phones, a text message is split.
MOST_OF_A_LINE, MOST = 120, 1_000

Faults = Iterator[tuple[str, str]]


@cache
def _product(locale: str) -> Mapping[str, str]:
    texts: dict[str, str] = json.loads((PRODUCT / locale / "mails.json").read_text("utf-8"))
    return texts


def phrase_faults(locale: str, phrases: Mapping[str, str]) -> Faults:
    """Pairs of a key and what is wrong with it."""
    product = _product(locale)
    for key, text in phrases.items():
        if key not in product:
            near = difflib.get_close_matches(key, product, 1)
            yield key, f"is no phrase of mails{f'; did you mean {near[0]}?' if near else ''}"
            continue
        if key.startswith("fictional"):
            yield key, "marks fictional profiles: fictional_singular of the document has the site's own label"
        said, meant = set(PLACEHOLDER.findall(text)), set(PLACEHOLDER.findall(product[key]))
        # A form for one may say "a like" in the place of its count.
        if missing := meant - said - ({"count"} if PLURAL.search(key) else set()):
            yield key, f"has no {_written(missing)}"
        if unknown := said - meant - {"site", "support_email"}:
            yield key, f"{_written(unknown)} is not filled in here"
        if "{" in PLACEHOLDER.sub("", text) or "<" in text:
            yield key, "a value is written {{site}}, and there is no HTML"
        is_line = "_subject" in key or key.endswith(("_button", "_title"))
        if not text.strip() or len(text) > (MOST_OF_A_LINE if is_line else MOST) or (is_line and "\n" in text):
            yield key, f"has 1 to {MOST_OF_A_LINE if is_line else MOST} characters{' in one line' if is_line else ''}"


def _written(names: set[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in sorted(names))
