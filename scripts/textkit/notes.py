"""Context notes for translators (`webapp/src/locales/en/notes.yaml`)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch

from shared.registry import read_yaml

from textkit.locale_files import FOLDER, SOURCE, texts_of

PLACEHOLDER = re.compile(r"{{.*?}}")


@dataclass(frozen=True)
class Note:
    """`texts` are patterns of `file.key`; `at_most` is a number of characters, None without a limit."""

    texts: tuple[str, ...]
    stands: str
    at_most: int | None

    def is_about(self, key: str) -> bool:
        return any(fnmatch(key, pattern) for pattern in self.texts)


def notes() -> list[Note]:
    entries = read_yaml(FOLDER / SOURCE / "notes.yaml")
    return [Note(tuple(entry["texts"]), entry["stands"], entry.get("at_most")) for entry in entries]


def length(text: str) -> int:
    """Characters of a text, with eight for each placeholder."""
    return len(PLACEHOLDER.sub("12345678", text))


def too_long(locale: str) -> Iterator[str]:
    limits = [note for note in notes() if note.at_most]
    for key, text in texts_of(locale).items():
        for note in limits:
            if note.is_about(key) and length(text) > (note.at_most or 0):
                yield f"{key}: {length(text)} of {note.at_most} characters ({note.stands}): {text}"
