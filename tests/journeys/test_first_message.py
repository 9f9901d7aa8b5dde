"""From the first visit to the first message on a phone, in taps; typing is not counted."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.test_journey import said
from tests.member import PASSWORD, Member
from tests.product import Product

MOST_TAPS = 20


class Finger:
    """Taps what it is shown, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def button(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def fill(self, field: Locator, text: str) -> None:
        """A field that has the focus already costs no tap."""
        if not field.evaluate("element => element === document.activeElement"):
            self.tap(field)
        field.press_sequentially(text)


def test_the_first_message_is_twenty_taps_away(visit: Callable[..., Page], product: Product) -> None:
    page = visit(phone=True)
    finger = Finger(page)
    page.goto("/en/")
    finger.button("I’m 18 or over")
    finger.tap(page.get_by_role("main").get_by_role("link", name="Create your profile"))

    finger.tap(page.get_by_role("group", name="I am a").get_by_text("Woman", exact=True))
    finger.tap(page.get_by_role("group", name="I would like to meet").get_by_text("Men", exact=True))
    finger.tap(page.get_by_role("checkbox", name="I agree that this, and the sexuality it reveals"))
    finger.button("Continue")
    finger.fill(page.get_by_label("Name"), "Ann")
    # The native picker of a phone opens with one tap.
    finger.tap(page.get_by_label("Date of birth"))
    page.get_by_label("Date of birth").fill("1993-05-04")
    finger.button("Continue")
    finger.fill(page.get_by_role("combobox", name="Town"), "Utre")
    finger.tap(page.get_by_role("option", name=re.compile("^Utrecht")).first)
    finger.button("Continue")
    finger.fill(page.get_by_label("Email address"), f"ann-{Member.new_id()}@example.org")
    finger.fill(page.get_by_label("Password", exact=True), PASSWORD)
    finger.button("Continue")
    finger.tap(page.get_by_label("I accept the terms"))
    finger.button("Create my account")
    expect(page.get_by_role("heading", name="Welcome, Ann")).to_be_visible()

    finger.tap(page.get_by_role("link", name="See who suits you"))
    finger.tap(page.get_by_role("list", name="People who suit you").get_by_role("link").first)
    finger.tap(page.get_by_role("link", name="Send message"))
    finger.fill(page.get_by_role("textbox", name=re.compile("^Message to")), "Hello! Coffee by the river?")
    finger.button("Send message")

    expect(said(page, "Hello! Coffee by the river?")).to_be_visible()
    assert page.get_by_role("dialog").count() == 0
    assert finger.taps <= MOST_TAPS, f"{finger.taps} taps"
