"""A text that quotes the words of a button or a heading quotes them as they stand on the screen."""

import pytest
from shared.languages import LOCALES
from textkit.locale_files import texts_of

# The text, and the label between its quotation marks.
QUOTES = (
    ("account.seeks_consent_required", "account.seeks_unsaid"),
    ("complaints.appeal_missing_text", "complaints.title"),
    ("mails.photo_rejected_note", "complaints.title"),
)
PAIRS = (("“", "”"), ("„", "“"), ("„", "”"), ("”", "”"), ("«", "»"))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_quoted_label_is_the_label(locale: str) -> None:
    texts = texts_of(locale)
    assert [text for text, label in QUOTES if texts[label] not in _quoted(texts[text])] == []


def _quoted(text: str) -> set[str]:
    """What stands between any two quotation marks of a pair, without the spaces that French puts inside."""
    found = set()
    for opening, closing in PAIRS:
        for part in text.split(opening)[1:]:
            found.add(part.partition(closing)[0].strip("\u00a0\u202f "))
    return found
