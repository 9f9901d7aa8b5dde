"""Languages of the product, declared once for Python.

The web app has the same list in `webapp/src/i18n/locales.ts`; tests/contracts/test_languages.py compares the two with
each other and with the texts. A module of its own, below kit, sites and members, because all three need it.
"""

from typing import Literal, get_args

Locale = Literal["nl", "en", "de", "fr", "es", "it", "pl", "da", "sv", "nb", "fi"]
LOCALES: tuple[Locale, ...] = get_args(Locale)
# Its pages have no prefix in their path.
DEFAULT_LOCALE: Locale = "nl"

# The name of each language in itself.
LANGUAGE_NAMES: dict[Locale, str] = {
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


def localized_path(locale: str, path: str) -> str:
    """The path of a page of the web app in this language: `/credits` or `/fr/credits`."""
    return path if locale == DEFAULT_LOCALE else f"/{locale}{path}"
