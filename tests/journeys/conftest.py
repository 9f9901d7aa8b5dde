import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    FloatRect,
    Locator,
    Page,
    Response,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.member import LONGEST_WAIT, Member
from tests.product import Product

AXE = Path(__file__).resolve().parents[2] / "webapp" / "node_modules" / "axe-core" / "axe.min.js"
# Of several lists Chromium takes the last, so this one begins with Playwright's, as far as they are about this system.
DISABLED_FEATURES = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "MediaRouter", "PaintHolding"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "LensOverlay"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying"),
    *("AimEnabled", "PreconnectToSearch"),
    # Pages of the address bar's own, which each new context would load and nobody sees, in half a second of CPU.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
QUIET = [
    "--no-sandbox",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A microphone that beeps once a second, allowed without a question.
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
]
# The device's storage for offline use.
REMEMBERED = """() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('pairwise-remembered')
  opening.onupgradeneeded = () => opening.transaction.abort()
  opening.onerror = () => resolve([])
  opening.onsuccess = () => {
    const all = opening.result.transaction('entries').objectStore('entries').getAll()
    all.onsuccess = () => (opening.result.close(), resolve(all.result.map(({ id }) => id)))
    all.onerror = () => reject(all.error)
  }
})"""
# Answers the warning before entry, which would open over a page at any moment.
ENTERED = "localStorage.setItem('entry-warning', new Date(0).toISOString())"
HYDRATED = "() => !document.querySelector('script[data-app]') || 'hydrated' in document.documentElement.dataset"
# Rules of axe that need a browser that draws.
DRAWN_RULES = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
APP, FONTS = "**/assets/index-*.js", "**/*.woff2"
WATCH_SHIFTS = """
window.shifted = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
}).observe({ type: 'layout-shift', buffered: true })
"""
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

expect.set_options(timeout=LONGEST_WAIT * 1000)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, product: Product) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser of its own, as a new visitor. Every page must end without an error in its console."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(*, phone: bool = False, dark: bool = False, **options: Any) -> Page:
        context = chromium.new_context(
            base_url=options.pop("base_url", product.base_url),
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            reduced_motion="reduce",
            **options,
        )
        context.set_default_timeout(LONGEST_WAIT * 1000)
        contexts.append(context)
        # Of every tab of it.
        context.on("weberror", lambda found: errors.append(str(found.error)))
        context.on("page", take_over)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def take_over(page: Page) -> None:
    """Let the app take over each page that is opened by its address, as after the first move of a person, before
    anything is pressed."""
    page.add_init_script("addEventListener('load', () => setTimeout(() => dispatchEvent(new Event('pointermove'))))")
    open_address = page.goto

    def goto(url: str, **options: Any) -> Response | None:
        answer = open_address(url, **options)
        page.wait_for_function(HYDRATED)
        return answer

    page.goto = goto  # type: ignore[method-assign]


def hold(page: Page, files: str) -> Callable[[], None]:
    """Let these files of the next page wait; answers what lets them come."""
    held, may_come = list[Route](), False

    def arrive(route: Route) -> None:
        if may_come:
            route.continue_()
        else:
            held.append(route)

    def come() -> None:
        nonlocal may_come
        may_come = True
        while held:
            held.pop().continue_()

    page.route(files, arrive)
    return come


def take_over_late(page: Page, fonts_come: Callable[[], None], app_comes: Callable[[], None]) -> None:
    """Let a drawn page have its fonts, and then its app: whatever moves does so after it was seen."""
    fonts_come()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    app_comes()
    page.wait_for_function(HYDRATED)


def take_session(page: Page, member: Member, base_url: str = "") -> None:
    """Give the browser the session of a member who is logged in; `base_url` is that of another brand."""
    here = base_url or str(member.http.base_url)
    for name, value in member.http.cookies.items():
        page.context.add_cookies([{"name": name, "value": value, "url": here}])


def enter(page: Page, member: Member, path: str) -> None:
    """Open a page of a member who is logged in, and its stream."""
    take_session(page, member)
    with page.expect_request("**/api/stream.php*"):
        page.goto(path)


def check_accessibility(page: Page) -> None:
    """axe finds no fault that depends on drawing, once the heading is there and nothing of it is loading or moving.

    Names, roles and states are checked by the web app's tests, and all rules by test_every_screen.
    """
    expect(page.locator("h1").first).to_be_visible()
    expect(page.get_by_role("status").get_by_text("Loading", exact=True)).to_have_count(0)
    page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
    load_axe(page)
    options = {"resultTypes": ["violations"], "runOnly": DRAWN_RULES}
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    assert [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found] == []


def load_axe(page: Page) -> None:
    """Make `axe` known to the page, unless it is already: a screen that follows in the same document has it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))


def remembered(page: Page) -> list[str]:
    return list(page.evaluate(REMEMBERED))


def remembers(page: Page) -> bool:
    """The device has the list and a chat, so that they open without a network."""
    kept = remembered(page)
    return {"member", "/api/chats.php", "/api/settings.php"} <= set(kept) and any("chat:" in each for each in kept)


def box(element: Locator) -> FloatRect:
    """The place of an element once it is drawn; a page may replace it while its data comes."""
    for _ in range(20):
        element.wait_for()
        if found := element.bounding_box():
            return found
    raise AssertionError(f"{element} is never drawn")
