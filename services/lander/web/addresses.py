"""What a landing page's own address says, and the addresses it leads on to."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from urllib.parse import urlencode
from uuid import UUID

from servicekit.identifiers import new_id
from servicekit.texts import LOCALES
from servicekit.web.strict_json import is_clean

from lander.domain.visit import LONGEST_PATH, LONGEST_SOURCE, SOURCES, Visit

DEFAULT_LOCALE = LOCALES[0]  # has its pages without a prefix


def visit_of(path: str, query: Mapping[str, str]) -> Visit:
    """The visit this page belongs to; a new one unless its address names one (another language of the same page).

    Networks add parameters of their own to every address, so what is not ours is passed over, not refused.
    """
    sources = {name: query.get(name, "")[:LONGEST_SOURCE] for name in SOURCES}
    clean = {name: value for name, value in sources.items() if is_clean(value)}
    visit_id = new_id()
    with suppress(ValueError):
        visit_id = UUID(query.get("visit_id", ""))
    return Visit(visit_id, path[:LONGEST_PATH], **clean)


def signup_address(locale: str, visit: Visit) -> str:
    return f"{page(locale, '/signup')}?{urlencode(parameters(visit))}"


def language_address(locale: str, visit: Visit) -> str:
    return f"{visit.path}?{urlencode({'lang': locale, **parameters(visit)})}"


def page(locale: str, path: str) -> str:
    """A page of the app in this language."""
    return path if locale == DEFAULT_LOCALE else f"/{locale}{path}"


def parameters(visit: Visit) -> dict[str, str]:
    fields = asdict(visit)
    return {"visit_id": str(visit.id)} | {name: fields[name] for name in SOURCES if fields[name]}
