"""A marketer without a shell makes a page, previews and publishes it, and splits its visitors between two versions."""

import re
import secrets
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.desk import log_in_marketer, log_in_moderator
from tests.journeys.conftest import check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
HEADLINES = {"English": "{}", "Nederlands": "{} in het Nederlands"}


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


def test_a_page_is_written_previewed_published_and_split(visit: Visit, product: Product) -> None:
    page, slug = visit(), f"spring-{secrets.token_hex(3)}"
    with Member(product.base_url) as marketer, httpx.Client(base_url=product.base_url) as stranger:
        log_in_marketer(marketer)
        take_session(page, marketer)
        page.goto("/marketing/pages")
        page.get_by_label("Address").fill(slug)
        page.get_by_role("button", name="New page").click()
        for language, headline in HEADLINES.items():
            write(page, language, headline.format("First words"))
        preview = page.frame_locator("iframe[title=Phone]")
        expect(preview.get_by_role("heading", level=1)).to_contain_text("First words in het Nederlands")
        save(page, 1)
        # A version may lack languages of the site; a live page may not.
        page.get_by_role("button", name="Publish now").click()
        expect(page.get_by_role("region", name="Versions").get_by_role("alert")).to_be_visible()
        assert stranger.get(f"/landers/{slug}").status_code == 404

        languages = page.get_by_role("group", name="Language").get_by_role("radio")
        for number in range(languages.count()):
            name = languages.nth(number).locator("xpath=ancestor::label").inner_text()
            known = next((each for each in HEADLINES if each in name), None)
            if known is None:
                write(page, re.sub(r"\s*(To do:|\d).*", "", name, flags=re.DOTALL), "First words")
        expect(page.get_by_text("All good. Save it as a version, then publish it.")).to_be_visible()
        check_accessibility(page)
        save(page, 2)
        for language, headline in HEADLINES.items():
            write(page, language, headline.format("Other words"))
        save(page, 3)

        page.get_by_role("button", name="Publish now").click()
        until(lambda: "Other words in het Nederlands" in stranger.get(f"/nl/landers/{slug}").text)
        assert "Other words" in stranger.get(f"/en/landers/{slug}").text

        page.goto("/marketing/experiments")
        page.get_by_label("Page", exact=True).select_option(slug)
        page.get_by_label("Version A", exact=True).select_option("2")
        page.get_by_label("Version B", exact=True).select_option("3")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_text("Too early to say.").first).to_be_visible()
        until(lambda: {_headline(stranger, slug) for _ in range(20)} == {"First words", "Other words"})


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


def _headline(stranger: httpx.Client, slug: str) -> str:
    text = stranger.get(f"/en/landers/{slug}").text
    return "First words" if "First words" in text else "Other words"
