"""The retention times on the privacy pages are written from the data inventories, in every language."""

import pytest
from compliance.retention_on_pages import PAGES, PageIncomplete, privacy_pages, with_times
from shared.languages import LOCALES


def test_every_language_has_its_page() -> None:
    assert [page for page, _ in privacy_pages()] == [PAGES / locale / "privacy.md" for locale in LOCALES]


def test_the_pages_are_as_they_are_written_from_the_inventories() -> None:
    stale = [str(page) for page, text in privacy_pages() if page.read_text("utf-8") != text]
    assert stale == [], "run scripts/pairwise record-of-processing --pages"


def test_a_time_that_changes_in_an_inventory_changes_on_the_page() -> None:
    assert with_times("Keeps 14 days.\n- 30 days: mails\n- 90 days: log-ins\n", [31, 60]) == (
        "Keeps 14 days.\n- 31 days: mails\n- 60 days: log-ins\n"
    )


@pytest.mark.parametrize("days", [[30], [30, 90, 400]])
def test_a_page_with_another_list_is_not_written(days: list[int]) -> None:
    with pytest.raises(PageIncomplete):
        with_times("- 30 days: mails\n- 90 days: log-ins\n", days)
