"""Glossary of a language: its register, one word per thing, and the words that are never used."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from typing import Any

from shared.registry import read_yaml

from textkit.locale_files import glossary_path, pages_of, texts_of
from textkit.site_words import site_words

PLACEHOLDER = re.compile(r"{{.*?}}")


@dataclass(frozen=True)
class Forbidden:
    """A word that no text has, except the texts whose name matches one of the `exceptions`."""

    word: str
    use: str
    exceptions: tuple[str, ...] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The whole word; `*` is any beginning or ending. A word in lower case may begin a sentence."""
        beginning = "" if self.word.startswith("*") else r"(?<![\w’-])"
        ending = "" if self.word.endswith("*") else r"(?![\w’-])"
        flags = re.NOFLAG if self.word[0].isupper() else re.IGNORECASE
        return re.compile(f"{beginning}{re.escape(self.word.strip('*'))}{ending}", flags)

    def is_in(self, key: str, text: str) -> bool:
        """Whether this text, given without its placeholders, has the word and is no exception."""
        if not self.pattern.search(text):
            return False
        return not any(fnmatch(key, exception) for exception in self.exceptions)


def words_of(text: str) -> str:
    """A text without its placeholders."""
    return PLACEHOLDER.sub("", text)


def glossary_of(locale: str) -> Mapping[str, Any]:
    glossary: Mapping[str, Any] = read_yaml(glossary_path(locale))
    return glossary


def forbidden_in(locale: str) -> Iterator[Forbidden]:
    glossary = glossary_of(locale)
    for word in glossary.get("never", ()):
        yield Forbidden(word, glossary["register"])
    for term in glossary["terms"]:
        for word in term.get("never", ()):
            yield Forbidden(word, term["use"], tuple(term.get("except", ())))


def wrong_words(locale: str) -> list[str]:
    """One line for each text, line of a legal page or words of a site document with a word that the glossary rules out,
    and the word to use."""
    forbidden = list(forbidden_in(locale))
    found = texts_of(locale) | pages_of(locale) | site_words(locale)
    texts = {key: words_of(text) for key, text in found.items()}
    return [
        f"{key}: “{wrong.word}”, use {wrong.use}"
        for key, text in texts.items()
        for wrong in forbidden
        if wrong.is_in(key, text)
    ]
