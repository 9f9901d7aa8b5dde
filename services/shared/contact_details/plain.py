import re
import unicodedata

# The dots that browsers take for one in the name of a host (UTS 46) and NFKC leaves: the ideographic full stop, to
# which it also folds the half-width one.
DOTS = {0x3002: "."}
# Not seen: a number or a host with one inside looks like any other. Soft hyphen, joiners, direction controls, fillers,
# variation selectors, tags.
INVISIBLE = dict.fromkeys(
    [
        *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFEFF, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
        *range(0xE0000, 0xE1000),
    ]
)
LOOKS = {**INVISIBLE, **DOTS}
ACCENTS = re.compile("[\u0300-\u036f]+")
# Cyrillic and Greek letters drawn like Latin ones; all other Latin variants are found by their Unicode name.
LOOKALIKES = str.maketrans("аврсдеԁԛһіїјкӏмнопԍѕтхуүѡѵьαβγεηικνορτυχωı", "abpcdedqhiijkimhongstxyywvbabyenikvoptuxwi")
LATIN_LETTER = re.compile(r"\bLETTER (?:SMALL CAPITAL )?([A-Z])(?: |$)")


def plain(text: str) -> str:
    """In small letters without accents, so that one spelling of a word finds all."""
    text = text.casefold()
    if text.isascii():
        return text
    text = text.replace("ß", "ss").replace("ł", "l").replace("ø", "o").replace("’", "'")
    return ACCENTS.sub("", unicodedata.normalize("NFKD", text))


def as_it_looks(text: str) -> str:
    """Full-width letters, circled digits and the like as the signs they look like, without invisible ones."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text.translate(INVISIBLE)).translate(LOOKS)


def latin_shape(letter: str) -> str:
    """The Latin letter this one looks like: `ø` is named LATIN SMALL LETTER O WITH STROKE, Cyrillic `а` is listed."""
    if letter.isascii():
        return letter
    name = unicodedata.name(letter, "")
    found = LATIN_LETTER.search(name) if name.startswith("LATIN") else None
    return found[1].lower() if found else letter.translate(LOOKALIKES)


def latin_shapes(text: str) -> str:
    """In small letters without accents, and letters of other scripts as the Latin ones that they look like."""
    folded = plain(as_it_looks(text))
    return folded if folded.isascii() else "".join(map(latin_shape, folded))
