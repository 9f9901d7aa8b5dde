"""Every gesture of the product, made by a finger on a phone."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.journeys.conftest import ENTERED, check_accessibility, enter
from tests.journeys.fingers import Finger
from tests.journeys.test_chat_photo import two_members
from tests.journeys.test_journey import said
from tests.journeys.test_swiping import top_card
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]


def test_a_message_is_held_tapped_twice_and_swiped(visit: Visit, product: Product) -> None:
    hers, his = two_members(product)
    his.write(hers.id, "Tea at four?")
    page = visit(phone=True)
    enter(page, hers, f"/en/members/{his.id}/chat")
    finger, message = Finger(page), said(page, "Tea at four?")

    # The menu stays when the finger is lifted, and each of its lines can be pressed.
    finger.hold(message)
    menu = page.get_by_role("group", name="Options for this message")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("button", name="Reply")).to_be_visible()
    check_accessibility(page)
    menu.get_by_role("button", name="Fire").tap()
    expect(menu).to_have_count(0)
    expect(page.get_by_text("Your reaction: Fire")).to_be_attached()

    finger.double_tap(message)
    expect(page.get_by_text("Your reaction: Heart")).to_be_attached()
    until(lambda: his.get("chat", profile=hers.id)["messages"][0]["reactions"]["partner"] == "heart")

    finger.drag(message, 120)
    expect(page.get_by_role("group", name="Replying to Bo")).to_be_visible()
    page.get_by_role("group", name="Replying to Bo").get_by_role("button").tap()

    # A scroll is none of these, and a press beside the menu closes it.
    finger.drag(message, 4, 160)
    expect(menu).to_have_count(0)
    page.get_by_role("button", name="Options for this message").tap()
    expect(menu).to_be_visible()
    page.touchscreen.tap(200, 120)
    expect(menu).to_have_count(0)


def test_a_card_of_the_swipe_game_is_dragged(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    page = visit(phone=True)
    enter(page, ann, "/en/swipe-game")
    expect(page.get_by_text("4 likes left today")).to_be_visible()
    first = top_card(page).inner_text()
    Finger(page).drag(page.get_by_role("article").first.or_(top_card(page)).first, 250)
    expect(page.get_by_text("3 likes left today")).to_be_visible()
    expect(top_card(page)).not_to_have_text(first)


def found_by(member: Member) -> Iterator[str]:
    """The ids of all pages of a search."""
    page = member.get("search")
    while True:
        yield from (each["id"] for each in page["profiles"])
        if page["next_cursor"] is None:
            return
        page = member.get("search", cursor=page["next_cursor"])


def test_photos_of_a_profile_follow_the_finger(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    several = next(id for id in found_by(ann) if len(ann.get("profile", id=id)["profile"]["photos"]) > 1)
    page = visit(phone=True)
    enter(page, ann, f"/en/members/{several}")
    page.get_by_role("main").get_by_role("button", name=re.compile("photo", re.IGNORECASE)).first.tap()
    expect(page.get_by_text(re.compile("^Photo 1 of"))).to_be_visible()
    Finger(page).drag(page.get_by_role("group", name=re.compile("^Photos of")), -260)
    expect(page.get_by_text(re.compile("^Photo 2 of"))).to_be_visible()


def test_a_card_of_the_lander_is_dragged(visit: Visit) -> None:
    page = visit(phone=True)
    page.add_init_script(ENTERED)
    page.goto("/en/landers/tinderswipe")
    cards = page.locator("[data-deck] .cards li:not(.gone)")
    count = cards.count()
    Finger(page).drag(page.locator("[data-deck] .cards li").last, 160)
    expect(cards).to_have_count(count - 1)
