"""Legal and landing pages name things as the screens do: titles, orders of search, badges and links."""

import pytest
from shared.languages import LOCALES
from textkit.locale_files import PAGES, page_bodies, texts_of

# Each page and the link in the footer that leads to it.
LINKS = {
    "ban": "common.footer_ban",
    "cookies": "common.footer_cookies",
    "faq": "common.footer_faq",
    "imprint": "common.footer_imprint",
    "privacy": "common.footer_privacy",
    "ranking": "common.footer_ranking",
    "return-policy": "common.footer_returns",
    "service": "common.footer_service",
    "terms": "common.footer_terms",
}
# Words that a page takes from the screens; those of orders stand in bold.
TAKEN = {
    "terms": ("common.badge_fictional", "likes.swipe_game"),
    "faq": ("common.badge_fictional", "common.footer_pricing"),
    "privacy": ("common.presence_today", "chat.member_deleted"),
}
ORDERS = ("members.order_active", "members.order_near", "members.order_fit", "members.order_verified")
# Links and a heading that landing pages and the app have alike.
ALIKE = {
    "lander.login": "common.nav_login",
    "lander.pricing": "common.footer_pricing",
    "lander.privacy": "common.footer_privacy",
    "lander.service": "common.footer_service",
    "lander.terms": "common.footer_terms",
    "lander.unknown_title": "errors.not_found",
}


def test_every_page_has_a_link() -> None:
    assert {path.stem for path in PAGES.glob("*/*.md")} == set(LINKS)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_has_the_title_of_the_link_to_it(locale: str) -> None:
    texts = texts_of(locale)
    titles = {name.removeprefix("pages/"): _title(body) for name, body in page_bodies(locale).items()}

    assert titles == {page: texts[label] for page, label in LINKS.items()}


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_name_the_orders_of_search_as_search_does(locale: str) -> None:
    texts = texts_of(locale)
    pages = page_bodies(locale)

    for page in ("pages/terms", "pages/ranking"):
        assert [texts[order] for order in ORDERS if f"**{texts[order]}**" not in pages[page]] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_has_the_words_of_the_screens(locale: str) -> None:
    texts = texts_of(locale)
    pages = page_bodies(locale)

    assert [
        (page, texts[name])
        for page, names in TAKEN.items()
        for name in names
        if texts[name].lower() not in pages[f"pages/{page}"].lower()
    ] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_landing_pages_have_the_words_of_the_app(locale: str) -> None:
    texts = texts_of(locale)

    assert {name: texts[name] for name in ALIKE} == {name: texts[label] for name, label in ALIKE.items()}


def _title(page: str) -> str:
    return next(line.removeprefix("# ") for line in page.splitlines() if line.startswith("# "))
