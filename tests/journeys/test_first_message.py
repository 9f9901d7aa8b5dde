"""From the first visit to the first message on a phone, in taps; typing is not counted."""

import re
from collections.abc import Callable
from uuid import UUID

from demo.responder import answering
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import enter
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
    finger.tap(page.get_by_role("checkbox", name="Use this to find people who suit me"))
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
    unanswered = page.get_by_role("status").filter(has_text="can’t answer you yet")
    expect(unanswered.get_by_role("button", name=re.compile("^Send (the link )?again"))).to_be_visible()
    assert page.get_by_role("dialog").count() == 0
    assert finger.taps <= MOST_TAPS, f"{finger.taps} taps"


def test_a_newcomer_sees_a_chat_live(visit: Callable[..., Page], product: Product) -> None:
    """Nobody can answer an address that is not confirmed; the answer comes by itself once it is, to the open page."""
    others = answering(product.instance.members)
    with Member(product.base_url) as ann:
        ann.sign_up("Ann")
        found = (UUID(each["id"]) for each in ann.get("search")["profiles"])
        partner = next(others[member] for member in found if member in others)
        ann.write(str(partner.id), "Hello! What are you up to this weekend?")
        page = visit(phone=True)
        enter(page, ann, f"/en/members/{partner.id}/chat")
        expect(said(page, "Hello! What are you up to this weekend?")).to_be_visible()

        link = ann.activation_link()
        # Pressed twice, as by people who come back to a tab.
        for _ in range(2):
            tab = page.context.new_page()
            tab.goto(link)
            tab.get_by_role("button", name="Confirm").click()
            expect(tab.get_by_role("heading", name="Your email address is confirmed")).to_be_visible()

        expect(said(page, f"{partner.display_name}:").first).to_be_attached()
