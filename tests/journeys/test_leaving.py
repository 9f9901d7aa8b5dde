"""Leaving and coming back, and taking a copy of one's own data along."""

import re
import zipfile
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.conftest import ENTERED, check_accessibility
from tests.member import PASSWORD, Member, until
from tests.product import Product

Visit = Callable[..., Page]


def logged_in(visit: Visit, member: Member) -> Page:
    page = visit()
    page.add_init_script(ENTERED)
    page.goto("/en/login")
    enter(page, member)
    page.wait_for_url("**/members")
    return page


def enter(page: Page, member: Member) -> None:
    page.get_by_label("Email address").fill(member.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def links_to(member: Member, path: str, count: int = 1) -> list[str]:
    """The links mailed for this page, newest first, once there are so many."""

    def found() -> list[str] | None:
        links = [link for mail in member.mails() for link in mail["links"] if f"/{path}#" in link]
        return links if len(links) == count else None

    return until(found)


def test_leaving_and_coming_back(visit: Visit, product: Product) -> None:
    with Member(product.base_url).sign_up("Lea").confirm() as lea:
        page = logged_in(visit, lea)
        page.goto("/en/settings/delete")
        page.get_by_role("button", name="Delete account").click()
        page.get_by_label("Enter your password to confirm").fill(PASSWORD)
        check_accessibility(page)
        page.get_by_role("button", name="Delete my account").click()

        page.wait_for_url("**/account-deleted**")
        expect(page.get_by_role("heading", name="Your account has been deleted")).to_be_visible()
        check_accessibility(page)
        [lost] = links_to(lea, "reactivate")

        page.goto("/en/login")
        enter(page, lea)
        page.get_by_role("button", name="Send the link again").click()
        expect(page.get_by_text("the email is on its way")).to_be_visible()
        newest = links_to(lea, "reactivate", count=2)[0]

        page.goto(lost)
        page.get_by_role("button", name="Restore my account").click()
        expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
        check_accessibility(page)
        page.goto("/en/")
        page.goto(newest)
        check_accessibility(page)
        page.get_by_role("button", name="Restore my account").click()
        expect(page.get_by_role("heading", name="Welcome back")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Log in").click()
        enter(page, lea)
        page.wait_for_url("**/members")


def test_a_copy_of_ones_data_can_be_fetched_once(visit: Visit, product: Product) -> None:
    with Member(product.base_url).sign_up("Mia").confirm() as mia:
        page = logged_in(visit, mia)
        page.goto("/en/settings/data")
        page.get_by_label("Enter your password to confirm").fill(PASSWORD)
        page.get_by_role("button", name="Request my data").click()
        begun = re.compile("We’re gathering your data|Your copy is ready")
        expect(page.get_by_role("status").filter(has_text=begun)).to_be_visible()
        [link] = links_to(mia, "my-data")

        page.goto(link)
        with page.expect_download() as fetched:
            page.get_by_role("button", name="Download my data").click()
        with zipfile.ZipFile(fetched.value.path()) as archive:
            assert {"about.json", "identity/accounts.json"} <= set(archive.namelist())
        expect(page.get_by_text("Download complete")).to_be_visible()
        check_accessibility(page)

        page.goto("/en/")
        page.goto(link)
        page.get_by_role("button", name="Download my data").click()
        expect(page.get_by_role("alert")).to_be_visible()
