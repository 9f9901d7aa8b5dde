"""Plural forms of the texts of emails and pushes."""

from babel.core import Locale
from shared.kit.texts import Texts


def plural_text(texts: Texts, key: str, locale: str, count: int) -> str:
    """The text `<key>_<form>` in the plural form (CLDR) that the language has for this count; else the text `key`."""
    form = Locale.parse(locale).plural_form(count)
    found = (texts.find(f"{key}_{name}", locale, {"count": count}) for name in (form, "other"))
    return next((text for text in found if text), None) or texts.find(key, locale, {"count": count}) or key
