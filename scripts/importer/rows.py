"""A line of the file as a member, or the reasons why it is none."""

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID, uuid5

from identity.domain.account import FICTIONAL_DOMAIN, checked_birth_date, new_email
from identity.domain.member_name import checked_name
from identity.passwords import LANES, MEMORY_KIB, PASSES, is_importable
from profiles.domain.fields import CONDITIONS, FIELDS, RELIGION, SEXUALITY, Number, Text, Trait, moderated_text
from profiles.domain.profile import INTERESTS_MOST, OLDEST, YOUNGEST
from profiles.domain.prompt_answers import ANSWER, ANSWERS_MOST, PromptAnswer, checked_answer
from profiles.domain.town_names import plain
from profiles.domain.traits import Gender
from profiles.errors import TextTooLong
from shared.gazetteer import Town, towns
from shared.kit.core import Refusal, new_id
from shared.kit.core.calendar_dates import read_time
from shared.kit.http import is_clean
from shared.languages import LOCALES
from shared.mail_address import shown_address
from shared.sites import Site
from shared.sites.interests import Interest

REQUIRED = ("email", "name", "date_of_birth", "gender", "seeks")
ENTERED = {name: field for name, field in FIELDS.items() if name != SEXUALITY}  # that one follows from seeks
SAID = ("interests", "wants_from", "wants_to", *ENTERED, *CONDITIONS)
ANSWERS = tuple((f"prompt_{number}", f"answer_{number}") for number in range(1, ANSWERS_MOST + 1))
OPTIONAL = (
    "fictional",
    "matching_consent",
    "religion_consent",
    "town",
    "country",
    "locale",
    "joined_at",
    "last_active_at",
    "password_hash",
    *SAID,
    *(name for pair in ANSWERS for name in pair),
)
# The same address on the same site is the same member, whenever and wherever the file is read.
NAMESPACE = UUID("6a1d8a58-0f5e-5b0c-9a63-7d6c2d8f4e11")
# Before the first sites of this kind. A time of the year 1 is a database's word for "never".
EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
# A text of a million characters is refused like one that is a little too long, and the rest of the file is read.
csv.field_size_limit(64_000_000)


class FileUnreadable(Exception):
    """Nothing of the file can be used; says why."""


class Wrong(Exception):
    """The constraints of a field."""


@dataclass(frozen=True)
class BadLine:
    line: int
    field: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.field}: {self.reason}"


@dataclass(frozen=True)
class Newcomer:
    """`said` are fields of the profile beyond what signing up asks. Without `matching_consent`, the time at which the
    member agreed to its use, `seeks` is empty; without `religion_consent` no religion is among `said`."""

    line: int
    member_id: UUID
    email: str
    name: str
    birth_date: date
    gender: Gender
    seeks: tuple[Gender, ...]
    matching_consent: datetime | None
    religion_consent: datetime | None
    town: Town | None
    country: str
    locale: str
    joined_at: datetime
    last_active_at: datetime
    password_hash: str | None
    said: dict[str, Any]
    answers: tuple[PromptAnswer, ...]
    fictional: bool = False

    @property
    def text(self) -> str:
        """The text that moderation reads."""
        return moderated_text(self.said, [answer.text for answer in self.answers])


def lines_of(path: Path) -> Iterator[tuple[int, dict[str, str] | None]]:
    """Each line's number and fields; None for a line that has more or fewer of them than the first one names.

    Raises FileUnreadable when the file is no CSV in UTF-8, or its first line lacks or invents columns.
    """
    begins = 1
    try:
        with path.open("rb") as file:
            reader = csv.reader(_decoded(file), strict=True)
            names = [name.strip().lower() for name in next(reader, [])]
            _check_names(names)
            begins = reader.line_num + 1
            for fields in reader:
                if fields:
                    yield begins, dict(zip(names, fields, strict=True)) if len(fields) == len(names) else None
                begins = reader.line_num + 1
    except OSError as error:
        raise FileUnreadable(f"cannot be read: {error}") from error
    except csv.Error as error:
        raise FileUnreadable(f"cannot be read as CSV: what begins in line {begins}: {error}") from error


