"""Quotation marks, apostrophes and spaces of the texts are those of their language."""

import json
import re
from pathlib import Path

import pytest
from babel.numbers import format_percent
from shared.languages import LOCALES as LANGUAGES
from textkit.locale_files import pages_of

LOCALES = Path(__file__).resolve().parents[2] / "webapp" / "src" / "locales"

STRAIGHT = re.compile(r"[\"']|\.\.\.")
FRENCH = re.compile(r"[^\s\u00a0\u202f][;!?»]|[ ][;:!?»]|« ")


def texts(locale: str) -> dict[str, str]:
    return {
        f"{path.stem}.{key}": text
        for path in sorted((LOCALES / locale).glob("*.json"))
        for key, text in json.loads(path.read_text("utf-8")).items()
    }


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_mark_is_that_of_a_typewriter(locale: str) -> None:
    assert {key: text for key, text in texts(locale).items() if STRAIGHT.search(text)} == {}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_mark_of_a_legal_page_is_that_of_a_typewriter(locale: str) -> None:
    assert {line: text for line, text in pages_of(locale).items() if STRAIGHT.search(text)} == {}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_percent_sign_has_the_space_of_the_language(locale: str) -> None:
    has_space = "\u00a0" in format_percent(0.5, locale=locale)
    wrong = r"[\d}] ?%" if has_space else r"[ \u00a0\u202f]%"
    assert {key: text for key, text in texts(locale).items() if re.search(wrong, text)} == {}


def test_french_marks_stay_on_the_line_of_their_word() -> None:
    assert {key: text for key, text in texts("fr").items() if FRENCH.search(text)} == {}
