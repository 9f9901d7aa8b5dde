"""Words for members in the documents of the sites."""

from collections.abc import Iterator
from typing import Any

from shared.languages import LOCALES
from shared.registry import read_yaml
from shared.sites.directory import DOCUMENTS


def site_words(locale: str) -> dict[str, str]:
    """Words of all sites in this language, by document and field."""
    found: dict[str, str] = {}
    for path in sorted(DOCUMENTS.glob("*.yaml")):
        document: dict[str, Any] = dict(read_yaml(path))
        if document["domain_language"] == locale:
            found |= {f"{path.stem}.{field}": document[field] for field in ("index_title", "description")}
        found |= dict(_localized(document, locale, path.stem))
    return found


def _localized(value: Any, locale: str, name: str) -> Iterator[tuple[str, str]]:
    """Texts below mappings from language to words."""
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from _localized(part, locale, f"{name}.{number}")
    elif isinstance(value, dict):
        if value and value.keys() <= set(LOCALES):
            yield from _texts(value.get(locale), name)
        else:
            for key, part in value.items():
                yield from _localized(part, locale, f"{name}.{key}")


def _texts(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _texts(part, f"{name}.{key}")
