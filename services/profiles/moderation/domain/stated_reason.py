"""Reasons that staff state, which are recorded: words, not marks that stand for none."""

import re
import unicodedata
from typing import Final

from profiles.moderation.errors import ReasonTooShort

LEAST_WORDS: Final = 2
LEAST_LETTERS: Final = 8
LEAST_DIFFERENT: Final = 4
WORD = re.compile(r"[^\W\d_]{2,}")
# Letters by their category, drawn as nothing: the Hangul fillers.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")


def checked_reason(text: str) -> str:
    """The text without blanks around it. Raises ReasonTooShort for fewer than two words of two letters or than eight
    letters (four of them different), counted without characters that draw nothing."""
    seen = "".join(
        each
        for each in unicodedata.normalize("NFKC", text)
        if (each not in FILLERS and unicodedata.category(each) not in {"Cf", "Cc"}) or each.isspace()
    )
    words = WORD.findall(seen)
    letters = "".join(words)
    if len(words) < LEAST_WORDS or len(letters) < LEAST_LETTERS or len(set(letters.casefold())) < LEAST_DIFFERENT:
        raise ReasonTooShort()
    return text.strip()
