"""What in a message its reader should be warned of. Rules on our own machine, no one else reads along.

A hint never holds a message back: it stands beside it, for the recipient alone. Rather one too few than one too many,
so every rule asks for a word that is about the thing, not for one that merely occurs with it.
"""

import json
import re
import unicodedata
from enum import StrEnum
from functools import cache
from pathlib import Path


class Hint(StrEnum):
    MONEY = "money"  # asks for money, or for something as good as money
    BANK_ACCOUNT = "bank_account"  # holds an IBAN
    CRYPTO = "crypto"  # speaks of cryptocurrency, or holds a wallet's address
    PHONE = "phone"  # holds a telephone number
    ELSEWHERE = "elsewhere"  # leads away to another service, an e-mail address or a web page


WORDS = Path(__file__).with_name("hint_words.json")

IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)\b", re.IGNORECASE)
WALLET = re.compile(r"\b(?:bc1[a-z0-9]{20,60}|0x[0-9a-f]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b")
# Nine digits and more, with the marks that people put between them. Dates and prices have fewer.
NUMBER = re.compile(r"(?<![\w.,])(?:\+|00)?\d(?:[ ().\-/]{0,2}\d){8,14}(?![\w])")
DATE = re.compile(r"\b\d{1,4}[.\-/]\d{1,2}[.\-/]\d{1,4}\b")
ADDRESS = re.compile(r"[\w.+\-]+@[\w\-]+\.[a-z]{2,}|\bhttps?://|\bwww\.|\b(?:wa|t)\.me/", re.IGNORECASE)


def hints_in(text: str) -> tuple[Hint, ...]:
    """Each hint at most once, in the order of their declaration."""
    plain = _plain(text)
    has_account = any(_is_account_number(found) for found in IBAN.findall(text))
    found = {
        Hint.MONEY: _says(Hint.MONEY, plain),
        Hint.BANK_ACCOUNT: has_account,
        Hint.CRYPTO: _says(Hint.CRYPTO, plain) or WALLET.search(text) is not None,
        Hint.PHONE: not has_account and NUMBER.search(DATE.sub(" ", text)) is not None,
        Hint.ELSEWHERE: _says(Hint.ELSEWHERE, plain) or ADDRESS.search(text) is not None,
    }
    return tuple(hint for hint in Hint if found[hint])


def _plain(text: str) -> str:
    """In small letters without accents, so that one spelling of a word finds all."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss").replace("ł", "l").replace("ø", "o"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _says(hint: Hint, plain: str) -> bool:
    return _words()[hint].search(plain) is not None


@cache
def _words() -> dict[Hint, re.Pattern[str]]:
    lists: dict[str, dict[str, list[str]]] = json.loads(WORDS.read_text())
    return {
        Hint(name): re.compile(r"\b(?:" + "|".join(_pattern(word) for word in _all(by_language)) + ")")
        for name, by_language in lists.items()
    }


def _all(by_language: dict[str, list[str]]) -> list[str]:
    return sorted({_plain(word) for words in by_language.values() for word in words}, key=len, reverse=True)


def _pattern(word: str) -> str:
    """A word ends where it ends, unless it is written with a star: then it may go on."""
    pattern = re.escape(word.rstrip("*")).replace(r"\ ", r"\s+")
    return pattern if word.endswith("*") else pattern + r"\b"


def _is_account_number(written: str) -> bool:
    """By the check digits of ISO 13616, so that not every long code counts as one."""
    number = written.replace(" ", "").upper()
    if not 15 <= len(number) <= 34:
        return False
    digits = "".join(str(int(sign, 36)) for sign in number[4:] + number[:4])
    return int(digits) % 97 == 1
