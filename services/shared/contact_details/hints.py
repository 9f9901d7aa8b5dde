"""Hints: warnings to the reader of a message, found by rules in this process; no other service reads the text.

A hint never holds a message back: it stands beside it, for the recipient alone. Rather one too few than one too many,
so every rule asks for a word that is about the thing, not for one that merely occurs with it.
"""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from shared.contact_details.numbers import holds_number
from shared.contact_details.plain import plain


class Hint(StrEnum):
    MONEY = "money"  # asks for money, or for something as good as money
    BANK_ACCOUNT = "bank_account"  # holds an IBAN
    CRYPTO = "crypto"  # speaks of cryptocurrency, or holds a wallet's address
    PHONE = "phone"  # holds a telephone number
    ELSEWHERE = "elsewhere"  # leads away to another service, an e-mail address or a web page


WORDS = Path(__file__).with_name("hint_words.json")

IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?)\b", re.IGNORECASE)
WALLET = re.compile(r"\b(?:bc1[a-z0-9]{20,60}|0x[0-9a-f]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b")
# An address, a link, the name of a site, or a handle. No unbounded repetition: texts may be long.
ADDRESS = re.compile(
    r"[\w+\-]@[\w\-]{1,60}\.[a-z]{2,}|\bhttps?://|\bwww\.|\b(?:wa|t)\.me/|(?<![\w.])@[a-z0-9_.]{3,30}\b"
    r"|[a-z0-9\-]\.(?:(?:com|net|org|xyz|online|link)\b|[a-z]{2,6}/\w)",
    re.IGNORECASE,
)
AMOUNT = (
    r"(?:[€$£]\s?\d|(?<![\d.,])\d{1,7}(?:[., ]\d{1,3}){0,2}\s?"
    r"(?:[€$£]|(?:euro|dollar|dolar|dolla|pound|zlot|sterlin)\w*|(?:eur|usd|gbp|quid|bucks|pund|kr|kroner|kronor|zl|k)\b))"
)
UP_TO_TWO_WORDS = r"(?:\S{1,15}\s+){0,2}?"
A_LITTLE_LATER = r"\b[^.!?\n]{0,40}?\b"
WORD = re.compile(r"\w+")


def hints_in(text: str) -> tuple[Hint, ...]:
    """Each hint at most once, in the order of their declaration."""
    found = _said_in(plain(text))
    if any(_is_account_number(number) for number in IBAN.findall(text)):
        found = found - {Hint.PHONE} | {Hint.BANK_ACCOUNT}
    elif holds_number(text):
        found.add(Hint.PHONE)
    if WALLET.search(text):
        found.add(Hint.CRYPTO)
    if ADDRESS.search(text):
        found.add(Hint.ELSEWHERE)
    return tuple(hint for hint in Hint if hint in found)


def _said_in(text: str) -> set[Hint]:
    """Match each word with the sayings that begin like it only, so that long lists cost little."""
    rules = _rules()
    found = {hint for hint, saying in rules.of_amounts if saying.search(text)}
    for word in WORD.finditer(text):
        at = word.start()
        for hint, saying in rules.by_beginning.get(text[at : at + BEGINNING], ()):
            if hint not in found and saying.match(text, at):
                found.add(hint)
    return found


Saying = tuple[Hint, re.Pattern[str]]
BEGINNING = 3  # letters, no saying has fewer


@dataclass(frozen=True)
class Rules:
    by_beginning: dict[str, list[Saying]]
    of_amounts: list[Saying]  # begin with an amount of money


@cache
def _rules() -> Rules:
    """The lists, compiled. In a line, `*` at the end stands for any ending of the word, `~` for some words of the same
    sentence, `#` for an amount of money."""
    lists: dict[str, Any] = json.loads(WORDS.read_text())
    sayings: dict[tuple[str, Hint], set[str]] = {}
    for name, by_language in lists.items():
        for written in {plain(words) for of_language in by_language.values() for words in of_language}:
            beginning = "#" if written.startswith("#") else written[:BEGINNING]
            sayings.setdefault((beginning, Hint(name)), set()).add(_pattern(written))
    by_beginning: dict[str, list[Saying]] = {}
    for (beginning, hint), patterns in sayings.items():
        by_beginning.setdefault(beginning, []).append((hint, re.compile("|".join(sorted(patterns)))))
    return Rules(by_beginning, by_beginning.pop("#"))


def _pattern(words: str) -> str:
    written = re.escape(words.rstrip("*")).replace(r"\ \~\ ", A_LITTLE_LATER)
    written = re.sub(r"^\\#", lambda _: AMOUNT, written).replace(r"\#", UP_TO_TWO_WORDS + AMOUNT)
    return written.replace(r"\ ", r"\s+") + ("" if words.endswith(("*", "#")) else r"\b")


def _is_account_number(written: str) -> bool:
    """By the check digits of ISO 13616, so that not every long code counts as one."""
    number = written.replace(" ", "").upper()
    if not 15 <= len(number) <= 34:
        return False
    digits = "".join(str(int(sign, 36)) for sign in number[4:] + number[:4])
    return int(digits) % 97 == 1
