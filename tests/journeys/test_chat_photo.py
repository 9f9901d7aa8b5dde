"""Photos, opening lines and gifts in a chat, in two browsers."""

import re
from collections.abc import Callable

from playwright.sync_api import FilePayload, Locator, Page, expect
from shared.pictures.tests.makers import jpeg

from tests.journeys.conftest import check_accessibility, enter
from tests.journeys.test_journey import said
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]


def two_members(product: Product) -> tuple[Member, Member]:
    return (
        Member(product.base_url).sign_up("Ann", gender="female", seeks="male").confirm(),
        Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm(),
    )


def open_chat(page: Page, member: Member, partner: Member) -> None:
    enter(page, member, f"/en/members/{partner.id}/chat")
    expect(page.get_by_text("Price of this message:")).to_be_attached()


def spent(member: Member) -> list[int]:
    return [entry["credits"] for entry in member.get("transactions")["transactions"] if entry["kind"] == "message"]


def file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


def is_drawn(picture: Locator) -> bool:
    return bool(picture.evaluate("image => image.complete && image.naturalWidth > 0"))


def test_a_photo_from_a_stranger_is_blurred_until_it_is_opened(visit: Visit, product: Product) -> None:
    hers, his = two_members(product)
    ann, bo = visit(), visit(phone=True)
    open_chat(ann, hers, his)
    open_chat(bo, his, hers)

    ann.get_by_role("button", name="Send a photo").click()
    sheet = ann.get_by_role("dialog", name="Photo for Bo")
    choose = sheet.get_by_label("Choose a photo")
    expect(sheet.get_by_text("This photo: 4 credits · 6 left")).to_be_visible()
    choose.set_input_files(file("broken.jpg", jpeg()[:2000]))
    sheet.get_by_role("button", name="Send photo").click()
    expect(said(ann, "This file is damaged")).to_be_visible()
    check_accessibility(ann)
    ann.get_by_role("button", name="Edit").click()
    choose.set_input_files(file("boat.jpg", jpeg()))
    sheet.get_by_label("Description").fill("Our boat at dusk")
    sheet.get_by_role("button", name="Send photo").click()
    expect(sheet).to_be_hidden()
    expect(ann.get_by_role("img", name="Our boat at dusk")).to_be_visible()
    expect(ann.get_by_role("link", name="2 credits, buy more")).to_be_visible()
    assert spent(hers) == [-4]

    chat = bo.get_by_role("region", name="Chat with Ann")
    expect(chat.get_by_text("Blurred until you reply.")).to_be_visible()
    blurred = chat.locator("img[src*=locked]")
    until(lambda: is_drawn(blurred))
    check_accessibility(bo)
    chat.get_by_role("button", name="Show photo").click()
    clear = chat.get_by_role("img", name="Our boat at dusk")
    until(lambda: is_drawn(clear))
    expect(blurred).to_have_count(0)

    clear.click()
    large = bo.get_by_role("dialog", name="Photo", exact=True)
    until(lambda: is_drawn(large.get_by_role("img", name="Our boat at dusk")))
    check_accessibility(bo)
    bo.keyboard.press("Escape")
    expect(large).to_be_hidden()
    expect(chat.get_by_role("button", name="Our boat at dusk")).to_be_focused()
    assert spent(hers) == [-4]


