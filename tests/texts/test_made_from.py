"""Every translation is made from the English of today (`scripts/pairwise texts`)."""

import pytest
from textkit.locale_files import TRANSLATED
from textkit.made_from import obsolete, stale


@pytest.mark.parametrize("locale", TRANSLATED)
def test_no_text_is_stale(locale: str) -> None:
    assert stale(locale) == [], (
        f"translate these from the English and run `scripts/pairwise texts --locale {locale} translated`"
    )


@pytest.mark.parametrize("locale", TRANSLATED)
def test_the_record_names_texts_of_today(locale: str) -> None:
    assert obsolete(locale) == [], "`scripts/pairwise texts translated` forgets them"
