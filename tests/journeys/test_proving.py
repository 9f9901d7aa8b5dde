"""Authentication in a browser: codes, a passkey of a virtual authenticator, and a forgotten password."""

import base64
import time
from collections.abc import Callable

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Page, expect

from tests.journeys.conftest import ENTERED, check_accessibility
from tests.member import PASSWORD, Member, until
from tests.product import Product

LOGIN = "/en/login"


def enter(page: Page, member: Member, password: str = PASSWORD) -> None:
    page.get_by_label("Email address").fill(member.email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def prove(page: Page) -> None:
    page.get_by_label("Enter your password to confirm").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


def code_now(secret: str) -> str:
    key = base64.b32decode(secret.replace(" ", "").upper())
    return TOTP(key, 6, SHA1(), 30).generate(time.time()).decode()  # noqa: S303


def at_login(visit: Callable[..., Page]) -> Page:
    page = visit()
    page.add_init_script(ENTERED)
    page.goto(LOGIN)
    return page


def test_a_code_then_guards_the_login(visit: Callable[..., Page], product: Product) -> None:
    with Member(product.base_url).sign_up("Cora").confirm() as cora:
        page = at_login(visit)
        enter(page, cora)
        page.wait_for_url("**/members")
        page.goto("/en/settings/security")
        page.get_by_role("button", name="Set up").click()
        prove(page)
        secret = page.get_by_text("Or enter this key:").locator("+ p").inner_text()
        check_accessibility(page)
        page.get_by_label("6-digit code").fill(code_now(secret))
        page.get_by_role("button", name="Turn on").click()
        expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
        recovery = page.get_by_role("dialog").get_by_role("listitem").first.inner_text()
        check_accessibility(page)

        elsewhere = at_login(visit)
        enter(elsewhere, cora)
        elsewhere.get_by_label("Code").fill("000000")
        elsewhere.keyboard.press("Enter")
        expect(elsewhere.get_by_text("This code is wrong or has already been used")).to_be_visible()
        check_accessibility(elsewhere)
        elsewhere.get_by_label("Code").fill(recovery)
        elsewhere.keyboard.press("Enter")
        elsewhere.wait_for_url("**/members")
        until(lambda: cora.mails("New login to your account"))


def test_a_passkey_needs_no_password(visit: Callable[..., Page], product: Product) -> None:
    with Member(product.base_url).sign_up("Pia").confirm() as pia:
        page = at_login(visit)
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        authenticator = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
        enter(page, pia)
        page.wait_for_url("**/members")
        page.goto("/en/settings/security")
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_label("Name of the passkey").fill("Pia's phone")
        prove(page)
        expect(page.get_by_text("Pia's phone", exact=True)).to_be_visible()
        check_accessibility(page)

        page.request.get("/api/logout.php", headers={"X-Request-Type": "app"})
        page.goto(LOGIN)
        page.get_by_role("button", name="Log in with a passkey").click()
        page.wait_for_url("**/members")


def test_a_forgotten_password_is_chosen_anew(visit: Callable[..., Page], product: Product) -> None:
    with Member(product.base_url).sign_up("Rosa").confirm() as rosa:
        page = at_login(visit)
        page.get_by_role("link", name="Forgot your password?").click()
        expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
        page.get_by_label("Email address").fill(rosa.email)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Check your inbox")).to_be_visible()
        check_accessibility(page)

        page.goto(f"/en/reset-password/do#token={rosa.mailed_token('reset-password')}")
        page.get_by_label("New password", exact=True).fill("four green frogs")
        page.get_by_label("New password again").fill("four green frogs")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Your new password is saved")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Log in").click()
        enter(page, rosa, "four green frogs")
        page.wait_for_url("**/members")
