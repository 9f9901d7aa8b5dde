"""Report and block from a card in two taps on every screen with cards, and the way back from a search in a chat."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import box, check_accessibility, enter
from tests.member import Member
from tests.product import Product

Visit = Callable[..., Page]
SCREENS = ("members", "likes", "likes/sent", "members/{id}", "signup-matches")


@pytest.mark.parametrize("screen", SCREENS)
def test_report_and_block_are_two_taps_from_a_card(visit: Visit, product: Product, screen: str) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        bo.call("POST", "like", id=bo.new_id(), profile_id=ann.id)
        someone = ann.someone()
        ann.call("POST", "like", id=ann.new_id(), profile_id=someone)
        page = visit(phone=True)
        enter(page, ann, f"/en/{screen.format(id=someone)}")

        card = page.get_by_role("article").first
        card.get_by_role("button", name=re.compile("^Options for ")).click()
        expect(page.get_by_role("link", name=re.compile("^Report ")).last).to_be_visible()
        check_accessibility(page)
        page.get_by_role("button", name=re.compile("^Block ")).locator("visible=true").last.click()
        expect(page.get_by_role("status").get_by_text(re.compile("blocked", re.IGNORECASE))).to_be_visible()
        assert len(ann.get("block")["profiles"]) == 1


# Of one card: the share of the upper two thirds that its buttons cover, and the texts of its caption that are cut off,
# or end with a separator.
CARD = """card => {
  const face = card.querySelector('[data-photo]').getBoundingClientRect()
  const [...buttons] = card.querySelectorAll(':scope > button')
  const covered = buttons.map((button) => button.getBoundingClientRect()).map(({ top, width, height }) =>
    width * Math.max(0, Math.min(height, face.top + face.height * 2 / 3 - top)))
  const [...texts] = card.querySelectorAll('a span:not(:has(span))')
  const cut = texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0)
  const orphans = texts.filter((text) => text.textContent.trim().endsWith('\u00b7'))
  return {
    covered: covered.reduce((sum, area) => sum + area, 0) / (face.width * face.height),
    buttons: buttons.length,
    wrong: [...cut, ...orphans].map((text) => text.textContent),
  }
}"""


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_heart_alone_lies_on_a_face_and_captions_fit(visit: Visit, product: Product, language: str) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm()
        page = visit(phone=True)
        enter(page, ann, f"/{language}/members")
        card = page.get_by_role("article")
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 844})
            expect(card.nth(5)).to_be_attached()
            seen = [card.nth(place).evaluate(CARD) for place in range(6)]
            assert [each["wrong"] for each in seen] == [[]] * 6
            assert {each["buttons"] for each in seen} == {2}
            assert max(each["covered"] for each in seen) < 0.12, seen


def test_a_search_in_a_chat_ends_where_it_began(visit: Visit, product: Product) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        chat = bo.write(ann.id, "Friday, by the river?")["conversation"]["id"]
        page = visit()
        enter(page, ann, f"/en/chats/{chat}")
        options = page.get_by_role("button", name="About this chat")
        for close in ("Escape", "Close search"):
            options.press("Enter")
            page.get_by_role("button", name="Search in chat").press("Enter")
            field = page.get_by_role("searchbox", name="Search this chat")
            expect(field).to_be_focused()
            field.fill("river")
            expect(page.locator("mark")).to_have_text("river")
            check_accessibility(page)
            if close == "Escape":
                field.press(close)
            else:
                page.get_by_role("button", name=close).press("Enter")
            expect(field).to_have_count(0)
            expect(options).to_be_focused()


LEFT_OF_TEXT = """element => {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { left, top } = range.getBoundingClientRect()
  return { left: Math.round(left), top: Math.round(top) }
}"""


@pytest.mark.parametrize(("language", "count"), [("en", r"\d+ people"), ("de", r"\d+ Menschen")])
def test_the_count_of_a_search_follows_the_title_or_begins_below_it(
    visit: Visit, product: Product, language: str, count: str
) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm()
        page = visit(phone=True)
        enter(page, ann, f"/{language}/members")
        line = page.locator("main").get_by_role("status").filter(has_text=re.compile(count))
        expect(line).to_be_visible()
        title, below = page.locator("h1"), line.evaluate(LEFT_OF_TEXT)
        at = box(title)
        if below["top"] >= at["y"] + at["height"] - 1:
            assert below["left"] == round(at["x"])
        else:
            assert at["x"] + at["width"] < below["left"] <= at["x"] + at["width"] + 16
