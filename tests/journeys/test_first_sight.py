"""The first look at every screen: people and prices within reach of the eye, nothing that moves by itself, and no error
in the console."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import ConsoleMessage, Page, ViewportSize, expect

from tests.desk import log_in_marketer, log_in_moderator
from tests.journeys.conftest import DESKTOP, PHONE, box, take_session
from tests.journeys.layout import Look, looks_at, observe, top_of, wait_until_settled
from tests.journeys.test_every_screen import CLOSED, OPEN
from tests.member import Member
from tests.product import Product

Visit = Callable[..., Page]
WIDE: ViewportSize = {"width": 1440, "height": 900}
WIDEST: ViewportSize = {"width": 1920, "height": 900}
# Web Vitals call 0.1 good; the design language allows 0.02.
MOST_SHIFT = 0.02
# Answers of a busy machine come in any order, and a rare one is no lasting fault: what moved is visited again.
VISITS = 3
# Of each size of window.
TABS = 2
PHOTO, PRICE = "main [data-photo]", "main [class*=amount]"
# One of each layout: the notices for newcomers stand above all screens, in the frame that they share.
LAYOUTS = ("match-finder", "chats", "profile", "notifications", "settings", "transactions")
# The lowest place of the first photo or price that a screen is for, in pixels.
MOST = {PHOTO: 200, PRICE: 420}
MODERATION = ("staff", "staff/photos", "staff/confirmations", "staff/member", "staff/member/{id}")
MARKETING = tuple(
    f"marketing/{section}"
    for section in ("report", "sources", "links", "suspects", "codes", "campaigns", "pages", "experiments", "log")
)

# Addresses of nothing are answered with 404, and those of a desk with 403 to members who do not work there: an address
# that somebody typed. Browsers print both.
EXPECTED = (
    "not/here",
    "an-invitation",
    "staff-queue.php",
    "support-resets.php",
    "fictional-queue.php",
    "desk-people.php",
    "finance-payouts.php",
)


@dataclass(frozen=True)
class Window:
    tabs: list[Page]
    errors: list[str]  # of the console


@dataclass(frozen=True)
class Role:
    """Who looks, at which routes, and what stands at the top of which of them."""

    member: Member | None
    routes: Sequence[str]
    at_top: dict[str, str]


@pytest.fixture
def bo(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as bo:
        yield bo.sign_up("Bo", gender="male", seeks="female").confirm()


def visitor(bo: Member, product: Product) -> Role:
    return Role(None, [each.format(id=bo.id) for each in OPEN], {"pricing": PRICE})


def newcomer(bo: Member, product: Product) -> Role:
    """With a notice above each screen: just signed up, liked, and not confirmed. The other screens are premium's."""
    ann = Member(product.base_url).sign_up("Ann")
    bo.call("POST", "like", id=bo.new_id(), profile_id=ann.id)
    someone = ann.someone()
    search = "members?photo=1&radius=country&order=fit"
    people = ("members", f"members/{someone}", search, "likes", "swipe-game", "signup-matches")
    at_top = {**dict.fromkeys(people, PHOTO), "credits": PRICE, "premium": PRICE}
    return Role(ann, [*at_top, "", *LAYOUTS], at_top)


def premium(bo: Member, product: Product) -> Role:
    """With orders, a conversation, likes given and a match."""
    ann = Member(product.base_url).sign_up("Ann").confirm()
    chat = bo.write(ann.id, "Friday, by the river?")["conversation"]["id"]
    payment = ann.become_premium().get("transactions")["transactions"][0]["payment_id"]
    someone = ann.someone()
    for member, other in ((bo, ann.id), (ann, bo.id), (ann, someone)):
        member.call("POST", "like", id=member.new_id(), profile_id=other)
    at_top = {**dict.fromkeys(("members", "likes/sent", "likes/matches", "swipe-game"), PHOTO), "credits": PRICE}
    return Role(ann, [each.format(id=bo.id, chat=chat, payment=payment) for each in CLOSED], at_top)


def moderator(bo: Member, product: Product) -> Role:
    """With a case, before a reason was stated for looking at its member."""
    moderator = Member(product.base_url)
    log_in_moderator(moderator)
    complaint = {"kind": "profile", "about_id": bo.id, "reason": "fraud", "text": "Asks for money."}
    with Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm().call("POST", "complaint", id=ann.new_id(), **complaint)
    return Role(moderator, [each.format(id=bo.id) for each in MODERATION], {})


def marketer(bo: Member, product: Product) -> Role:
    marketer = Member(product.base_url)
    log_in_marketer(marketer)
    return Role(marketer, MARKETING, {})


