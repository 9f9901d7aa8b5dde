"""The first visit without a pointer: from a member's address through every step to a message that arrives."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import check_accessibility
from tests.member import PASSWORD, Member, until
from tests.product import Product

Visit = Callable[..., Page]
MOST_TABS = 40


def go_to(page: Page, target: Locator) -> None:
    """Press Tab until the focus is there, as somebody without a mouse does."""
    for _ in range(MOST_TABS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {target}")


def press(page: Page, name: str) -> None:
    go_to(page, page.get_by_role("button", name=name))
    page.keyboard.press("Enter")


def fill(page: Page, field: Locator, text: str) -> None:
    go_to(page, field)
    page.keyboard.type(text)


def on_step(page: Page, number: int) -> None:
    expect(page.get_by_text(f"Step {number} of 5")).to_be_visible()
    check_accessibility(page)


def test_the_whole_wizard_by_keyboard(visit: Visit, product: Product) -> None:
    with Member(product.base_url) as bo:
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        page = visit()
        page.goto(f"/en/members/{bo.id}/signup")
        press(page, "I’m 18 or over")

        on_step(page, 1)
        expect(page.get_by_text(f"Write to member {bo.id[:8].upper()}")).to_be_visible()
        press(page, "Continue")
        expect(page.get_by_role("group", name="I am a")).to_be_focused()
        go_to(page, page.get_by_role("radio", name="Woman"))
        page.keyboard.press("Space")
        go_to(page, page.get_by_role("checkbox", name="Men", exact=True))
        page.keyboard.press("Space")
        go_to(page, page.get_by_role("checkbox", name="Use this to find people who suit me"))
        page.keyboard.press("Space")
        press(page, "Continue")

        on_step(page, 2)
        fill(page, page.get_by_label("Name"), "Support")
        page.keyboard.press("Tab")
        expect(page.get_by_text("This name is reserved for our team")).to_be_visible()
        check_accessibility(page)
        page.get_by_label("Name").press("ControlOrMeta+a")
        page.keyboard.type("Ann")
        fill(page, page.get_by_label("Date of birth"), "04051993")
        press(page, "Continue")

        on_step(page, 3)
        fill(page, page.get_by_role("combobox", name="Town"), "Utre")
        expect(page.get_by_role("option", name=re.compile("^Utrecht")).first).to_be_visible()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        press(page, "Continue")

        on_step(page, 4)
        address = f"ann-{Member.new_id()}@example.org"
        fill(page, page.get_by_label("Email address"), address)
        page.reload()
        expect(page.get_by_label("Email address")).to_have_value(address)
        fill(page, page.get_by_label("Password", exact=True), "password123")
        page.keyboard.press("Tab")
        expect(page.get_by_text("This password is too easy to guess")).to_be_visible()
        page.get_by_label("Password", exact=True).press("ControlOrMeta+a")
        page.keyboard.type(PASSWORD)
        press(page, "Continue")

        on_step(page, 5)
        page.reload()
        on_step(page, 5)
        fill(page, page.get_by_label("Password", exact=True), PASSWORD)
        assert PASSWORD not in page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
        fill(page, page.get_by_label("Your first message"), "Hi Bo, you bake?")
        go_to(page, page.get_by_role("checkbox", name=re.compile("I accept the terms")))
        page.keyboard.press("Space")
        press(page, "Create my account")

        expect(page.get_by_role("heading", name="Welcome, Ann")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("Send again in 0:"))).to_be_disabled()
        expect(page.get_by_text("0 of 4 done")).to_be_visible()
        check_accessibility(page)
        assert bo.get("chats")["chats"] == []

        page.goto(activation_link(bo, address))
        check_accessibility(page)
        press(page, "Confirm")
        expect(page.get_by_role("heading", name="Your email address is confirmed")).to_be_visible()
        check_accessibility(page)
        chat = until(lambda: bo.get("chats")["chats"])[0]
        assert (chat["last_message"]["text"], chat["num_unread_messages"]) == ("Hi Bo, you bake?", 1)


def test_the_modal_stays_while_a_sign_up_runs(visit: Visit) -> None:
    page = visit()
    page.goto("/en/")
    press(page, "I’m 18 or over")
    page.get_by_role("main").get_by_role("link", name="Create your profile").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("group", name="I am a").get_by_text("Woman", exact=True).click()
    expect(dialog.get_by_role("radio", name="Woman")).to_be_checked()

    page.keyboard.press("Escape")
    page.mouse.click(5, 450)

    expect(dialog.get_by_text("Use the cross to close this window.")).to_be_visible()
    check_accessibility(page)
    dialog.get_by_role("link", name="Log in").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


def activation_link(member: Member, address: str) -> str:
    answer = until(lambda: member.http.get("/dev/mailbox.json", params={"to": address}).json())
    mails = answer["messages"] if isinstance(answer, dict) else answer
    return str(next(link for link in mails[0]["links"] if "/activate" in link))
