"""The swipe game as it is played: by keys, finger and buttons, four likes a day; and the like that comes by itself."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import box, check_accessibility
from tests.journeys.test_journey import log_in
from tests.member import PASSWORD, Member, until
from tests.product import Product

Visit = Callable[..., Page]


def come_back(page: Page, member: Member, path: str) -> None:
    page.goto("/en/")
    page.get_by_role("button", name="I’m 18 or over").click()
    log_in(page, member.email, PASSWORD)
    expect(page.get_by_role("link", name="Messages").first).to_be_visible()
    page.goto(path)


def top_card(page: Page) -> Locator:
    return page.get_by_role("heading", level=2).first


def drag_right(page: Page, card: Locator) -> None:
    at = box(card)
    x, y = at["x"] + at["width"] / 2, at["y"] - 60
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(x + step * 25, y)
    page.mouse.up()


def test_four_likes_a_day_and_a_pass_taken_back(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    page = visit(phone=True)
    come_back(page, ann, "/en/swipe-game")
    expect(page.get_by_text("4 likes left today")).to_be_visible()
    check_accessibility(page)

    # A pass by key, and back again.
    first = top_card(page).inner_text()
    page.keyboard.press("ArrowLeft")
    expect(top_card(page)).not_to_have_text(first)
    with page.expect_response(lambda answer: "swipe-game" in answer.url and answer.request.method == "DELETE"):
        page.keyboard.press("ArrowDown")
    expect(top_card(page)).to_have_text(first)

    # One like by finger, one by key, two by button.
    drag_right(page, top_card(page))
    expect(page.get_by_text("3 likes left today")).to_be_visible()
    expect(top_card(page)).not_to_have_text(first)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("2 likes left today")).to_be_visible()
    like = page.get_by_role("button", name=re.compile("^Like "))
    like.click()
    expect(page.get_by_text("1 like left today")).to_be_visible()
    like.click()
    expect(like).to_have_attribute("aria-disabled", "true")
    check_accessibility(page)
    assert until(lambda: ann.get("swipe-game")["likes_left"] == 0)
    assert until(lambda: len(ann.get("likes")["profiles"]) == 4)


def test_a_new_like_comes_by_itself_and_leaves_the_address(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    bo = Member(product.base_url).sign_up("Boris", gender="male", seeks="female").confirm()
    bo.call("POST", "like", id=Member.new_id(), profile_id=ann.id)
    until(lambda: ann.get("likes")["total_new_likes"] == 1)
    page = visit()

    come_back(page, ann, "/en/members?t=0.1")

    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Boris", exact=False).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/members(?!.*[?&]t=)"))
    check_accessibility(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
