import re
import unicodedata

# Marks that are not seen: a number with one between two digits looks like a number.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
ACCENTS = re.compile("[\u0300-\u036f]+")


def plain(text: str) -> str:
    """In small letters without accents, so that one spelling of a word finds all."""
    text = text.casefold()
    if text.isascii():
        return text
    text = text.replace("ß", "ss").replace("ł", "l").replace("ø", "o").replace("’", "'")
    return ACCENTS.sub("", unicodedata.normalize("NFKD", text))


def as_it_looks(text: str) -> str:
    """Full-width letters, circled digits and the like as the signs they look like, without invisible ones."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(INVISIBLE)
