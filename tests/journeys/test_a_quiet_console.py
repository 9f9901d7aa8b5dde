"""The console stays empty on the main walk: an expected answer, such as a refusal, is no red line."""

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import ConsoleMessage, Page, expect

from tests.journeys.conftest import enter
from tests.journeys.test_journey import come_in, log_in, sign_up
from tests.member import Member
from tests.product import Product

FOR_VISITORS = ["/en/", "/en/pricing", "/en/login", "/en/signup", "/en/pages/terms"]
FOR_MEMBERS = [
    *("/en/members", "/en/likes", "/en/chats", "/en/swipe-game", "/en/match-finder", "/en/profile", "/en/complaints"),
    *("/en/credits", "/en/credits/repeat-order", "/en/premium", "/en/transactions", "/en/withdrawal"),
    *("/en/settings", "/en/settings/privacy", "/en/settings/spending", "/en/settings/security", "/en/notifications"),
]


def listen(page: Page) -> list[str]:
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(f"{message.text} {message.location.get('url', '')}")

    page.on("console", note)
    return said


def test_nothing_is_red_in_the_console_of_the_main_walk(visit: Callable[..., Page], product: Product) -> None:
    page, member = visit(phone=True), Member(product.base_url).sign_up("Ann").confirm()
    said = listen(page)
    for path in FOR_VISITORS:
        page.goto(path)
        expect(page.locator("h1").first).to_be_attached()
        page.wait_for_load_state("networkidle")
    enter(page, member, "/en/members")
    for path in FOR_MEMBERS:
        page.goto(path)
        expect(page.locator("h1").first).to_be_attached()
        expect(page.get_by_role("status").get_by_text("Loading", exact=True)).to_have_count(0)
    assert said == []


def test_expected_refusals_are_no_errors(visit: Callable[..., Page], product: Product) -> None:
    """An address in use (409), a wrong password (422), a profile that is gone (404), too few credits (402)."""
    page = visit()
    said = listen(page)
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        while ann.write(bo.id, "Hello")["price"]["balance"] > 0:
            pass
        come_in(page)
        sign_up(page, ann.email)
        expect(page.get_by_text("An account with this e-mail address already exists")).to_be_visible()
        log_in(page, ann.email, "wrong password")
        expect(page.get_by_text("Login failed, please try again")).to_be_visible()
        enter(page, ann, f"/en/members/{ann.new_id()}")
        expect(page.get_by_role("heading", level=1, name="This profile isn’t available")).to_be_visible()
        page.goto(f"/en/members/{bo.id}/chat")
        page.get_by_role("textbox", name=re.compile("^Message to")).fill("One too many")
        page.get_by_role("button", name="Send message").click()
        expect(page.get_by_role("dialog", name="Not enough credits")).to_be_visible()
    assert said == []


def test_a_deep_link_says_what_waits_and_nothing_more(visit: Callable[..., Page], product: Product) -> None:
    page, bo = visit(phone=True), Member(product.base_url).sign_up("Bo").confirm()
    page.goto(f"/en/members/{bo.id}/chat")
    expect(page.get_by_text("Log in to read your messages.")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("Bo")
    signup = page.get_by_role("main").get_by_role("link", name="Create your profile")
    expect(signup).to_have_attribute("href", f"/en/signup?next={quote(f'/members/{bo.id}/chat', safe='')}")