def test_a_photo_stays_in_the_composer_until_credits_are_bought_and_goes_with_a_log_out(
    visit: Visit, product: Product
) -> None:
    hers, his = two_members(product)
    while hers.write(his.id, "Hello")["price"]["balance"] >= 4:
        pass
    ann = visit(phone=True)
    open_chat(ann, hers, his)
    ann.get_by_role("button", name="Send a photo").click()
    sheet = ann.get_by_role("dialog", name="Photo for Bo")
    sheet.get_by_label("Choose a photo").set_input_files(file("boat.jpg", jpeg()))
    sheet.get_by_label("Description").fill("Our boat at dusk")
    sheet.get_by_role("button", name="Send photo").click()
    needs = ann.get_by_role("dialog", name="Not enough credits")
    expect(needs.get_by_text("We’ve kept your draft.")).to_be_visible()
    needs.get_by_role("link", name="Get premium").click()
    ann.wait_for_url(re.compile("/premium"))
    hers.become_premium()
    ann.goto(f"/en/members/{his.id}/chat")

    bar = ann.get_by_role("group", name="Photo not sent yet")
    expect(bar.get_by_text("Our boat at dusk")).to_be_visible()
    until(lambda: is_drawn(bar.locator("img")))
    check_accessibility(ann)
    bar.get_by_role("button", name="Continue").click()
    sheet.get_by_role("button", name="Send photo").click()
    expect(ann.get_by_role("img", name="Our boat at dusk")).to_be_visible()
    expect(bar).to_have_count(0)
    ann.reload()
    expect(ann.get_by_role("img", name="Our boat at dusk")).to_be_visible()
    expect(bar).to_have_count(0)

    ann.get_by_role("button", name="Send a photo").click()
    sheet.get_by_label("Choose a photo").set_input_files(file("boat.jpg", jpeg()))
    sheet.get_by_role("button", name="Close").click()
    expect(bar).to_be_visible()
    ann.goto("/en/settings")
    ann.get_by_role("button", name="Log out").click()
    expect(ann.get_by_role("link", name="Log in").first).to_be_visible()
    stored = ann.evaluate("async () => (await indexedDB.databases()).map(({ name }) => name)")
    assert "pairwise-photo-drafts" not in stored


def test_an_opening_line_and_a_gift_go_by_keyboard_and_are_seen_at_once(visit: Visit, product: Product) -> None:
    hers, his = two_members(product)
    ann, bo = visit(), visit(phone=True, dark=True)
    open_chat(ann, hers, his)
    open_chat(bo, his, hers)

    def press(keys: str) -> None:
        for key in keys.split():
            ann.keyboard.press(key)

    ann.get_by_role("button", name="Opening lines").focus()
    press("Enter")
    sheet = ann.get_by_role("dialog", name="Start with a question")
    sheet.get_by_role("radio").first.focus()
    press("Space Tab End")
    expect(sheet.get_by_label("Your opening line to Bo")).to_be_focused()
    ann.keyboard.type(" Mine would be the sea.")
    check_accessibility(ann)
    sheet.get_by_role("button", name=re.compile("^Send for")).focus()
    press("Enter")
    expect(said(ann, "Mine would be the sea.")).to_be_visible()
    expect(said(bo, "Mine would be the sea.")).to_be_visible()
    [line] = spent(hers)

    his.become_premium()
    bo.get_by_role("button", name="A gift for Ann").click()
    gifts = bo.get_by_role("dialog", name="A gift for Ann")
    first = gifts.get_by_role("radio").first
    first.focus()
    bo.keyboard.press("ArrowDown")
    bo.keyboard.press("ArrowUp")
    expect(first).to_be_checked()
    check_accessibility(bo)
    price = re.search(r"\d+", gifts.get_by_role("button", name=re.compile("^Send for")).inner_text())
    gifts.get_by_role("button", name=re.compile("^Send for")).focus()
    bo.keyboard.press("Enter")
    expect(gifts).to_be_hidden()
    expect(said(bo, "You sent a rose")).to_be_visible()

    arrived = ann.get_by_role("figure").filter(has_text="Bo sent you a rose")
    expect(arrived).to_be_visible()
    expect(arrived).to_have_attribute("data-first", "true")
    check_accessibility(ann)
    ann.reload()
    expect(arrived).to_be_visible()
    expect(arrived).not_to_have_attribute("data-first", "true")
    assert price is not None
    assert (spent(hers), spent(his)) == ([line], [-int(price[0])])
