"""Texts fit where they stand (`webapp/src/locales/en/notes.yaml`)."""

from fnmatch import filter as fnmatch_filter

import pytest
from shared.languages import LOCALES
from textkit.locale_files import texts_of
from textkit.notes import notes, too_long


@pytest.mark.parametrize("locale", LOCALES)
def test_a_text_is_no_longer_than_its_place(locale: str) -> None:
    assert list(too_long(locale)) == []


def test_every_note_is_about_a_text() -> None:
    english = texts_of("en")
    unused = [pattern for note in notes() for pattern in note.texts if not fnmatch_filter(english, pattern)]
    assert unused == []
