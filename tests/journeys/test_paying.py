"""Ways to pay in a browser: a card kept for one press, PayPal, direct debit with its code, failed and cancelled."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]


@pytest.fixture
def ann(visit: Visit, product: Product) -> tuple[Page, Member]:
    member = Member(product.base_url).sign_up("Ann").confirm()
    page = visit(phone=True)
    page.context.add_cookies(
        [{"name": name, "value": value, "url": product.base_url} for name, value in member.http.cookies.items()]
    )
    return page, member


def pay(page: Page, method: str, answer: str, *, keep: bool = False) -> None:
    """Order the smallest package, and answer the provider's page."""
    page.goto("/en/credits/p0")
    page.get_by_role("radio", name=method).check()
    if keep:
        page.get_by_label(re.compile("^Save this payment method")).check()
    page.get_by_label(re.compile("^Give me my credits straight away")).check()
    page.get_by_role("button", name=re.compile("^Pay")).click()
    page.wait_for_url(re.compile("/dev/payments/checkout/"))
    page.get_by_role("button", name=re.compile(answer)).click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(text))


def test_failed_and_cancelled_keep_the_choice_and_paypal_pays(ann: tuple[Page, Member]) -> None:
    page, _ = ann
    pay(page, "iDEAL", "^Fail")
    heading(page, "The payment failed")
    expect(page.get_by_role("link", name="PayPal")).to_be_visible()
    check_accessibility(page)

    pay(page, "Credit card", "^Cancel")
    heading(page, "The payment was cancelled")
    pay(page, "PayPal", "^Pay")
    heading(page, "Welcome to premium")
    page.reload()
    heading(page, "Welcome to premium")
    expect(page.get_by_text("20 credits added.")).to_be_visible()
    check_accessibility(page)


def test_a_kept_card_pays_with_one_press_and_money_comes_back(ann: tuple[Page, Member]) -> None:
    page, member = ann
    pay(page, "Credit card", "^Pay", keep=True)
    heading(page, "Welcome to premium")

    page.goto("/en/credits/repeat-order")
    page.get_by_role("radio", name=re.compile("^50 credits")).check()
    page.get_by_label(re.compile("^Give me my credits straight away")).check()
    check_accessibility(page)
    page.get_by_role("button", name=re.compile("^Pay")).click()
    heading(page, "50 credits added")

    page.goto("/en/withdrawal")
    page.get_by_role("button", name="Withdraw from this purchase").first.click()
    check_accessibility(page)
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_text("We’ve emailed you a receipt")).to_be_visible()
    until(lambda: member.mails("withdrawal"))


def test_a_bank_that_asks_gets_its_customer_and_a_refused_card_has_other_ways(ann: tuple[Page, Member]) -> None:
    page, member = ann
    keep_a_card(member, again="authentication_required")
    press(page)
    heading(page, "Confirm with your bank")
    check_accessibility(page)
    page.get_by_role("link", name="Confirm with your bank").click()
    page.wait_for_url(re.compile("/dev/payments/checkout/"))
    page.get_by_role("button", name=re.compile("^Pay")).click()
    heading(page, "20 credits added")

    keep_a_card(member, again="failed")
    press(page)
    heading(page, "The payment failed")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    check_accessibility(page)
    page.get_by_role("link", name="PayPal").click()
    expect(page.get_by_role("radio", name="PayPal")).to_be_checked()


def keep_a_card(member: Member, again: str) -> None:
    """Pay with a card that is kept, in place of any before; `again` is the outcome of later payments with it."""
    for saved in member.get("repeat-order")["saved_methods"]:
        member.call("DELETE", "repeat-order", saved_method_id=saved["id"])
    order = {"id": member.new_id(), "package_id": "p0", "method": "creditcard", "immediate_delivery": True}
    payment = member.call("POST", "order", **order, save_method=True)["payment"]
    httpx.post(payment["checkout_url"], data={"status": "paid", "again": again})
    until(lambda: member.get("payment", id=order["id"])["payment"]["status"] == "completed")


def press(page: Page) -> None:
    page.goto("/en/credits/repeat-order")
    page.get_by_role("radio", name=re.compile("^20 credits")).check()
    page.get_by_label(re.compile("^Give me my credits straight away")).check()
    page.get_by_role("button", name=re.compile("^Pay")).click()


def account_of(member: Member) -> tuple[str, int]:
    """A bank account that nobody else applies with, as only few applications may name the same one, and its check."""
    account = f"ABNA{int(member.id[:6], 16):010d}"
    digits = "".join(str(int(letter, 36)) for letter in f"{account}NL00")
    return account, 98 - int(digits) % 97


def test_direct_debit_is_signed_with_the_code_of_a_message(ann: tuple[Page, Member], product: Product) -> None:
    page, member = ann
    page.goto("/en/credits/p0")
    page.get_by_role("radio", name="SEPA direct debit").check()
    page.get_by_role("button", name="Continue to bank details").click()
    phone = f"06 1{int(member.id[:6], 16) % 10_000_000:07d}"
    page.get_by_label("Account holder").fill("A. Tester")
    account, check = account_of(member)
    page.get_by_label("IBAN").fill(f"NL{check % 97 + 1:02d}{account}")
    expect(page.get_by_text("This isn’t a valid IBAN")).to_be_visible()
    page.get_by_label("IBAN").fill(f"NL{check:02d}{account}")
    expect(page.get_by_text("Valid IBAN")).to_be_visible()
    page.get_by_label("Street and number").fill("Voorbeeldstraat 1")
    page.get_by_label("Postcode").fill("3511 AA")
    page.get_by_label("Town").fill("Utrecht")
    page.get_by_label("Country").select_option("NL")
    page.get_by_label("Mobile number").fill(phone)
    check_accessibility(page)
    page.get_by_role("button", name="Send me the code").click()
    heading(page, "Enter your code")
    number = "+31" + phone.replace(" ", "")[1:]
    [sms, *_] = until(lambda: httpx.get(f"{product.base_url}/dev/mailbox.json", params={"to": number}).json())
    page.get_by_label("Code", exact=True).fill(re.findall(r"\d{6}", sms["text"])[0])
    check_accessibility(page)
    page.get_by_role("button", name="Sign the mandate").click()

    expect(page.get_by_role("radio", name=re.compile(f"ending in {account[-4:]}"))).to_be_checked()
    page.get_by_label(re.compile("^Give me my credits straight away")).check()
    page.get_by_role("button", name=re.compile("^Pay")).click()
    heading(page, "Welcome to premium")
    until(lambda: member.mails("direct debit"))
