"""Languages of the product, declared once for Python, and those that a site may add by its folder.

The web app has the same list in `webapp/src/i18n/locales.ts`; tests/contracts/test_languages.py compares the two with
each other and with the texts. A module of its own, below kit, sites and members, because all three need it.
"""

import re
from functools import cache
from typing import Annotated

from babel import localedata
from babel.core import Locale as Cldr
from babel.core import get_global
from pydantic import AfterValidator

# The name of each language of the product in itself.
LANGUAGE_NAMES = {
    "nl": "Nederlands",
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
    "pl": "Polski",
    "da": "Dansk",
    "sv": "Svenska",
    "nb": "Norsk",
    "fi": "Suomi",
}
LOCALES = tuple(LANGUAGE_NAMES)
# Its pages have no prefix in their path.
DEFAULT_LOCALE = "nl"
# Norwegian is that of the product under another code.
TAKEN = {*LOCALES, "no"}


def can_be_added(code: str) -> bool:
    """Whether a site may have this language besides the product's.

    A code of two letters, which paths begin with, of a language in Latin letters: invoices and the web app have fonts
    for no others, and screens are laid out from left to right. CLDR has to know its plural forms, dates and numbers.
    """
    return code in languages_to_add()


@cache
def languages_to_add() -> frozenset[str]:
    """The codes of all languages that a site may add."""
    scripts = get_global("likely_subtags")
    return frozenset(
        code
        for code in localedata.locale_identifiers()
        if re.fullmatch("[a-z]{2}", code) and "_Latn_" in scripts.get(code, "") and code not in TAKEN
    )


def _known(code: str) -> str:
    if code not in LANGUAGE_NAMES and not can_be_added(code):
        raise ValueError("must be the code of a language, such as en")
    return code


# A language of the product, or one that a site may add. Whether a site offers it is for the use case to check.
Locale = Annotated[str, AfterValidator(_known)]


def language_name(code: str) -> str:
    """The name of a language in itself, with a capital letter as a list of languages has it."""
    if code in LANGUAGE_NAMES:
        return LANGUAGE_NAMES[code]
    name = Cldr.parse(code).get_display_name(code) or code
    return name[:1].upper() + name[1:]


def localized_path(locale: str, path: str) -> str:
    """The path of a page of the web app in this language: `/credits` or `/fr/credits`."""
    return path if locale == DEFAULT_LOCALE else f"/{locale}{path}"
