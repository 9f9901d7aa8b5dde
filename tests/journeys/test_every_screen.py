"""Every screen as a visitor and as a member finds it at 400 % zoom, in long words: nothing reaches beyond the window,
axe finds nothing in one theme or the other, by turns, and it stays so with wider spacing between letters, words and
lines."""

import re
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Literal

from playwright.sync_api import Page, ViewportSize, expect

from tests.journeys.conftest import AXE
from tests.member import Member
from tests.product import Product

Visit = Callable[..., Page]
ROUTES = AXE.parents[2] / "src" / "app"
# 1280 pixels at 400 %, as WCAG 1.4.10 asks.
NARROW: ViewportSize = {"width": 320, "height": 640}
# WCAG 1.4.12.
SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
SPACE = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet] }"
GO = """address => {
    document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-left', ''))
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
}"""

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Nothing is judged on its way from one colour or place to another.
STILL = "*, ::before, ::after { transition: none !important; animation: none !important }"

LANDERS = (
    "alonetonight",
    "collagelanding",
    "gallery",
    "iconslanding",
    "maplanding",
    "socialnetwork",
    "tinderswipe",
    "transitionsvideolanding",
    "video",
)
# Neighbours are different screens: a new heading says that one has come.
OPEN = (
    *(
        "",
        "login",
        "signup",
        "reset-password",
        "mail-change/do#token=x",
        "reset-password/do#token=x",
        "mail-change/stop#token=x",
        "activate#token=x",
    ),
    *("activate/done", "activate/error", "pages/terms", "account-deleted", "pages/privacy", "reactivate#token=x"),
    *("pages/faq", "my-data#token=x", "lang-config", "complaints", "safety", "appeal", "pricing", "premium", "members"),
    *("plan#token=x", "plan-refusal#token=x", "network#key=x", "transparency", "desk", "desk/invitation#token=x"),
    "desk/openid",
    *("members/{id}/signup", "notifications", "an-invitation", "i/an-invitation", "not/here"),
)
CLOSED = (
    *("", "match-finder", "members", "members/{id}", "members/{id}/chat", "likes", "chats", "likes/sent", "profile"),
    *(
        "likes/matches",
        "likes/m/{id}",
        "looks",
        "date-plan",
        "swipe-game",
        "chats/{chat}",
        "notifications",
        "premium",
        "pricing",
        "credits",
    ),
    *(
        "credits/repeat-order",
        "credits/p0",
        "directdebit",
        "credits/{payment}",
        "withdrawal",
        "credits/{payment}/return",
    ),
    *("transactions", "complete-signup", "signup-matches", "complaints?about={id}"),
    *("settings", "settings/account", "settings/language", "settings/password", "settings/email", "settings/devices"),
    *(
        "settings/security",
        "settings/blocked",
        "settings/chat",
        "settings/invitations",
        "settings/privacy",
        "settings/spending",
        "settings/consents",
        "settings/contacts",
    ),
    *(
        "settings/data",
        "settings/verification",
        "settings/delete",
        "age-check",
        "staff",
        "support",
        "support/inbox",
        "writing",
    ),
    "desk/people",
    "finance",
)
TOO_WIDE = """() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const past = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > clientWidth)
    const names = past.map(e => `${e.localName}.${e.getAttribute('class')} "${e.textContent.slice(0, 30)}"`)
    return [`${scrollWidth} pixels wide: ${names.join(', ')}`]
}"""


def test_every_route_is_walked() -> None:
    source = (ROUTES / "routes.tsx").read_text("utf-8")
    within = (ROUTES / "settings" / "routes.tsx").read_text("utf-8")
    patterns = re.findall(r'path="([^"]+)"', source) + [f"settings/{p}" for p in re.findall(r'path="([^"]+)"', within)]
    walked = [re.split("[#?]", address)[0] for address in (*OPEN, *CLOSED)]

    left_out = [p for p in patterns if "*" not in p and not any(_leads_to(p).fullmatch(address) for address in walked)]

    assert left_out == []


def test_visitors_find_every_screen_whole(visit: Visit, product: Product) -> None:
    with Member(product.base_url) as bo:
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        page = visit()
        page.goto("/de/lang-config")
        page.get_by_role("dialog").get_by_role("button").first.click()
        assert audit(page, go_within, (f"/de/{address.format(id=bo.id)}" for address in OPEN)) == []
        assert audit(page, Page.goto, (f"/landers/{scene}" for scene in LANDERS)) == []


def test_members_find_every_screen_whole(visit: Visit, product: Product) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo", gender="male", seeks="female").confirm()
        chat = bo.write(ann.id, "Freitag, am Fluss?")["conversation"]["id"]
        payment = ann.become_premium().get("transactions")["transactions"][0]["payment_id"]
        page = visit()
        page.context.add_cookies(
            [{"name": n, "value": v, "url": product.base_url} for n, v in ann.http.cookies.items()]
        )
        page.goto("/de/lang-config")
        addresses = (f"/de/{address.format(id=bo.id, chat=chat, payment=payment)}" for address in CLOSED)
        assert audit(page, go_within, addresses) == []


def go_within(page: Page, address: str) -> None:
    """From screen to screen as a link does, without loading the app anew."""
    page.evaluate(GO, address)


def audit(page: Page, go: Callable[[Page, str], object], addresses: Iterable[str]) -> list[str]:
    """The faults of the screen, each with its element."""
    page.set_viewport_size(NARROW)
    found = []
    for address, theme in zip(addresses, cycle(THEMES), strict=False):
        page.emulate_media(color_scheme=theme)
        go(page, address)
        _wait_for_screen(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text("utf-8"))
            page.evaluate(SPACE, STILL)
        found += [f"{address}, {theme}: {problem}" for problem in (*_lasting_problems(page), *_too_wide(page))]
        page.evaluate(SPACE, STILL + SPACING)
        found += [f"{address}, widely set: {problem}" for problem in _too_wide(page)]
        page.evaluate(SPACE, STILL)
    return found


def _wait_for_screen(page: Page) -> None:
    page.locator("h1:not([data-left])").first.wait_for(state="attached")
    expect(page.get_by_text("Wird geladen", exact=True)).to_have_count(0)


def _lasting_problems(page: Page) -> list[str]:
    """Problems found twice: an address that leads on, such as home, may be replaced while axe looks."""
    found = _problems(page)
    if not found:
        return found
    _wait_for_screen(page)
    return [problem for problem in _problems(page) if problem in found]


def _problems(page: Page) -> list[str]:
    violations = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in violations]


def _too_wide(page: Page) -> list[str]:
    """The page's width and what reaches past the window, where it scrolls sideways."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found


def _leads_to(pattern: str) -> re.Pattern[str]:
    """The addresses of a route such as `credits/:id/:method?`."""
    parts = re.sub(r"/?:\w+\?", r"(/[^/]+)?", pattern)
    return re.compile(re.sub(r":\w+", "[^/]+", parts).replace("/do?", "(/do)?"))