@pytest.mark.parametrize("role", [visitor, newcomer, premium, moderator, marketer])
def test_nothing_moves_and_people_and_prices_stand_at_the_top(
    visit: Visit, product: Product, bo: Member, role: Callable[[Member, Product], Role]
) -> None:
    looking = role(bo, product)
    windows = {name: opened(visit, size, looking.member) for name, size in (("phone", PHONE), ("desktop", DESKTOP))}
    seen = looked_at(windows, looking.routes, looking.at_top)
    errors = [error for window in windows.values() for error in window.errors]
    moved = {at: look.largest for at, look in seen.items() if look.shift > MOST_SHIFT}
    for _ in range(1, VISITS):
        again = looked_at(windows, sorted({route for _, route in moved}), {})
        moved = {at: again[at].largest for at in moved if again[at].shift > MOST_SHIFT}

    assert moved == {}
    assert [error for error in errors if not error.partition("?")[0].endswith(EXPECTED)] == []
    tops = {
        (size, route): look.tops[looking.at_top[route]]
        for (size, route), look in seen.items()
        if route in looking.at_top
    }
    assert {at: top for at, top in tops.items() if top is None or top > MOST[looking.at_top[at[1]]]} == {}


def opened(visit: Visit, size: ViewportSize, member: Member | None) -> Window:
    page, errors = visit(phone=size is PHONE), list[str]()

    def note(said: ConsoleMessage) -> None:
        if said.type == "error":
            errors.append(f"{said.text} {said.location.get('url', '')}")

    page.set_viewport_size(size)
    if member:
        take_session(page, member)
    else:
        page.goto("/en/lang-config")
        page.get_by_role("dialog").get_by_role("button").first.click()
    tabs = [page, *(page.context.new_page() for _ in range(TABS - 1))]
    for tab in tabs:
        tab.set_viewport_size(size)
    observe(page.context)
    page.context.on("console", note)
    return Window(tabs, errors)


def looked_at(
    windows: dict[str, Window], routes: Sequence[str], also_wide: Collection[str]
) -> dict[tuple[str, str], Look]:
    """What was seen of each route, by the size of the window and the route; of some also in a wider desktop window."""
    found: dict[tuple[str, str], Look] = {}
    for first in range(0, len(routes), TABS):
        at = {
            tab: (size, route)
            for size, window in windows.items()
            for tab, route in zip(window.tabs, routes[first : first + TABS], strict=False)
        }
        looks = looks_at({tab: f"/en/{route}" for tab, (_, route) in at.items()}, (PHOTO, PRICE))
        found |= {at[tab]: look for tab, look in looks.items()}
        for tab, (size, route) in at.items():
            if size == "desktop" and route in also_wide:
                found["wide", route] = Look([], tops_when_wide(tab))
    return found


def tops_when_wide(tab: Page) -> dict[str, int | None]:
    tab.set_viewport_size(WIDE)
    wait_until_settled(tab)
    tops = {each: top_of(tab, each) for each in (PHOTO, PRICE)}
    tab.set_viewport_size(DESKTOP)
    return tops


def test_wide_windows_are_used(visit: Visit, product: Product, bo: Member) -> None:
    """The main part of a screen takes most of the content's width, and what belongs together stands side by side."""
    with Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm().become_premium()
        chat = ann.write(bo.id, "Friday, by the river?")["conversation"]["id"]
        bo.call("POST", "like", id=bo.new_id(), profile_id=ann.id)
        page = opened(visit, WIDE, ann).tabs[0]
        someone = ann.someone()
        for path, left, right in (
            (f"members/{someone}", "main ul", "main h1"),
            (f"chats/{chat}", "main ul", "main h1"),
            ("transactions", "main table", "main [class*=filters]"),
            ("likes", "main h1", "main ul"),
            ("match-finder", "main fieldset >> nth=0", "main [type=submit]"),
            ("settings/privacy", "main nav", "main h1"),
            ("notifications", "main nav", "main h1"),
            ("profile", "main nav", "main h1"),
            ("settings", "main section >> nth=0", "main section >> nth=-1"),
        ):
            page.set_viewport_size(WIDE)
            looks_at({page: f"/en/{path}"})
            for size in (WIDE, WIDEST):
                page.set_viewport_size(size)
                wait_until_settled(page)
                one, other = box(page.locator(left).first), box(page.locator(right).first)
                assert one["x"] + one["width"] <= other["x"], (path, size)
        page.goto("/en/members")
        people = box(page.locator("main ul").filter(has=page.get_by_role("article")))
        assert people["width"] >= WIDEST["width"] * 0.85


@pytest.mark.parametrize("is_phone", [True, False])
def test_photos_are_dropped_with_a_mouse_alone(visit: Visit, product: Product, *, is_phone: bool) -> None:
    with Member(product.base_url) as ann:
        ann.sign_up("Ann")
        page = visit(phone=is_phone)
        take_session(page, ann)
        page.goto("/en/profile")
        expect(page.get_by_role("button", name="Add photos")).to_be_visible()
        expect(page.get_by_text("Or drop them here")).to_be_visible(visible=not is_phone)
