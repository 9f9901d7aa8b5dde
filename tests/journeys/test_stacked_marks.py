"""Hundreds of combining marks on one letter: they are drawn within their own text, and over nothing else."""

from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.journeys.conftest import box, enter
from tests.journeys.test_chat_photo import two_members
from tests.journeys.test_journey import said
from tests.product import Product

# As text of the deepest element, where React put the member's.
WRITE = """(element, marks) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let last = null
  while (texts.nextNode()) last = texts.currentNode
  last.data = 'z' + '\\u0301'.repeat(marks)
}"""
# Pixels that marks may take of the space around their text.
ROOM = 8


def check_marks_stay(page: Page, text: Locator) -> None:
    """Nothing beside the text looks different with them."""
    text.evaluate(WRITE, 0)
    text.scroll_into_view_if_needed()
    at = box(text)
    width, top = max(60, at["width"]), max(0, at["y"] - 110)
    around = [FloatRect(x=at["x"], y=at["y"] + at["height"] + ROOM, width=width, height=60)]
    if (height := at["y"] - ROOM - top) > 0:
        around.append(FloatRect(x=at["x"], y=top, width=width, height=height))
    before = [page.screenshot(clip=clip, animations="disabled") for clip in around]
    text.evaluate(WRITE, 900)
    assert [page.screenshot(clip=clip, animations="disabled") for clip in around] == before


def test_marks_stay_within_their_text(visit: Callable[..., Page], product: Product) -> None:
    hers, his = two_members(product)
    his.call("PUT", "profile", about="I like tea")
    for text in ("One", "Two", "Three"):
        his.write(hers.id, text)
    page = visit(phone=True)
    enter(page, hers, f"/en/members/{his.id}/chat")
    expect(said(page, "Three")).to_be_visible()
    check_marks_stay(page, page.locator("[data-message] p").nth(1))
    check_marks_stay(page, page.get_by_role("heading", level=1))
