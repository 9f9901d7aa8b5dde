"""Public pages are whole before the app comes; what is done on them until then is not lost."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import ENTERED, HYDRATED

Visit = Callable[..., Page]
APP = "**/assets/index-*.js"


@pytest.fixture
def early(visit: Visit) -> Callable[[str], tuple[Page, Callable[[], None]]]:
    """Opens a page whose app waits; returns what lets it come."""

    def open_page(path: str) -> tuple[Page, Callable[[], None]]:
        page, waiting = visit(phone=True), list[Route]()
        page.add_init_script(ENTERED)
        page.route(APP, lambda route: waiting.append(route))
        Page.goto(page, path)

        def come() -> None:
            for route in waiting:
                route.continue_()
            page.unroute(APP)
            page.wait_for_function(HYDRATED)

        return page, come

    return open_page


def test_a_log_in_is_sent_that_was_entered_and_pressed_before_the_app_came(
    early: Callable[[str], tuple[Page, Callable[[], None]]],
) -> None:
    page, come = early("/en/login")
    # Somebody else each time: log-ins that fail are counted by address.
    nobody = f"{uuid4().hex}@pairwise.example"
    page.get_by_label("Email address").fill(nobody)
    page.get_by_label("Password", exact=True).fill("a secret of nobody")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(f"{page.url}")
    with page.expect_response("**/api/user.php") as answered:
        come()
    assert answered.value.headers["x-refusal-status"] == "422"
    expect(page.get_by_label("Email address")).to_have_value(nobody)


def test_a_sign_up_goes_on_from_what_was_chosen_before_the_app_came(
    early: Callable[[str], tuple[Page, Callable[[], None]]],
) -> None:
    page, come = early("/en/signup")
    page.get_by_role("group", name="I am a").get_by_text("Woman", exact=True).click()
    page.get_by_role("group", name="I would like to meet").get_by_text("Men", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    come()
    # What the app says to the choice, and to the button: the rest of the step is missing.
    expect(page.get_by_role("checkbox", name="Use this to find people who suit me")).to_be_visible()
    expect(page.get_by_role("group", name="I would like to meet")).to_be_focused()
    chosen = page.locator("form input").evaluate_all("fields => fields.map(({ checked }) => checked)")
    assert chosen[:5] == [True, False, False, True, False]


@pytest.mark.parametrize("others", [[], ["Women"]], ids=["one", "both"])
def test_a_whole_step_before_the_app_comes_leads_to_the_next(
    early: Callable[[str], tuple[Page, Callable[[], None]]], others: list[str]
) -> None:
    page, come = early("/en/signup")
    page.get_by_role("group", name="I am a").get_by_text("Woman", exact=True).click()
    for who in ["Men", *others]:
        page.get_by_role("group", name="I would like to meet").get_by_text(who, exact=True).click()
    page.get_by_role("checkbox", name="Use this to find people who suit me").check()
    page.get_by_role("button", name="Continue").click()
    come()
    expect(page.get_by_text("Step 2 of 5")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_text("Step 1 of 5")).to_be_visible()
    chosen = page.locator("form input").evaluate_all("fields => fields.map(({ checked }) => checked)")
    assert chosen[:6] == [True, False, bool(others), True, False, True]


def test_a_press_before_the_answers_are_entered_again_waits_for_them(
    early: Callable[[str], tuple[Page, Callable[[], None]]],
) -> None:
    page, come = early("/en/signup")
    page.get_by_role("group", name="I am a").get_by_text("Woman", exact=True).click()
    page.get_by_role("group", name="I would like to meet").get_by_text("Men", exact=True).click()
    page.get_by_role("checkbox", name="Use this to find people who suit me").check()
    page.evaluate(
        "() => addEventListener('hydrated', () => document.querySelector('form [class*=buttons] button').click())"
    )
    come()
    expect(page.get_by_text("Step 2 of 5")).to_be_visible()


def test_links_are_links_before_the_app_comes(early: Callable[[str], tuple[Page, Callable[[], None]]]) -> None:
    page, _ = early("/en/pricing")
    page.get_by_role("link", name="Log in", exact=True).first.click()
    expect(page.get_by_role("heading", name="Log in", level=1)).to_be_visible()
