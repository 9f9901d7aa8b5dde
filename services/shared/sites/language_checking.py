"""Faults of a language of a site's own, compared with the English texts of the product, and what it has of them."""

import difflib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.core import Locale

from shared.kit.core import REPOSITORY
from shared.languages import LOCALES, language_name
from shared.registry import read_yaml
from shared.sites.brand import LANGUAGE_FILE, read_language_file
from shared.sites.fault import Fault, line_of, tree_of, unreadable
from shared.sites.model import Site
from shared.sites.page_checking import PAGES
from shared.sites.prompts import PROMPTS

ENGLISH = REPOSITORY / "webapp" / "src" / "locales" / "en"
# Staff read these; where they are missing, the desks are in English.
OF_DESKS = ("desk", "marketing", "staff", "support")
MOST_OF_A_FILE = 96 * 1024
# A translation is rarely longer than this, and a layout has no room for it.
TIMES, SPARE = 3, 60
PLACEHOLDER = re.compile(r"{{(\w+(?:, number)?)}}")
FORMS = ("zero", "one", "two", "few", "many", "other")
# Counts in texts; CLDR has forms for millions and fractions, too, which no text of the product needs.
COUNTS = range(201)
# Controls, direction marks, spaces without a width and halves of a pair.
UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
NAMED_AT_ONCE = 8


@dataclass(frozen=True)
class Coverage:
    """How many texts for members a language has, and names of what is shown in English for want of the others."""

    language: str
    texts: int
    of: int
    english: Sequence[str]

    def __str__(self) -> str:
        """The language, its share in percent, rounded down, and the files that English stands in for."""
        share = f"{self.language}: {self.texts} of {self.of} texts ({100 * self.texts // self.of} %)"
        return f"{share}; in English: {', '.join(self.english)}" if self.english else share


@cache
def english_texts() -> Mapping[str, Mapping[str, str]]:
    """The English texts of the product by file and key."""
    texts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(ENGLISH.glob("*.json"))}
    lines = read_yaml(PROMPTS.with_name("opening_lines.yaml"))
    texts["prompts"] = {name: prompt["words"]["en"] for name, prompt in read_yaml(PROMPTS).items()}
    texts["icebreakers"] = {name: words["en"] for name, words in lines.items()}
    return texts


@cache
def expected(language: str, file: str) -> Mapping[str, str]:
    """The English text that each key of a file stands for in this language, whose plural forms may be others."""
    english, needed = english_texts()[file], needed_forms(language)
    found: dict[str, str] = {}
    for key, text in english.items():
        base, _, form = key.rpartition("_")
        if not {f"{base}_one", f"{base}_other"} <= english.keys() or form not in FORMS:
            found[key] = text
        elif form == "other":
            found |= {f"{base}_{each}": text for each in needed}
    return found


@cache
def needed_forms(language: str) -> tuple[str, ...]:
    """The plural forms that counts of things have in a language, in the order of CLDR."""
    forms = {Locale.parse(language).plural_form(count) for count in COUNTS} | {"other"}
    return tuple(each for each in FORMS if each in forms)


def language_faults(site: Site, document: Path, files: Mapping[str, Path]) -> Iterator[Fault]:
    """All faults of a site's own languages."""
    for name, path in files.items():
        if name.startswith("languages/"):
            yield from _of_file(site, name, path)
    for language, coverage in site.own_languages.items():
        fault = ""
        if not any(name.startswith(f"languages/{language}/") for name in files):
            fault = f"there are no texts in languages/{language}/"
        elif coverage == "complete" and (missing := _missing(language, files)):
            fault = f"{_named(missing)} is missing; with `partial` it is shown in English"
        if fault:
            line = line_of(tree_of(document), ("own_languages", language))
            yield Fault(document, line, f"own_languages.{language}: {fault}")


def coverage_of(site: Site, files: Mapping[str, Path]) -> Iterator[Coverage]:
    """What each sound language of the site's own has, and what falls back to English."""
    for language in site.own_languages:
        have, of, english = 0, 0, []
        for file in english_texts():
            wanted = expected(language, file)
            given = _given(language, file, files) & wanted.keys()
            if file not in OF_DESKS:
                have, of = have + len(given), of + len(wanted)
            if len(given) < len(wanted):
                english.append(f"{file} ({len(wanted) - len(given)})" if given else file)
        english += [f"pages/{page}" for page in PAGES if f"pages/{language}/{page}.md" not in files]
        yield Coverage(language, have, of, english)


def _missing(language: str, files: Mapping[str, Path]) -> list[str]:
    """Whole files that are missing; keys are named at their file."""
    wanted = [f"languages/{language}/{file}.json" for file in english_texts() if file not in OF_DESKS]
    return [each for each in [*wanted, *(f"pages/{language}/{page}.md" for page in PAGES)] if each not in files]


def _given(language: str, file: str, files: Mapping[str, Path]) -> set[str]:
    path = files.get(f"languages/{language}/{file}.json")
    return set(read_language_file(path)) if path else set()


