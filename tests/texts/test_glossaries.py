"""Texts keep to the glossary of their language (`webapp/src/locales/<language>/glossary.yaml`)."""

import pytest
from shared.languages import LOCALES
from textkit.glossary import Forbidden, forbidden_in, glossary_of, words_of, wrong_words


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_has_a_word_that_the_glossary_rules_out(locale: str) -> None:
    assert wrong_words(locale) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_glossary_states_its_register_and_its_terms(locale: str) -> None:
    glossary = glossary_of(locale)
    assert glossary["register"]
    assert [term for term in glossary["terms"] if not term.get("english") or not term.get("use")] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_word_to_use_is_not_ruled_out(locale: str) -> None:
    uses = [term["use"] for term in glossary_of(locale)["terms"]]
    forbidden = [wrong for wrong in forbidden_in(locale) if not wrong.exceptions]
    assert [use for use in uses if any(wrong.is_in("", use) for wrong in forbidden)] == []


@pytest.mark.parametrize(
    ("word", "text", "is_found"),
    [
        ("mail", "Die Mail", True),
        ("Mail", "E-Mail", False),
        ("mail", "mailen", False),
        ("mail*", "mailen", True),
        ("*áis", "habláis", True),
        ("*áis", "habláis-se", False),
        ("Sie", "sie", False),
        ("mail", "{{mail}}", False),
    ],
)
def test_a_word_is_found_as_a_whole(word: str, text: str, is_found: bool) -> None:
    assert Forbidden(word, "").is_in("file.key", words_of(text)) is is_found
