"""Texts in the member's language, from the locale files of the web app."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from babel.core import Locale

from shared.languages import LOCALES

PLACEHOLDER = re.compile(r"{{\s*(\w+)\s*}}")
FALLBACK = "en"


class Texts:
    """The texts of one file (`errors`, `mails`) in every language. English is the fallback for a missing text."""

    def __init__(self, directory: Path, file: str) -> None:
        self._directory, self._file = directory, file

    @cached_property
    def _by_locale(self) -> dict[str, dict[str, Any]]:
        return {locale: self._read(locale) for locale in LOCALES}

    def _read(self, locale: str) -> dict[str, Any]:
        path = self._directory / locale / f"{self._file}.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def with_own(self, own: Mapping[str, Mapping[str, str]]) -> "Texts":
        """These texts with others in the place of some, by language and key."""
        if not own:
            return self
        texts = Texts(self._directory, self._file)
        texts.__dict__["_by_locale"] = {
            locale: {**found, **own.get(locale, {})} for locale, found in self._by_locale.items()
        }
        return texts

    def find(self, key: str, locale: str, params: Mapping[str, Any] | None = None) -> str | None:
        """The text at a dotted key with its {{placeholders}} filled in; None if English has none either."""
        for language in (locale, FALLBACK):
            text: Any = self._by_locale.get(language, {})
            for part in key.split("."):
                text = text.get(part) if isinstance(text, dict) else None
            if isinstance(text, str):
                return PLACEHOLDER.sub(lambda match: str((params or {}).get(match[1], match[0])), text)
        return None

    def plural(self, key: str, locale: str, count: int, params: Mapping[str, Any] | None = None) -> str:
        """The text `<key>_<form>` in the language's plural form (CLDR) of this count; else the text `key`."""
        values = {"count": count, **(params or {})}
        form = Locale.parse(locale).plural_form(count)
        found = (self.find(f"{key}_{name}", locale, values) for name in (form, "other"))
        return next((text for text in found if text), None) or self.find(key, locale, values) or key
