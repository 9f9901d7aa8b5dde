"""A number beside a noun has the plural forms of each language; every placeholder is known as a number or not."""

import re

import pytest
from babel.core import Locale
from shared.languages import LOCALES as LANGUAGES
from textkit.locale_files import FORM, SOURCE, forms, texts_of

PLACEHOLDER = re.compile(r"{{\s*(\w+)")
# Names, words, sums of money and dates, which agree with nothing.
NO_NUMBERS = frozenset(
    """
    again_on amount at code company country credits currency date day device dimension email found gift goal high host
    id language last4 left low measure messages method minimum name net network partner percent phone place price rate
    reaction reason signUps label site sum support_email text time town trait type until value version way what when why
    address service suggestion grace letter link maker fictional member problem same pose live by role roles
    """.split()  # noqa: SIM905
)
# Numbers beside a unit whose short form has no plural, or beside no noun at all: "photo 2 of 7", "Number 12".
ALONE = {
    "age": "beside a name",
    "all": "2 of 5",
    "balance": "what one has, beside the price that has the noun",
    "best": "the number of a version",
    "bounced": "a share",
    "buyers": "after a colon",
    "changed": "after a colon",
    "cm": "unit",
    "confirmed": "after a colon",
    "done": "2 of 5",
    "first": "a date",
    "from": "an age",
    "have": "2 of 5",
    "hours": "unit",
    "km": "unit",
    "last": "a date",
    "later": "12 kB, a unit",
    "line": "the number of a line",
    "looked": "beside the total that has the noun",
    "megabytes": "unit",
    "megapixels": "unit",
    "min_age": "an age, never below 18, in the genitive of every language that has one",
    "minutes": "unit",
    "most": "12 of 200 kB, a unit",
    "number": "which one, or after a colon",
    "other": "the number of a version",
    "pixels": "unit",
    "points": "of 100",
    "reached": "2 of 5",
    "record": "1/4 after a colon",
    "seconds": "unit",
    "share": "a share",
    "step": "step 2 of 5",
    "steps": "step 2 of 5",
    "suspects": "after a colon, or apart",
    "to": "an age",
    "total": "2 of 5",
    "unchanged": "after a colon",
    "used": "80 of 1000",
    "uses": "after a colon",
    "views": "2 of 5",
    "waiting": "after a colon",
    "weight": "12 of 200 kB, a unit",
}
# A sum of money, or the second number of "80 of 1000".
LIMIT = {
    "chat.count",
    "errors.daily_limit_reached",
    "errors.monthly_limit_reached",
    "photos.have_of",
    "spending.next_daily",
    "spending.next_monthly",
    "spending.of_limit",
}
COUNTED_DAYS = {"marketing.col_lifetime"}
BARE_COUNT = {"chat.list_archived"}


def numbers_without_forms(locale: str) -> list[str]:
    counted = {name for name, texts in forms(texts_of(SOURCE)).items() if f"{name}_one" in texts}
    found = set()
    for key, text in texts_of(locale).items():
        name = FORM.sub("", key)
        is_plural = name != key and name in counted
        for placeholder in PLACEHOLDER.findall(text):
            allowed = (
                placeholder in NO_NUMBERS
                or placeholder in ALONE
                or (placeholder == "limit" and key in LIMIT)
                or (placeholder == "days" and key in COUNTED_DAYS)
                or (placeholder == "count" and (is_plural or key in BARE_COUNT))
            )
            if not allowed:
                found.add(f"{key}: {placeholder}")
    return sorted(found)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_number_beside_a_noun_is_a_count_with_plural_forms(locale: str) -> None:
    assert numbers_without_forms(locale) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_text_with_a_count_has_every_form_of_its_language(locale: str) -> None:
    """Forms for 1, 2, 5 and 22; those for fractions and millions may be absent."""
    needed = {Locale.parse(locale).plural_form(count) for count in (1, 2, 5, 22)}
    texts = texts_of(locale)
    counted = {name for name, named in forms(texts_of(SOURCE)).items() if f"{name}_one" in named}
    assert [f"{name}_{form}" for name in sorted(counted) for form in needed if f"{name}_{form}" not in texts] == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_number_among_the_units_is_followed_by_no_word_that_bends(locale: str) -> None:
    """A noun written out after such a number would need forms: only these units are known not to bend."""
    units = {"hours": r"\W*(h|uur|Std\.|godz\.|t\.?|tunnin)(?!\w)", "minutes": r"\W*[mM]in(?!\w)"}
    wrong = [
        f"{key}: {text}"
        for key, text in texts_of(locale).items()
        for name, unit in units.items()
        if f"{{{{{name}}}}}" in text and not re.search(rf"{{{{{name}}}}}{unit}", text)
    ]
    assert wrong == []
