"""The alphabet of text messages (3GPP TS 23.038): of its characters 160 fit in one, of any others 70."""

import unicodedata

SEPTETS = 160
BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Each takes the place of two.
EXTENDED = frozenset("^{}\\[~]|€")
# Letters that Unicode does not take apart, and signs with a plain form.
PLAIN = str.maketrans(
    {
        "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "œ": "oe", "Œ": "OE",
        "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": "-", "…": "...", "\u00a0": " ", "\u202f": " ",
    }
)  # fmt: skip


def plain(text: str) -> str:
    """The text with letters of the alphabet in the place of such that it lacks: `Łukasz é ó` becomes `Lukasz é o`.

    Letters without a counterpart, as those of another script, stay.
    """
    return "".join(map(_plain, unicodedata.normalize("NFC", text).translate(PLAIN)))


def length(text: str) -> int:
    """The places that the text takes of the 160 of one message; of other alphabets, as many characters."""
    return len(text) + sum(each in EXTENDED for each in text)


def _plain(letter: str) -> str:
    if letter in BASIC or letter in EXTENDED:
        return letter
    base = unicodedata.normalize("NFKD", letter)[0]
    return base if base in BASIC else letter
