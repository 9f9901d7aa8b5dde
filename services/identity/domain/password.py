"""Passwords that are refused: short ones, common ones, and those made of the names of the member or the site.

There are no rules of composition, because they make passwords worse (NIST SP 800-63B).
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from shared.sites import Site

from identity.errors import PasswordTooCommon, PasswordTooLong, PasswordTooShort

PASSWORD_SHORTEST, PASSWORD_LONGEST = 8, 128
# Shorter words occur in other words by chance.
PERSONAL_WORD_SHORTEST = 3
DECORATION = "0123456789!?.@#$%&*-_+ "


def normal_password(password: str) -> str:
    """The form that is counted, hashed and compared (RFC 8265, OpaqueString): NFC, every kind of space a plain one.

    Keyboards write one letter in different ways: an "é" is one character on one and two on another.
    """
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in password)
    return unicodedata.normalize("NFC", spaced)


def check_password(password: str, site: Site, *, email: str = "", name: str = "") -> None:
    """Raise PasswordTooShort, PasswordTooLong or PasswordTooCommon. Compared without case."""
    password = normal_password(password)
    if len(password) < PASSWORD_SHORTEST:
        raise PasswordTooShort(field="password", min_length=PASSWORD_SHORTEST)
    if len(password) > PASSWORD_LONGEST:
        raise PasswordTooLong(field="password", max_length=PASSWORD_LONGEST)
    if is_common(password) or is_personal(password, _words(email, name, *_names_of(site))):
        raise PasswordTooCommon(field="password")


def is_common(password: str) -> bool:
    """Whether a list of common passwords has it, with or without digits and signs around it, or it has nothing else."""
    plain = password.casefold()
    stem = plain.strip(DECORATION)
    return not stem or len(set(plain)) <= 2 or plain in _common() or stem in _common()


def is_personal(password: str, words: Iterable[str]) -> bool:
    """Whether these words make up more than half of it."""
    stem = password.casefold().strip(DECORATION)
    rest = stem
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return len(rest) * 2 < len(stem)


def _words(*texts: str) -> set[str]:
    """Each text and its parts, such as `anna`, `lou` and `annalou` of `anna.lou@...`."""
    found = set()
    for text in texts:
        local = text.casefold().partition("@")[0]
        parts = [part for part in re.split(r"[\W\d_]+", local) if part]
        found |= {text.casefold(), local, "".join(parts), *parts}
    return {word for word in found if len(word) >= PERSONAL_WORD_SHORTEST}


def _names_of(site: Site) -> tuple[str, ...]:
    labels = [label for host in site.hosts for label in host.split(":")[0].split(".")[:-1] if label != "www"]
    return ("pairwise", *site.brands, *labels)


@cache
def _common() -> frozenset[str]:
    """The 30,000 commonest passwords, and the names and words zxcvbn ranks beside them.

    All its lists, because it keeps a password that is also a name or a word only among those. Read at the first use:
    they take 60 ms and 10 MB, and the processes that check no password need neither.
    """
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word for words in FREQUENCY_LISTS.values() for word in words)