def _of_file(site: Site, name: str, path: Path) -> Iterator[Fault]:
    found = LANGUAGE_FILE.fullmatch(name)
    if found is None or found[2] not in english_texts():
        yield Fault(path, 1, f"is no file of texts; they are languages/<code>/<{'|'.join(english_texts())}>.json")
        return
    language, file = found[1], found[2]
    if language not in site.own_languages:
        yield Fault(path, 1, f"is in no language of own_languages, which has {_named(site.own_languages) or 'none'}")
        return
    if (size := path.stat().st_size) > MOST_OF_A_FILE:
        yield Fault(path, 1, f"has {-(-size // 1024)} KiB; at most {MOST_OF_A_FILE // 1024} KiB")
        return
    try:
        texts = read_language_file(path)
    except UnicodeDecodeError as error:
        yield Fault(path, path.read_bytes().count(b"\n", 0, error.start) + 1, "is not UTF-8")
        return
    except ValueError as error:
        yield unreadable(path, error)
        return
    lines = _lines_of(path.read_text("utf-8"), texts)
    wanted = expected(language, file)
    for key, text in texts.items():
        problems = _of_text(text, wanted[key], key) if key in wanted else [_unknown(language, key, wanted)]
        yield from (Fault(path, lines[key], f"{key}: {problem}") for problem in problems)
    yield from _of_missing(path, texts, wanted, lines, is_complete=_needs_all(site, language, file))


def _needs_all(site: Site, language: str, file: str) -> bool:
    return site.own_languages[language] == "complete" and file not in OF_DESKS


def _of_missing(
    path: Path, texts: Mapping[str, str], wanted: Mapping[str, str], lines: Mapping[str, int], *, is_complete: bool
) -> Iterator[Fault]:
    """Missing texts of a complete language, and of a partial one the plural forms of what it does have."""
    missing = [key for key in wanted if key not in texts]
    halves = [key for key in missing if any(_base(key) == _base(each) and _is_plural(each, wanted) for each in texts)]
    for key in halves:
        sibling = next(each for each in texts if _base(each) == _base(key))
        yield Fault(path, lines[sibling], f"{_base(key)}: has no plural form `{key.rpartition('_')[2]}`: {key}")
    if is_complete and (rest := [key for key in missing if key not in halves]):
        yield Fault(path, 1, f"has no text for {_named(rest)}")


def _base(key: str) -> str:
    return key.rpartition("_")[0]


def _is_plural(key: str, wanted: Mapping[str, str]) -> bool:
    """Whether the key is a plural form of this language: with its other forms it is wanted for one English text."""
    base, _, form = key.rpartition("_")
    return form in FORMS and f"{base}_other" in wanted and wanted.get(key) == wanted[f"{base}_other"]


def _of_text(text: str, english: str, key: str) -> Iterator[str]:
    if unseen := UNSEEN.search(text):
        yield f"has the invisible sign U+{ord(unseen[0]):04X} at {unseen.start() + 1}"
    if not text.strip():
        yield "is empty"
    said, meant = set(PLACEHOLDER.findall(text)), set(PLACEHOLDER.findall(english))
    # A form for one may say "a like" in the place of its count.
    counted = {name for name in meant if name.split(",")[0] == "count"} if key.rpartition("_")[2] in FORMS else set()
    if missing := meant - said - counted:
        yield f"has no {_written(missing)}"
    if unknown := said - meant:
        yield f"{_written(unknown)} is not filled in here"
    rest = PLACEHOLDER.sub("", text)
    if "{" in rest or "}" in rest or "$t(" in text:
        yield "a value is written {{site}}, as in English"
    if "<" in rest or re.search(r"&#?\w+;", rest):
        yield "there is no HTML"
    if len(text) > (most := TIMES * len(english) + SPARE):
        yield f"has {len(text)} characters; there is room for {most}"
    if key.startswith("sms_") and (length := _fixed(text)) > (most := _most_fixed(key)):
        yield f"has {length} characters without its values; in one text message there is room for {most}"


def _fixed(text: str) -> int:
    return len(PLACEHOLDER.sub("", text))


@cache
def _most_fixed(key: str) -> int:
    """The length of the product's longest translation, with which a text message is one with any value."""
    files = (ENGLISH.with_name(locale) / "mails.json" for locale in LOCALES)
    return max(_fixed(json.loads(file.read_text("utf-8"))[key]) for file in files)


def _unknown(language: str, key: str, wanted: Mapping[str, str]) -> str:
    base, _, form = key.rpartition("_")
    if form in FORMS and f"{base}_other" in wanted:
        return f"{language_name(language)} has the plural forms {', '.join(needed_forms(language))}"
    near = difflib.get_close_matches(key, wanted, 1)
    return f"is no text of the product{f'; did you mean {near[0]}?' if near else ''}"


def _lines_of(content: str, texts: Mapping[str, str]) -> dict[str, int]:
    """The line of each key, by its first place as a key; 1 of one that is written with escapes."""
    starts = {match[1]: match.start() for match in re.finditer(r'"((?:[^"\\]|\\.)*)"\s*:', content)}
    return {key: content.count("\n", 0, starts[key]) + 1 if key in starts else 1 for key in texts}


def _written(names: Collection[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in sorted(names))


def _named(names: Collection[str]) -> str:
    shown = list(names)[:NAMED_AT_ONCE]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
