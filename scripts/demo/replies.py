"""Replies of demo members: short, friendly, never the same twice in a row."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random

from shared.languages import LOCALES

from .words import words


def language_of(texts: Iterable[str], own: str) -> str:
    """The language somebody writes in, by the words of ours that their texts hold; `own` breaks a tie."""
    said = Counter(word for text in texts for word in _words(text))
    found = {language: sum(n for word, n in said.items() if word in _vocabulary(language)) for language in LOCALES}
    return max(LOCALES, key=lambda language: (found[language], language == own))


@cache
def _vocabulary(language: str) -> frozenset[str]:
    about, replies = words(language)["about"], words(language)["replies"]
    lists = [*about.values(), *replies["triggers"].values(), *(v for k, v in replies.items() if k != "triggers")]
    return frozenset(word for texts in lists for text in texts for word in _words(text))


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c in "'’-" else " " for c in text.lower()).split()


def reply_to(text: str, language: str, turn: int, seed: int) -> str:
    """An answer to `text`; the same arguments give the same answer, the next turn gives another."""
    replies = words(language if language in LOCALES else "en")["replies"]
    kind = _kind(text, replies["triggers"], turn)
    choices: list[str] = list(replies[kind])
    Random(f"{seed} {language} {kind}").shuffle(choices)
    # Kinds share no sentence, so stepping with the turn is enough to never repeat oneself in a row.
    return choices[turn % len(choices)]


def _kind(text: str, triggers: dict[str, list[str]], turn: int) -> str:
    said = " ".join(_words(text))
    for kind in ("name", "plans"):
        if any(f" {word}" in f" {said}" for word in triggers[kind]):
            return kind
    if turn == 0 or (any(f" {said} ".startswith(f" {word} ") for word in triggers["greeting"]) and len(said) < 30):
        return "greeting"
    return "question" if "?" in text else "anything"
