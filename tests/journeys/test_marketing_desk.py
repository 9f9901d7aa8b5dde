"""A marketer without a shell makes a page, previews and publishes it, and splits its visitors between two versions."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.api.visits import host_of
from tests.desk import become_marketer, log_in_marketer, log_in_moderator
from tests.journeys.conftest import check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
# The languages of a page, and the words of each.
HEADLINES = {
    "pairwise": {"English": "{}", "Nederlands": "{} in het Nederlands"},
    "iskra": {"English": "{}", "Polski": "{} po polsku"},
}
CODES = {"pairwise": "nl", "iskra": "pl"}


@dataclass(frozen=True)
class Desk:
    """The marketing desk of a brand in a browser, and a visitor of the brand."""

    page: Page
    marketer: Member
    stranger: httpx.Client
    headlines: dict[str, str]
    other_language: str

    def see(self, slug: str, language: str = "en") -> str:
        answer = self.stranger.get(f"/{language}/landers/{slug}")
        return answer.text if answer.is_success else ""


@contextmanager
def desk_of(brand: str, visit: Visit, product: Product) -> Iterator[Desk]:
    host = host_of(product, brand)
    stranger = httpx.Client(base_url=product.base_url, headers={"host": host})
    with Member(product.base_url, host=host) as marketer, stranger:
        if brand == "pairwise":
            log_in_marketer(marketer)
        else:
            become_marketer(product, marketer.sign_up("Zofia").confirm())
        page = visit(base_url=f"http://{host}")
        take_session(page, marketer, f"http://{host}")
        yield Desk(page, marketer, stranger, HEADLINES[brand], CODES[brand])


def write(page: Page, language: str, headline: str) -> None:
    page.get_by_role("group", name="Language").get_by_text(language).click()
    for label, text in (
        ("Headline", headline),
        ("Headline, second part in colour", "come outside."),
        ("Sentence below", "Meet people near you."),
    ):
        page.get_by_label(label, exact=True).fill(text)


def save(page: Page, version: int) -> None:
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_text(f"Version {version} is saved. It is not live yet.").last).to_be_visible()


@pytest.mark.parametrize("brand", HEADLINES)
def test_a_page_is_written_previewed_published_and_split(visit: Visit, product: Product, brand: str) -> None:
    slug = f"spring-{secrets.token_hex(3)}"
    with desk_of(brand, visit, product) as desk:
        page = desk.page
        page.goto("/en/marketing/pages")
        page.get_by_label("Address").fill(slug)
        page.get_by_role("button", name="New page").click()
        for language, headline in desk.headlines.items():
            write(page, language, headline.format("First words"))
        for width in ("Phone", "Desktop"):
            preview = page.frame_locator(f"iframe[title={width}]")
            heading = desk.headlines[language].format("First words")
            expect(preview.get_by_role("heading", level=1)).to_contain_text(heading)
        save(page, 1)
        assert not desk.see(slug)
        check_accessibility(page)
        for language, headline in desk.headlines.items():
            write(page, language, headline.format("Other words"))
        save(page, 2)

        page.get_by_role("button", name="Publish now").click()
        other = list(desk.headlines.values())[1]
        until(lambda: other.format("Other words") in desk.see(slug, desk.other_language))
        assert "Other words" in desk.see(slug)
        # A language without words leads to one that has them.
        assert desk.stranger.get(f"/de/landers/{slug}").is_redirect

        page.goto("/en/marketing/experiments")
        page.get_by_label("Page", exact=True).select_option(slug)
        page.get_by_label("Version A", exact=True).select_option("1")
        page.get_by_label("Version B", exact=True).select_option("2")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_text("Too early to say.").first).to_be_visible()
        until(lambda: {headline_of(desk.see(slug)) for _ in range(20)} == {"First words", "Other words"})
        started = desk.marketer.get("marketing-experiments")["experiments"][0]
        assert (started["slug"], [arm["weight"] for arm in started["arms"]]) == (slug, [0.5, 0.5])


@pytest.mark.parametrize("is_moderator", [False, True])
def test_members_and_moderators_do_not_get_in(product: Product, *, is_moderator: bool) -> None:
    with Member(product.base_url) as member:
        if is_moderator:
            log_in_moderator(member)
        else:
            member.sign_up("Ann").confirm()
        for name in ("marketing-pages", "marketing-experiments", "marketing-report", "marketing-campaigns"):
            assert member.refused("GET", name) == (403, "forbidden")
        page = {"slug": "spring", "base": 0, "document": {"scene": "gallery"}}
        assert member.refused("POST", "marketing-page", **page) == (403, "forbidden")


def headline_of(page: str) -> str:
    return "First words" if "First words" in page else "Other words"