def _decoded(file: BinaryIO) -> Iterator[str]:
    for number, line in enumerate(file, 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise FileUnreadable(f"cannot be read: line {number} is not UTF-8") from error


def _check_names(names: list[str]) -> None:
    if not any(names):
        raise FileUnreadable("is empty, or its first line is")
    if len(names) == 1 and any(other in names[0] for other in (";", "\t")):
        raise FileUnreadable("has no commas between its columns: export it again with commas")
    missing = [name for name in REQUIRED if name not in names]
    unknown = [name for name in names if name not in REQUIRED + OPTIONAL]
    twice = {name for name in names if names.count(name) > 1}
    for what, which in (("lacks", missing), ("has unknown", unknown), ("has twice", sorted(twice))):
        if which:
            raise FileUnreadable(f"its first line {what} the columns: {', '.join(which)}")


class Rules:
    """The constraints of a line on this site, at this time."""

    def __init__(self, site_key: str, site: Site, now: datetime) -> None:
        self._site_key, self._site, self._now = site_key, site, now
        self._towns: dict[tuple[str, str], Town] = {}
        for town in towns():  # from large to small: the largest of a name is the one that is meant
            self._towns.setdefault((town.country, plain(town.name)), town)
        self._readers: dict[str, Callable[[str], Any]] = {
            "date_of_birth": lambda text: checked_birth_date(text, now.date(), site.min_age),
            "gender": _one_of(Gender),
            "seeks": _several_of(Gender, len(Gender)),
            "country": self._country,
            "locale": self._locale,
            "matching_consent": self._time,
            "religion_consent": self._time,
            "joined_at": self._time,
            "last_active_at": self._time,
            "password_hash": _hash,
            "interests": _several_of(Interest, INTERESTS_MOST),
            "wants_from": _age,
            "wants_to": _age,
            **{prompt: self._prompt for prompt, _ in ANSWERS},
            **{answer: _answer for _, answer in ANSWERS},
            **{name: _reader_of(name, field) for name, field in (ENTERED | CONDITIONS).items()},
        }

    def read(self, line: int, fields: dict[str, str]) -> tuple[Newcomer | None, list[BadLine]]:
        """The member a line describes; or else every field that is wrong."""
        given = {name: text.strip() for name, text in fields.items() if text.strip()}
        wrong = [BadLine(line, name, "is missing") for name in REQUIRED if name not in given]
        values: dict[str, Any] = {}

        def take(name: str, reader: Callable[[str], Any]) -> None:
            if name in given:
                try:
                    if not is_clean(given[name]):
                        raise Wrong("holds characters that cannot be kept")
                    values[name] = reader(given[name])
                except Refusal as refusal:
                    wrong.append(BadLine(line, name, refusal.code.replace("_", " ")))
                except Wrong as error:
                    wrong.append(BadLine(line, name, str(error)))

        take("fictional", self._fictional)
        is_fictional = values.get("fictional", False)
        take("email", _fictional_address if is_fictional else lambda text: new_email(text, self._site))
        take("name", lambda text: checked_name(text, values.get("email", ""), self._site.brands))
        for name, reader in self._readers.items():
            take(name, reader)
        if is_fictional:
            # Consents are those of a person, and nobody logs in.
            mistaken = [name for name in ("matching_consent", "religion_consent", "password_hash") if name in given]
            wrong += [BadLine(line, name, "is not of a fictional profile") for name in mistaken]
        country = values.get("country", self._site.default_country)
        take("town", lambda text: self._town(country, text))
        if values.get("wants_from", YOUNGEST) > values.get("wants_to", OLDEST):
            wrong.append(BadLine(line, "wants_to", "is below wants_from"))
        prompts = [given.get(prompt) for prompt, _ in ANSWERS]
        for number, (prompt, answer) in enumerate(ANSWERS):
            if (prompt in given) != (answer in given):
                alone, missing = (prompt, answer) if prompt in given else (answer, prompt)
                wrong.append(BadLine(line, alone, f"has no {missing}"))
            if prompt in given and given[prompt] in prompts[:number]:
                wrong.append(BadLine(line, prompt, "is answered twice"))
        return (None, wrong) if wrong else (self._newcomer(line, values, country), [])

    def _newcomer(self, line: int, values: dict[str, Any], country: str) -> Newcomer:
        joined = values.get("joined_at", self._now)
        left_out = () if "religion_consent" in values else (RELIGION,)
        return Newcomer(
            line=line,
            # Of the address with its domain in letters: earlier releases made the ids so.
            member_id=uuid5(NAMESPACE, f"{self._site_key} {shown_address(values['email'])}"),
            email=values["email"],
            name=values["name"],
            birth_date=values["date_of_birth"],
            gender=values["gender"],
            seeks=tuple(values["seeks"]) if "matching_consent" in values else (),
            matching_consent=values.get("matching_consent"),
            religion_consent=values.get("religion_consent"),
            town=values.get("town"),
            country=country,
            locale=values.get("locale", self._site.domain_language),
            joined_at=joined,
            last_active_at=values.get("last_active_at", joined),
            password_hash=values.get("password_hash"),
            said={name: values[name] for name in SAID if name in values and name not in left_out},
            fictional=values.get("fictional", False),
            answers=tuple(
                PromptAnswer(new_id(), values[prompt], values[answer]) for prompt, answer in ANSWERS if prompt in values
            ),
        )

    def _fictional(self, text: str) -> bool:
        if text.lower() not in ("yes", "no"):
            raise Wrong("must be yes or no")
        if text.lower() == "yes" and not self._site.fictional_profiles:
            raise Wrong("the site's document has no fictional_profiles")
        return text.lower() == "yes"

    def _country(self, text: str) -> str:
        if text.upper() not in self._site.countries:
            raise Wrong(f"must be one of the site's countries: {', '.join(self._site.countries)}")
        return text.upper()

    def _prompt(self, text: str) -> str:
        if text not in (known := [prompt.id for prompt in self._site.prompts]):
            raise Wrong(f"must be one of the site's prompts: {', '.join(known)}")
        return text

    def _town(self, country: str, text: str) -> Town:
        town = self._towns.get((country, plain(text)))
        if town is None:
            raise Wrong(f"is no town we know in {country}")
        return town

    def _locale(self, text: str) -> str:
        spoken = (*LOCALES, *self._site.own_languages)
        if text.lower() not in spoken:
            raise Wrong(f"must be one of {', '.join(spoken)}")
        return text.lower()

    def _time(self, text: str) -> datetime:
        try:
            at = read_time(text)
        except ValueError as error:
            raise Wrong(str(error)) from error
        if at < EARLIEST:
            raise Wrong(f"is before {EARLIEST.year}")
        if at > self._now:
            raise Wrong("is in the future")
        return at


def _fictional_address(text: str) -> str:
    if not re.fullmatch(f"[a-z0-9._-]{{1,64}}{re.escape(FICTIONAL_DOMAIN)}", text.lower()):
        raise Wrong(f"must be letters, digits and {FICTIONAL_DOMAIN}, so that no mail reaches anybody")
    return text.lower()


def _one_of(kind: Any) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return kind(text.lower())
        except ValueError as error:
            raise Wrong(f"must be one of {', '.join(kind)}") from error

    return read


def _several_of(kind: Any, most: int) -> Callable[[str], Any]:
    one = _one_of(kind)

    def read(text: str) -> Any:
        values = sorted({one(part.strip()) for part in text.split(";") if part.strip()})
        if not 1 <= len(values) <= most:
            raise Wrong(f"must be one to {most} keys with semicolons between")
        return values

    return read


def _answer(text: str) -> str:
    try:
        words = checked_answer(text)
    except TextTooLong as error:
        raise Wrong(f"is longer than {ANSWER.longest} characters") from error
    if words is None:
        raise Wrong("has no visible text")
    return words


def _reader_of(name: str, field: Text | Number | Trait) -> Callable[[str], Any]:
    if isinstance(field, Text):
        return partial(field.checked, name)
    if isinstance(field, Number):
        return _number_of(field)
    return _several_of(field.values, len(field.values)) if field.is_several else _one_of(field.values)


def _number_of(field: Number) -> Callable[[str], int]:
    def read(text: str) -> int:
        if (number := _small_number(text)) is None or not field.least <= number <= field.most:
            raise Wrong(f"must be a number from {field.least} to {field.most}")
        return number

    return read


def _age(text: str) -> int:
    if (age := _small_number(text)) is None or not YOUNGEST <= age <= OLDEST:
        raise Wrong(f"must be an age from {YOUNGEST} to {OLDEST}")
    return age


def _small_number(text: str) -> int | None:
    """The number of up to three digits; Python refuses to read one of thousands of digits."""
    return int(text) if re.fullmatch("[0-9]{1,3}", text) else None


def _hash(text: str) -> str:
    if not is_importable(text):
        raise Wrong(
            f"must be an argon2id hash with m from {MEMORY_KIB[0]} to {MEMORY_KIB[-1]}, t from {PASSES[0]} to"
            f" {PASSES[-1]}, p from {LANES[0]} to {LANES[-1]}; without one the member sets a password by mail"
        )
    return text
