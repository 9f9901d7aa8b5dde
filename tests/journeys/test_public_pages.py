"""Pages that the server has drawn, in a browser: taken over without an error, a flash or a jump."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.api.visits import host_of
from tests.journeys.conftest import APP, FONTS, WATCH_SHIFTS, hold, take_over_late
from tests.member import Member
from tests.product import Product

PAGES = ["/en/", "/de/login", "/fr/signup", "/pl/pricing", "/it/pages/terms", "/en/pages/cookies", "/en/nowhere"]
# The server draws no page for its query.
QUERY = "?next=%2Fsettings&code=SPRING&ref=friends&t=1&x=1"
WITH_QUERY = [f"{path}{QUERY}" for path in ("/en/", "/en/login", "/en/signup", "/en/pricing", "/en/lang-config")]


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("path", [*PAGES, *WITH_QUERY])
def test_a_page_of_the_server_is_taken_over_as_it_is(visit: Callable[..., Page], path: str, *, phone: bool) -> None:
    page = visit(phone=phone)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.add_init_script(
        "localStorage.setItem('entry-warning', '2026'); localStorage.setItem('consent-attribution', 'no')"
    )
    page.add_init_script(WATCH_SHIFTS)
    fonts_come, app_comes = hold(page, FONTS), hold(page, APP)
    Page.goto(page, path, wait_until="commit")
    page.wait_for_selector("h1")
    title, heading = page.title(), page.locator("h1").element_handle()

    expect(page.locator("#root")).to_be_visible()
    take_over_late(page, fonts_come, app_comes)
    page.wait_for_function(
        "() => Object.keys(document.getElementById('root')).some((key) => key.startsWith('__react'))"
    )
    page.wait_for_load_state("networkidle")

    assert heading is not None
    assert heading.evaluate("(element) => element.isConnected"), "the heading was drawn anew"
    assert page.title() == title
    assert [text for text in said if "404 (Not Found)" not in text] == []
    assert page.evaluate("window.shifted") <= 0.02


@pytest.mark.parametrize("path", ["/en/", "/de/login", "/fr/signup", "/pl/pricing", "/it/pages/privacy", "/en/nowhere"])
def test_a_page_can_be_read_without_a_script(visit: Callable[..., Page], path: str) -> None:
    page = visit(phone=True, java_script_enabled=False)
    page.goto(path)

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_with_less_motion_a_change_is_seen_at_once(visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto("/en/")
    page.emulate_media(color_scheme="dark")

    assert page.evaluate("document.getAnimations().length") == 0


def test_a_password_never_gets_into_the_address(visit: Callable[..., Page]) -> None:
    page = visit(phone=True, java_script_enabled=False)
    page.goto("/en/login")
    # Inert until the script has taken the page over: an answer given before would be lost, or sent by the browser.
    expect(page.locator("main form")).to_have_attribute("inert", "")
    expect(page.locator("main form")).to_have_attribute("method", "post")
    page.locator("main button[type=submit]").evaluate_all("buttons => buttons.forEach((button) => button.click())")

    assert page.url.endswith("/en/login")


def test_a_member_sees_no_page_of_a_visitor(visit: Callable[..., Page], product: Product) -> None:
    with Member(product.base_url) as member:
        member.sign_up("Xenia")
        page = visit(phone=True)
        cookies = [
            {"name": name, "value": value, "url": product.base_url} for name, value in member.http.cookies.items()
        ]
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        seen: list[str] = []
        page.expose_function("saw", lambda heading: seen.append(heading))
        page.add_init_script(
            "const tell = () => document.querySelector('h1') && window.saw(document.querySelector('h1').textContent);"
            "new MutationObserver(tell).observe(document, { childList: true, subtree: true })"
        )
        page.goto("/en/")
        page.wait_for_url("**/members**")

    assert not [heading for heading in seen if "Good conversations" in heading]


def test_each_brand_has_words_of_its_own_in_each_language(visit: Callable[..., Page], product: Product) -> None:
    page = visit()
    for locale in ("en", "de", "pl"):
        said = []
        for address in (product.base_url, f"http://{host_of(product, 'iskra')}"):
            page.goto(f"{address}/{locale}/")
            lead = page.get_by_role("heading", level=1).locator("xpath=following::p[1]")
            said.append((page.get_by_role("heading", level=1).inner_text(), lead.inner_text()))
        (headline, lead_text), (other, other_lead) = said
        assert headline != other, locale
        assert lead_text != other_lead, locale
