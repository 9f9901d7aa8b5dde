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
# By language and key.
OwnTexts = Mapping[str, Mapping[str, str]]


class Texts:
    """The texts of one file (`errors`, `mails`) in every language. English is the fallback for a missing text."""

    def __init__(self, directory: Path, file: str, own: OwnTexts | None = None) -> None:
        """`own` has texts in the place of some of the directory's, and in further languages."""
        self._directory, self._own = directory, own or {}
        self.file = file

    @cached_property
    def _by_locale(self) -> dict[str, dict[str, Any]]:
        return {locale: self._read(locale) for locale in LOCALES}

    def _read(self, locale: str) -> dict[str, Any]:
        path = self._directory / locale / f"{self.file}.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def with_own(self, own: OwnTexts) -> "Texts":
        """These texts with those of a site."""
        if not own:
            return self
        texts = Texts(self._directory, self.file, own)
        texts.__dict__["_by_locale"] = self._by_locale  # read once for all sites
        return texts

    def _text(self, locale: str, key: str) -> str | None:
        if (own := self._own.get(locale, {}).get(key)) is not None:
            return own
        text: Any = self._by_locale.get(locale, {})
        for part in key.split("."):
            text = text.get(part) if isinstance(text, dict) else None
        return text if isinstance(text, str) else None

    def find(self, key: str, locale: str, params: Mapping[str, Any] | None = None) -> str | None:
        """The text at a dotted key with its {{placeholders}} filled in; None if English has none either."""
        for language in (locale, FALLBACK):
            if (text := self._text(language, key)) is not None:
                return _filled(text, params or {})
        return None

    def find_plural(self, key: str, locale: str, count: int, params: Mapping[str, Any]) -> str | None:
        """The text `<key>_<form>` in the language's plural form (CLDR) of this count, else the text `key`."""
        for language in (locale, FALLBACK):
            form = Locale.parse(language).plural_form(count)
            for name in (f"{key}_{form}", f"{key}_other", key):
                if text := self._text(language, name):
                    return _filled(text, params)
        return None

    def plural(self, key: str, locale: str, count: int, params: Mapping[str, Any] | None = None) -> str:
        """As `find_plural`, with the `count` itself among the parameters; the key if there is no text."""
        return self.find_plural(key, locale, count, {"count": count, **(params or {})}) or key


def _filled(text: str, params: Mapping[str, Any]) -> str:
    return PLACEHOLDER.sub(lambda match: str(params.get(match[1], match[0])), text)
