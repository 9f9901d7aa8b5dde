"""Layout of chats: the field takes the width, few messages are next to it, and nothing moves when messages come."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import APP, DESKTOP, HYDRATED, PHONE, WATCH_SHIFTS, box, enter, hold
from tests.journeys.test_journey import said
from tests.member import Member
from tests.product import Product

SMALL: ViewportSize = {"width": 320, "height": 640}


@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP], ids=["small", "phone", "desktop"])
def test_the_field_takes_the_width_and_few_messages_stand_by_it(
    visit: Callable[..., Page], product: Product, size: ViewportSize
) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        chat = bo.write(ann.id, "Friday, by the river?")["conversation"]["id"]
        page = visit(phone=size is not DESKTOP)
        page.set_viewport_size(size)
        enter(page, ann, f"/en/chats/{chat}")
        message, field = said(page, "Friday, by the river?"), page.get_by_role("textbox", name="Message to Bo")
        expect(message).to_be_visible()
        for text in ("", "A longer answer, that needs the width of the field."):
            field.fill(text)
            form = page.locator("form").filter(has=field)
            # With the price, which stands in it.
            own = box(field.locator(".."))
            assert own["width"] >= box(form)["width"] * 0.65
            for button in form.get_by_role("button").locator("visible=true").all():
                beside = box(button)
                is_beside = beside["x"] >= own["x"] + own["width"] - 1 or beside["x"] + beside["width"] <= own["x"] + 1
                assert is_beside or beside["y"] >= own["y"] + own["height"] - 1
        below = box(field)["y"] - (box(message)["y"] + box(message)["height"])
        assert 0 <= below <= 200, f"{below} pixels between the message and the field"


def test_times_and_drafts_are_in_the_list_before_the_app_comes(visit: Callable[..., Page], product: Product) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        chat = bo.write(ann.id, "Friday, by the river?")["conversation"]["id"]
        page = visit(phone=True, timezone_id="Asia/Kolkata")
        enter(page, ann, f"/en/chats/{chat}")
        page.get_by_role("textbox", name="Message to Bo").fill("Rather on Saturday")
        come = hold(page, APP)
        page.add_init_script(WATCH_SHIFTS)
        Page.goto(page, "/en/chats")
        page.wait_for_load_state("domcontentloaded")
        shown = "(element, part) => getComputedStyle(element, part).content"
        row = page.get_by_role("listitem").filter(has=page.locator("time"))
        time = row.locator("time").evaluate(shown, "::before")
        assert re.fullmatch(r'"\d\d?:\d\d"', time), time
        assert row.locator("[data-draft]").evaluate(shown, "::after") == '"Rather on Saturday"'
        come()
        page.wait_for_function(HYDRATED)
        expect(row.locator("time")).to_have_text(time.strip('"'))
        expect(row.get_by_text("Draft: Rather on Saturday")).to_be_visible()
        assert page.evaluate("window.shifted") <= 0.003


def test_nothing_jumps_while_messages_come(visit: Callable[..., Page], product: Product) -> None:
    """In a conversation that grows from a few messages to more than the window holds, and in the list of all."""
    with Member(product.base_url) as ann, Member(product.base_url) as bo, Member(product.base_url) as cy:
        ann.sign_up("Ann").confirm()
        for each, name in ((bo, "Bo"), (cy, "Cy")):
            each.sign_up(name, gender="male", seeks="female").confirm().become_premium()
        cy.write(ann.id, "Hello")
        chat = bo.write(ann.id, "Friday, by the river?")["conversation"]["id"]
        page = visit()
        page.set_viewport_size({"width": 1440, "height": 600})
        page.add_init_script(WATCH_SHIFTS)
        enter(page, ann, f"/en/chats/{chat}")
        expect(said(page, "Friday, by the river?")).to_be_visible()
        page.wait_for_load_state("networkidle")
        for number in range(7):
            if number == 1:
                # Whatever is drawn once only, such as the first of today's messages, is there.
                page.evaluate("window.shifted = 0")
            bo.write(ann.id, f"{number}: " + "as long as it takes to fill some lines " * 6)
            expect(said(page, f"{number}: as long")).to_be_visible()
            cy.write(ann.id, f"And {number}")
            expect(page.get_by_role("listitem").filter(has_text=f"And {number}")).to_be_visible()
        assert page.evaluate("window.shifted") <= 0.003
