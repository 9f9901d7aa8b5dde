"""Screens that the server has drawn for their member: taken over as they are, and never shown to anybody else."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import APP, FONTS, WATCH_SHIFTS, hold, take_over_late, take_session
from tests.member import Member
from tests.product import Product

Visit = Callable[..., Page]
SCREENS = ["members", "likes", "swipe-game", "chats", "credits", "settings", "notifications", "members/{id}"]
DRAWN = "script[data-app]"
# By which the server knows a narrow window; the test's own width is not sent.
ON_PHONE = {"user_agent": "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"}


@pytest.fixture
def ann(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as ann:
        yield ann.sign_up("Ann").confirm().become_premium()


@pytest.fixture
def bo(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as bo:
        yield bo.sign_up("Bo", gender="male", seeks="female").confirm()


@pytest.fixture
def waiting(visit: Visit) -> tuple[Page, Callable[[], None]]:
    """A page whose app waits, and what lets it come."""
    page = visit(phone=True)
    return page, hold(page, APP)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("path", SCREENS)
def test_a_screen_is_taken_over_as_it_is(visit: Visit, ann: Member, bo: Member, path: str, *, phone: bool) -> None:
    bo.write(ann.id, "Friday, by the river?")
    bo.call("POST", "like", id=bo.new_id(), profile_id=ann.id)
    page, said = visit(phone=phone, **(ON_PHONE if phone else {})), list[str]()
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.add_init_script(WATCH_SHIFTS)
    take_session(page, ann)
    fonts_come, app_comes = hold(page, FONTS), hold(page, APP)

    # Wide windows show a profile beside the list, which the script alone draws.
    is_drawn = phone or path != "members/{id}"
    Page.goto(page, f"/en/{path.format(id=bo.id)}", wait_until="commit")
    if not is_drawn:
        app_comes()
    page.wait_for_selector("h1")
    expect(page.locator(DRAWN)).to_have_count(1 if is_drawn else 0)
    heading = page.locator("h1").element_handle()
    take_over_late(page, fonts_come, app_comes)
    page.wait_for_load_state("networkidle")

    assert heading is not None
    assert heading.evaluate("(element) => element.isConnected") or not is_drawn, "the heading was drawn anew"
    assert said == []
    assert page.evaluate("window.shifted") <= 0.02


def test_a_screen_can_be_read_without_a_script(visit: Visit, ann: Member) -> None:
    page = visit(phone=True, java_script_enabled=False)
    take_session(page, ann)
    answer = Page.goto(page, "/en/members")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main [data-photo]").first).to_be_visible()
    expect(page.get_by_role("navigation").first).to_be_visible()
    assert answer is not None
    assert answer.headers["cache-control"] == "private, no-store"
    assert "etag" not in answer.headers


def test_what_was_pressed_before_the_app_came_is_done(waiting: tuple[Page, Callable[[], None]], ann: Member) -> None:
    page, come = waiting
    take_session(page, ann)
    Page.goto(page, "/en/members")
    heart = page.locator("main li button[aria-pressed]").first
    expect(heart).to_have_attribute("aria-pressed", "false")
    heart.click()
    with page.expect_response("**/api/like.php") as answered:
        come()

    assert answered.value.status == 201
    expect(heart).to_have_attribute("aria-pressed", "true")


def test_the_session_of_another_member_gets_their_own_page(
    waiting: tuple[Page, Callable[[], None]], ann: Member, bo: Member
) -> None:
    page, come = waiting
    take_session(page, ann)
    Page.goto(page, "/en/settings")
    expect(page.get_by_role("button", name="Ann")).to_be_visible()
    # Logged in as another member in another tab, before the app came.
    take_session(page, bo)
    come()

    expect(page.get_by_role("button", name="Bo")).to_be_visible()
    expect(page.get_by_role("button", name="Ann")).to_have_count(0)


def test_a_session_that_has_ended_leads_to_the_log_in(waiting: tuple[Page, Callable[[], None]], ann: Member) -> None:
    page, come = waiting
    take_session(page, ann)
    Page.goto(page, "/en/settings")
    expect(page.get_by_role("button", name="Ann")).to_be_visible()
    page.context.clear_cookies()
    come()

    expect(page.get_by_role("heading", name="Log in", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Ann")).to_have_count(0)


def test_the_service_worker_keeps_no_page_of_a_member(visit: Visit, ann: Member) -> None:
    page = visit(phone=True)
    take_session(page, ann)
    page.goto("/en/members")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    expect(page.locator("main [data-photo]").first).to_be_visible()

    kept = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
          const answers = await Promise.all(caches_.map((cache) => cache.matchAll()))
          const pages = answers.flat().filter((each) => each.headers.get('content-type')?.startsWith('text/html'))
          return Promise.all(pages.map((each) => each.text()))
        }"""
    )
    assert len(kept) == 1
    assert '<div id="root"></div>' in kept[0]
