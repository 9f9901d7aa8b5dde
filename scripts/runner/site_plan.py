"""What differs for members between two states of a site, by subject."""

from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from shared.sites import Site
from shared.sites.countries import CountrySettings
from shared.sites.legal import LegalSettings
from shared.sites.limits import LimitSettings
from shared.sites.prices import PriceSettings
from shared.sites.search import SearchSettings
from shared.sites.theme import BRAND, contrast, turned

from runner.site_versions import DOCUMENT

# The closest first: PriceSettings has the fields of CountrySettings, too.
SUBJECTS = (
    ("countries and languages", CountrySettings),
    ("prices", PriceSettings),
    ("company and law", LegalSettings),
    ("profiles and search", SearchSettings),
    ("limits", LimitSettings),
    ("texts and look", Site),
)
LONGEST = 160


def changes(before: Site | None, after: Site | None) -> dict[str, list[str]]:
    """Lines of each subject that changes; without changes it is empty."""
    if before is None or after is None:
        return {"site": ["is new" if before is None else "is taken away: its members cannot log in any more"]}
    found: dict[str, list[str]] = {}
    for name in Site.model_fields:
        if lines := list(_lines(name, _plain(before, name), _plain(after, name))):
            subject = next(subject for subject, model in SUBJECTS if name in model.model_fields)
            found.setdefault(subject, []).extend(lines)
    if before.hue != after.hue:
        found["contrast"] = [f"text and ground: {least_contrast(before.hue):.1f} -> {least_contrast(after.hue):.1f}"]
    return found


def file_changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Files other than the document that a site in force gains, loses or replaces."""
    if not before or not after:
        return {}
    lines = [
        f"{sign} {name}"
        for name in sorted({*before, *after} - {DOCUMENT})
        if (sign := _sign(before.get(name), after.get(name)))
    ]
    if any(line.endswith("/terms.md") for line in lines) and _terms(before) == _terms(after):
        lines.append("the terms change and terms_version does not: nobody is asked to agree to them")
    return {"files": lines} if lines else {}


def _terms(files: Mapping[str, bytes]) -> Any:
    return yaml.safe_load(files[DOCUMENT]).get("terms_version")


def _sign(before: bytes | None, after: bytes | None) -> str:
    if before == after:
        return ""
    return "+" if before is None else "-" if after is None else "~"


def least_contrast(hue: int) -> float:
    """The least ratio of the brand's words and the ground they are on, light and dark; WCAG 2 asks for 4.5."""
    pairs = (("primary", "on-primary"), ("on-primary-soft", "primary-soft"))
    return min(
        contrast(turned(BRAND[one][mode], hue), turned(BRAND[other][mode], hue))
        for one, other in pairs
        for mode in (0, 1)
    )


def _plain(site: Site, name: str) -> Any:
    return site.model_dump(mode="json", include={name})[name]


def _lines(path: str, before: Any, after: Any) -> Iterator[str]:
    """A line for each value that differs; lists of packages and gifts are compared by their ids."""
    before, after = _by_id(before), _by_id(after)
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _lines(f"{path}.{key}", before.get(key), after.get(key))
    elif isinstance(before, list) and isinstance(after, list):
        gone, new = (
            [str(each) for each in one if each not in other] for one, other in ((before, after), (after, before))
        )
        told = [f"+ {', '.join(new)}"] * bool(new) + [f"- {', '.join(gone)}"] * bool(gone)
        yield f"{path}: {' '.join(told) or 'in another order'}"
    else:
        yield f"{path}: {_short(before)} -> {_short(after)}"


def _by_id(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(each, dict) and "id" in each for each in value):
        return {each["id"]: each for each in value}
    return value


def _short(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
