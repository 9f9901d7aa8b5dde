"""One member's way from sign-up to a paid conversation, in two browsers, through the gateway only."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import check_accessibility
from tests.member import PASSWORD, Member
from tests.product import Product

Visit = Callable[..., Page]


def come_in(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="I’m 18 or over").click()


def sign_up(page: Page, email: str) -> None:
    page.get_by_role("link", name="Create your profile").or_(
        page.get_by_role("button", name="Create your profile")
    ).first.click()
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()
    check_accessibility(page)
    fill_in(page, email)


def fill_in(page: Page, email: str, said: str = "") -> None:
    """Every step of the sign-up; `said` (`yes` or `no`) answers the question about the link that led here."""
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()
    page.get_by_role("group", name="I am a").get_by_text("Woman", exact=True).click()
    page.get_by_role("group", name="I would like to meet").get_by_text("Men", exact=True).click()
    page.get_by_role("checkbox", name="Use this to find people who suit me").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Date of birth").fill("1993-05-04")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("combobox", name="Town").fill("Utre")
    page.get_by_role("option", name=re.compile("^Utrecht")).first.click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("I accept the terms").check()
    if said:
        page.locator(f'#signup-attribution input[value="{said}"]').check(force=True)
    page.get_by_role("button", name="Create my account").click()


def confirm(page: Page, ann: Member) -> None:
    page.goto(ann.activation_link())
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Your email address is confirmed")).to_be_visible()


def log_in(page: Page, email: str, password: str) -> None:
    page.goto("/en/login")
    enter_password(page, email, password)


def enter_password(page: Page, email: str, password: str) -> None:
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()


def said(page: Page, text: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("region", name=re.compile("^Chat with")).get_by_text(text)


def send(page: Page, text: str) -> None:
    page.get_by_role("textbox", name=re.compile("^Message to")).fill(text)
    page.get_by_role("button", name="Send message").click()
    expect(said(page, text)).to_be_visible()


def test_from_sign_up_to_a_paid_conversation(visit: Visit, product: Product) -> None:
    his = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    hers = Member(product.base_url)
    ann, bo = visit(), visit(phone=True, dark=True)

    # 1. She signs up and confirms her address.
    come_in(ann)
    hers.email = f"ann-{his.id[:8]}@example.org"
    sign_up(ann, hers.email)
    expect(ann.get_by_role("heading", name="Welcome, Ann")).to_be_visible()
    confirm(ann, hers)

    # 2. She searches, scrolls on and opens a profile.
    ann.goto("/en/members")
    expect(ann.get_by_role("heading", level=1)).to_have_text(re.compile("^People"))
    cards = ann.get_by_role("list", name="People found").get_by_role("listitem")
    expect(cards.nth(23)).to_be_visible()
    check_accessibility(ann)
    shown = cards.count()
    cards.last.scroll_into_view_if_needed()
    expect(cards).not_to_have_count(shown)
    ann.goto(f"/en/members/{his.id}")
    expect(ann.get_by_role("heading", level=1)).to_have_text(re.compile("^Bo"))
    check_accessibility(ann)

    # 3. He likes her, she likes him: a match for both.
    come_in(bo)
    with bo.expect_request("**/api/stream.php*"):
        log_in(bo, his.email, PASSWORD)
    expect(bo).to_have_url(re.compile("/members"))
    her_id = ann.request.get("/api/user.php").json()["user"]["id"]
    his.call("POST", "like", id=his.new_id(), profile_id=her_id)
    ann.get_by_role("button", name="Like Bo", exact=True).click()
    expect(ann.get_by_role("dialog", name="It’s a match")).to_be_visible()
    expect(bo.get_by_role("dialog", name="It’s a match")).to_be_visible()
    check_accessibility(ann)

    # 4. She writes; it is on his open page at once, and he answers.
    ann.get_by_role("dialog").get_by_role("link", name="Say hello").or_(
        ann.get_by_role("dialog").get_by_role("button", name="Say hello")
    ).click()
    bo.keyboard.press("Escape")
    expect(ann.get_by_text("Price of this message:")).to_be_attached()
    send(ann, "So, Saturday?")
    expect(bo.get_by_role("link", name=re.compile("1 unread message")).first).to_be_visible()
    bo.goto("/en/chats")
    check_accessibility(bo)
    bo.get_by_role("link", name=re.compile("Ann")).first.click()
    expect(said(bo, "So, Saturday?")).to_be_visible()
    expect(bo.get_by_role("link", name=re.compile("unread message"))).to_have_count(0)
    bo.get_by_role("textbox", name=re.compile("^Message to")).fill("At eight, by the river")
    bo.get_by_role("button", name="Emoji").click()
    bo.get_by_role("group", name="Nature and animals").get_by_role("button", name="🌊").click()
    check_accessibility(bo)
    bo.get_by_role("button", name="Send message").click()
    expect(said(ann, "At eight, by the river🌊")).to_be_visible()
    check_accessibility(ann)

    # 5. She runs out of credits, buys a package and is premium.
    for number in range(2, 7):
        send(ann, f"message {number}")
    ann.get_by_role("textbox", name=re.compile("^Message to")).fill("one too many")
    ann.get_by_role("button", name="Send message").click()
    dialog = ann.get_by_role("dialog", name="Not enough credits")
    expect(dialog).to_be_visible()
    check_accessibility(ann)
    dialog.get_by_role("link").or_(dialog.get_by_role("button", name="Get premium")).first.click()
    buy(ann)
    expect(ann.get_by_role("link", name=re.compile("Credits")).first).to_be_visible()
    ann.goto("/en/transactions")
    expect(ann.get_by_role("table")).to_contain_text("20")
    check_accessibility(ann)

    # 6. She logs out; her pages are closed to her.
    ann.get_by_role("button", name="Account").click()
    ann.get_by_role("button", name="Log out").or_(ann.get_by_role("menuitem", name="Log out")).click()
    expect(ann.get_by_role("link", name="Log in").first).to_be_visible()
    ann.goto("/en/chats")
    expect(ann.get_by_role("heading", name="Log in")).to_be_visible()
    for text in ("Login failed, please try again",) * 4 + ("Too many incorrect attempts, account blocked for 15 min",):
        log_in(ann, hers.email, "wrong password")
        expect(ann.get_by_text(text)).to_be_visible()


def buy(page: Page) -> None:
    """The smallest package, by the first method, paid at the provider's page."""
    page.get_by_role("link", name=re.compile("20 credits")).first.click()
    page.get_by_role("radio", name="iDEAL").check()
    page.get_by_label(re.compile("^Give me my credits straight away")).check()
    check_accessibility(page)
    page.get_by_role("button", name=re.compile("^Pay")).click()
    page.wait_for_url(re.compile("/dev/payments/checkout/"))
    page.get_by_role("button", name=re.compile("^Pay")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("credits|^Welcome to premium", re.IGNORECASE))
