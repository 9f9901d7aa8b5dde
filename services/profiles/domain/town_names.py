"""Lookup of towns by name in memory: other languages, letters without marks, typing errors, post codes."""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from shared.gazetteer import Town

SUGGESTED = 8
# Alternate names are many: from three letters on, a beginning of one says something.
SHORTEST_ALTERNATE = 3
# Typing errors that are forgiven, by the least length of what was typed. Shorter words are near to too many names.
FORGIVEN = ((7, 2), (4, 1))
LONGEST_POST_CODE = 8
# Of several towns with one name in another language, the one that is meant: `Londra` is not the City of London.
CLEARLY_LARGER = 10
# Letters without a Unicode decomposition, and the apostrophe in front of `s-Hertogenbosch`.
PLAIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "'": None, "’": None})
# The same letters as people write them without such a key.
SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
SEPARATORS = re.compile(r"[\s\-./]+")
# Saints, whose names people shorten or write out in another way than the gazetteer.
ABBREVIATIONS = {"saint": "st", "sankt": "st", "sint": "st", "sainte": "ste"}
# The region that a chosen town is shown with, and another name in brackets.
ADDITION = re.compile(r"[,(].*", re.DOTALL)
DIGITS = re.compile(r"\d+")
# Abbreviations behind a name: `Freiburg i. Br.`
SHORT_WORDS = re.compile(r"([\s.]+\w{1,2}\b)+[\s.]*$")


@dataclass(frozen=True, slots=True)
class FoundTowns:
    """Towns for a typed text, the best first. `exact` is the one town that has this name or post code; `is_near` says
    that none begins with the text, and these differ by typing errors."""

    towns: list[Town]
    exact: Town | None = None
    is_near: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    key: str
    town: Town
    is_own: bool
    letters: int


class TownNames:
    def __init__(
        self,
        towns: Iterable[Town],
        alternates: Mapping[int, Collection[str]],
        post_codes: Mapping[tuple[str, str], int],
    ) -> None:
        """`post_codes` has the town of a country and the beginning of a code."""
        self._post_codes = post_codes
        self._by_id: dict[int, Town] = {}
        named: dict[str, list[_Name]] = defaultdict(list)
        for town in towns:
            self._by_id[town.id] = town
            own = keys_of(town.name)
            others = {key_of(name) for name in alternates.get(town.id, ())} - own
            named[town.country] += [_Name(key, town, key in own, _letters(key)) for key in (*own, *others)]
        self._named = {
            country: sorted(some, key=lambda name: (name.key, name.town.id)) for country, some in named.items()
        }
        self._by_length: dict[tuple[str, int], list[_Name]] = defaultdict(list)
        for country, some in self._named.items():
            for name in some:
                self._by_length[country, len(name.key)].append(name)

    def find(self, text: str, country: str | None) -> FoundTowns:
        countries = [country] if country else list(self._named)
        name = ADDITION.sub("", text)
        names = [name, SHORT_WORDS.sub("", name)]
        if DIGITS.search(text):
            by_code = self._by_post_code(text, countries)
            # The number may be that of a district; letters of a code are no name.
            names = [SHORT_WORDS.sub("", " " + DIGITS.sub(" ", name))]
            if by_code.towns or not names[0].strip():
                return by_code
        for name in names:
            typed = sorted(key for key in keys_of(name) if key)
            found = [name for each in countries for key in typed for name in self._beginning(each, key)]
            if found:
                return _ranked(found, typed)
        near = [pair for each in countries for key in typed for pair in self._near(each, key)]
        return FoundTowns(_distinct(name for _, name in sorted(near, key=_by_errors)), is_near=True)

    def _by_post_code(self, text: str, countries: Iterable[str]) -> FoundTowns:
        """The town of the longest known beginning of the code, in each country that knows one."""
        code = "".join(sign for sign in text.upper() if sign.isascii() and sign.isalnum())[:LONGEST_POST_CODE]
        beginnings = [code[:length] for length in range(len(code), 0, -1)]
        # The letters that begin a British code are one name: `SW` is no part of `S`.
        british = [code[: len(code) - len(code.lstrip(ascii_uppercase))]]
        ids = (
            next(
                filter(None, (self._post_codes.get((each, key)) for key in (british if each == "GB" else beginnings))),
                0,
            )
            for each in countries
        )
        found = [self._by_id[town_id] for town_id in ids if town_id in self._by_id]
        return FoundTowns(found[:SUGGESTED], found[0] if len(found) == 1 else None)

    def _beginning(self, country: str, typed: str) -> Iterable[_Name]:
        some = self._named.get(country, [])
        for name in some[bisect_left(some, typed, key=lambda name: name.key) :]:
            if not name.key.startswith(typed):
                return
            if name.is_own or name.key == typed or len(typed) >= SHORTEST_ALTERNATE:
                yield name

    def _near(self, country: str, typed: str) -> Iterable[tuple[int, _Name]]:
        most = next((errors for length, errors in FORGIVEN if len(typed) >= length), 0)
        if not most:
            return
        letters = _letters(typed)
        for length in range(len(typed) - most, len(typed) + most + 1):
            for name in self._by_length.get((country, length), ()):
                # An error adds and removes at most one letter of the alphabet: few names are left to be compared.
                if (letters & ~name.letters).bit_count() <= most >= (name.letters & ~letters).bit_count():
                    errors = typing_errors(typed, name.key)
                    if errors <= most:
                        yield errors, name


def keys_of(name: str) -> set[str]:
    """A name without marks, with its letters replaced by one and by two (`munchen` and `muenchen`), and with saints
    abbreviated."""
    whole = {key_of(name), key_of(name.casefold().translate(SPELT_OUT))}
    return whole | {" ".join(ABBREVIATIONS.get(word, word) for word in key.split()) for key in whole}


def key_of(name: str) -> str:
    """Fold case, remove accents and join words by spaces, as names are typed in a hurry."""
    return SEPARATORS.sub(" ", plain(name)).strip()


def plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", name).casefold().translate(PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def typing_errors(typed: str, name: str) -> int:
    """Count letters added, left out, changed or exchanged with their neighbour (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(name) + 1))
    for index, letter in enumerate(typed, start=1):
        older, before, row = before, row, [index]
        for column, here in enumerate(name, start=1):
            cost = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != here))
            if index > 1 and column > 1 and letter == name[column - 2] and typed[index - 2] == here:
                cost = min(cost, older[column - 2] + 1)
            row.append(cost)
    return row[-1]


def _ranked(found: list[_Name], typed: Collection[str]) -> FoundTowns:
    """Whole names before beginnings, the town's own before those in other languages, large towns before small."""
    ordered = sorted(found, key=lambda name: (name.key not in typed, not name.is_own, -name.town.population))
    whole = [name for name in ordered if name.key in typed]
    called_so = _distinct(name for name in whole if name.is_own == whole[0].is_own)
    is_clear = len(called_so) == 1 or (
        called_so and not whole[0].is_own and called_so[0].population > CLEARLY_LARGER * called_so[1].population
    )
    return FoundTowns(_distinct(ordered), called_so[0] if is_clear else None)


def _by_errors(pair: tuple[int, _Name]) -> tuple[int, int, int]:
    errors, name = pair
    return errors, -name.town.population, name.town.id


def _distinct(names: Iterable[_Name]) -> list[Town]:
    return list({name.town.id: name.town for name in names}.values())[:SUGGESTED]


def _letters(key: str) -> int:
    """The letters of a name as bits."""
    bits = 0
    for letter in key:
        if "a" <= letter <= "z":
            bits |= 1 << ord(letter) - ord("a")
    return bits
