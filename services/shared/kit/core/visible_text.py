"""Texts that draw something, and controls that make a text draw over what is around it."""

import unicodedata

# Letters and symbols by their category, but drawn as nothing: Hangul fillers, the empty Braille pattern, a musical
# notehead without a head, blanks of hieroglyphs, and the place of an object that is not there.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffc\U0001d159\U00013441\U00013442")
# Emoji newer than Python's Unicode data are unassigned for it.
PICTURES = range(0x1F000, 0x1FB00)
# Embeddings, overrides and isolates (UAX 9). Letters have a direction of their own; the marks that words between two
# directions need (U+200E, U+200F, U+061C) change only their own place.
DIRECTION_CONTROLS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
# Vocalised Hebrew with cantillation has four on a letter, Tibetan stacks and Vietnamese fewer.
MOST_MARKS = 6


def is_visible_character(character: str) -> bool:
    """Whether it draws something by itself: a mark alone does not, nor a space or a control."""
    if character in BLANKS:
        return False
    category = unicodedata.category(character)
    return category[0] not in "ZCM" or (category == "Cn" and ord(character) in PICTURES)


def has_visible_text(text: str) -> bool:
    """Whether the text draws anything."""
    return any(map(is_visible_character, text))


def is_invisible(text: str) -> bool:
    """Whether the text has characters besides white space and draws nothing."""
    return bool(text.strip()) and not has_visible_text(text)


def tame(text: str) -> str:
    """The text without direction controls, and with at most `MOST_MARKS` marks on a character.

    A stack of marks is drawn over the lines above and below.
    """
    return text if text.isascii() else "".join(_tame(text.translate(DIRECTION_CONTROLS)))


def _tame(text: str) -> list[str]:
    kept, marks = [], 0
    for character in text:
        if unicodedata.category(character) in {"Mn", "Me"}:
            marks += 1
            if marks > MOST_MARKS:
                continue
        elif is_visible_character(character) or character.isspace():
            marks = 0
        kept.append(character)
    return kept
