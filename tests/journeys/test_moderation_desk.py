"""A morning at the moderation desk by keyboard alone, on a phone's and a desktop's width."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.desk import log_in_moderator
from tests.journeys.conftest import DESKTOP, PHONE, check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
# Of the cases made here: the queue filtered by it holds no others.
LANGUAGE = "fi"
SECRET = "Send 500 euros to my brother"
REASON = "The member wrote to us, letter 7"


@dataclass
class Morning:
    """The people of the cases: a writer who was reported, one who threatens, and those who report."""

    vera: Member
    thorn: Member
    reporters: list[Member]
    words: str  # the message that Vera took back


def report(by: Member, **complaint: Any) -> None:
    by.call("POST", "complaint", id=by.new_id(), **complaint)


@pytest.fixture
def morning(product: Product) -> Iterator[Morning]:
    people = [Member(product.base_url) for _ in range(4)]
    for person in people:
        person.http.cookies.set("locale", LANGUAGE)
    vera, thorn, ann, cas = people
    # Found by a part of it that nobody else has.
    name = "Vera" + "".join(secrets.choice("bcdfgk") for _ in range(5))
    vera.sign_up(name, "male", "female", locale=LANGUAGE).confirm()
    thorn.sign_up("Thorn", "male", "female", locale=LANGUAGE).confirm()
    for reporter in (ann, cas):
        reporter.sign_up("Ann", locale=LANGUAGE).confirm()
    words = vera.write(ann.id, SECRET)["message"]["id"]
    vera.call("DELETE", "chat-message", message_id=words)
    yield Morning(vera, thorn, [ann, cas], words)
    for person in people:
        person.http.close()


def make_reports(morning: Morning) -> None:
    vera, thorn, (ann, cas) = morning.vera, morning.thorn, morning.reporters
    report(cas, kind="profile", about_id=thorn.id, reason="violence", text="Writes that he will find me.")
    report(ann, kind="chat", about_id=vera.id, messages=[morning.words], reason="fraud", text="Asked for money.")
    for reporter in (ann, cas):
        report(reporter, kind="profile", about_id=vera.id, reason="fake", text="These are photos of an actor.")
    report(cas, kind="profile", about_id=vera.id, reason="other", text="Does not answer my messages.")


def check(page: Page, scheme: Literal["dark", "light"]) -> None:
    """The state can be read in this theme, and fits a phone."""
    page.emulate_media(color_scheme=scheme)
    check_accessibility(page)
    page.set_viewport_size(PHONE)
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    page.set_viewport_size(DESKTOP)


def desk_of(visit: Visit, product: Product, which: int) -> Page:
    page = visit()
    with Member(product.base_url) as moderator:
        log_in_moderator(moderator, which)
        take_session(page, moderator)
    return page


def opened(page: Page, text: str) -> Locator:
    case = page.get_by_role("article", name="Open case")
    expect(case.get_by_text(text)).to_be_visible()
    return case


def press(page: Page, *keys: str) -> None:
    """The second key of a decision is a reason, once these can be read."""
    for place, key in enumerate(keys):
        if place:
            expect(page.get_by_role("heading", name="Why?")).to_be_focused()
        page.keyboard.press(key)


def test_a_suspended_member_reads_why_and_appeals_without_logging_in(
    visit: Visit, product: Product, morning: Morning
) -> None:
    vera, (ann, _) = morning.vera, morning.reporters
    report(ann, kind="profile", about_id=vera.id, reason="fraud", text="Asked me for money.")
    page = desk_of(visit, product, 0)
    page.goto("/en/staff")
    page.get_by_label("Language of the case").select_option(LANGUAGE)
    expect(page.get_by_role("navigation", name="Cases").get_by_role("listitem")).to_have_count(1)
    page.evaluate("document.activeElement.blur()")  # a letter chooses in a list
    page.keyboard.press("j")
    opened(page, "Asked me for money.")
    press(page, "b", "1")

    link = until(lambda: [link for mail in vera.mails() for link in mail["links"] if "/appeal#token=" in link])[0]
    stranger = visit()
    urls: list[str] = []
    stranger.on("request", lambda request: urls.append(request.url + request.headers.get("referer", "")))
    stranger.goto(link.replace(f"/{LANGUAGE}/", "/en/"))
    expect(stranger.get_by_text("You asked other members for money, gifts or bank details.")).to_be_visible()
    # Nothing lies over the reasons: neither the question for an age nor that about cookies.
    expect(stranger.get_by_role("dialog")).to_have_count(0)
    check(stranger, "light")
    stranger.get_by_label("Why is the decision wrong?").fill("It was for a ticket that I paid back.")
    stranger.get_by_role("button", name="Send appeal").dblclick()
    expect(stranger.get_by_role("status").filter(has_text="We’ve got your appeal")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_text("We’re looking at your appeal.")).to_be_visible()
    check(stranger, "dark")
    assert not [url for url in urls if link.partition("token=")[2] in url]


def measures(member: Member) -> list[str]:
    return [decision["measure"] for decision in member.get("decision")["decisions"]]


def outcomes(member: Member) -> list[str | None]:
    return [complaint["outcome"] for complaint in member.get("complaint")["complaints"]]


def test_the_queue_is_worked_through_by_keyboard(visit: Visit, product: Product, morning: Morning) -> None:
    make_reports(morning)
    page = desk_of(visit, product, 0)
    page.goto("/en/staff")
    page.get_by_label("Language of the case").select_option(LANGUAGE)
    cases = page.get_by_role("navigation", name="Cases").get_by_role("listitem")
    expect(cases).to_have_count(2)
    check(page, "light")
    page.get_by_role("button", name="Keys").press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    check(page, "dark")
    page.keyboard.press("Escape")

    page.keyboard.press("j")
    opened(page, "Writes that he will find me.")
    page.keyboard.press("j")
    # The four reports about one member are one case, with the person in it.
    gathered = opened(page, "Asked for money.")
    expect(gathered.get_by_text("Reports: 4")).to_be_visible()
    expect(gathered.get_by_text(re.compile("^Taken back by its sender"))).to_be_visible()
    expect(gathered.get_by_text(SECRET)).to_be_visible()
    expect(gathered.get_by_text("Does not answer my messages.")).to_be_visible()
    check(page, "dark")
    person = gathered.get_by_role("region", name="Person in the case")
    with page.expect_popup() as beside:
        person.get_by_role("link", name=re.compile("^Vera")).press("Enter")
    beside.value.close()
    page.reload()
    page.get_by_label("Language of the case").select_option(LANGUAGE)
    # Keys move within the list that is drawn.
    expect(cases).to_have_count(2)
    page.get_by_role("button", name="Keys").focus()
    opened(page, "Asked for money.")
    page.keyboard.press("k")
    opened(page, "Writes that he will find me.")

    # A slip of a key reaches nobody.
    press(page, "w", "1")
    opened(page, "Asked for money.")
    page.keyboard.press("u")
    opened(page, "Writes that he will find me.")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", name="Why?")).to_be_focused()
    check(page, "light")
    page.keyboard.press("1")
    opened(page, "Asked for money.")
    expect(page.get_by_text("Decided: 1.").last).to_be_visible()
    press(page, "r", "1")
    expect(page.get_by_text("No case matches these filters")).to_be_visible()

    until(lambda: measures(morning.vera) == ["hide"])
    ann, cas = morning.reporters
    until(lambda: None not in outcomes(ann))

    # A ban for good takes a second pair of eyes, which are not the first.
    page.goto("/en/staff/confirmations")
    expect(page.get_by_role("article").filter(has_text="Thorn").get_by_text("You’re part of this")).to_be_visible()
    other = desk_of(visit, product, 1)
    other.goto("/en/staff/confirmations")
    waiting = other.get_by_role("article").filter(has_text="Thorn").first
    waiting.get_by_role("button", name="Don’t confirm").press("Enter")
    expect(waiting.get_by_label("Why not?")).to_be_focused()
    check(other, "dark")
    waiting.get_by_role("button", name="Cancel").press("Enter")
    waiting.get_by_role("button", name="Confirm", exact=True).press("Enter")
    expect(other.get_by_text("Confirmed. The decision is final.")).to_be_visible()
    until(lambda: morning.thorn.http.get("/api/profile.php").status_code in (401, 403))
    until(lambda: None not in outcomes(cas))
    assert (len(outcomes(ann)), len(outcomes(cas))) == (2, 3)


def test_a_member_is_found_and_read_about_for_a_reason(visit: Visit, product: Product, morning: Morning) -> None:
    name = morning.vera.get("profile")["profile"]["name"]
    page = desk_of(visit, product, 2)
    page.goto("/en/staff/member")
    page.get_by_label("Name", exact=True).fill(name[3:8])
    page.get_by_role("button", name="Look up").press("Enter")
    expect(page.get_by_label("Why are you looking for this member?")).to_be_focused()
    page.keyboard.type(REASON)
    page.keyboard.press("Enter")
    found = page.get_by_role("link", name=re.compile(name))
    expect(found).to_be_visible()
    check(page, "light")

    found.press("Enter")
    page.get_by_label("Why are you opening this profile?").fill(REASON)
    page.get_by_role("button", name="Open profile").press("Enter")
    expect(page.get_by_role("heading", name=re.compile(f"^{name}"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Signed up: "))).to_be_visible()
    expect(page.get_by_text("Reports about them")).to_be_visible()
    page.get_by_role("button", name="Show payments").press("Enter")
    expect(page.get_by_text("No payments yet.")).to_be_visible()
    page.get_by_role("button", name="Show conversations").press("Enter")
    page.get_by_role("button", name="Read conversation: Ann").press("Enter")
    page.get_by_label("Why are you reading this conversation?").fill(REASON)
    page.get_by_role("button", name="Read conversation").press("Enter")
    conversation = page.get_by_role("list", name="Ann")
    expect(conversation.get_by_text(re.compile("^Taken back by its sender"))).to_be_visible()
    # Sealed words are evidence for a report, and read beside nothing else.
    expect(conversation.get_by_text(SECRET)).to_have_count(0)
    check(page, "dark")
