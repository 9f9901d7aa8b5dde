"""Two tabs of one member share queue, counts and read marks; the service worker sends when none is open."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import enter
from tests.journeys.test_journey import said
from tests.member import Member, until
from tests.product import Product

WAITING = "Waiting"


@pytest.fixture
def pair(product: Product) -> tuple[Member, Member]:
    hers = Member(product.base_url).sign_up("Ann", gender="female", seeks="male").confirm()
    his = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    return hers, his


def write(page: Page, text: str) -> None:
    page.bring_to_front()
    page.get_by_role("textbox", name="Message to Bo").fill(text)
    page.get_by_role("button", name="Send message").click()
    expect(said(page, text)).to_be_visible()


def texts(member: Member, partner: Member) -> list[str]:
    return [message["text"] for message in member.get("chat", profile=partner.id)["messages"]]


def test_messages_of_two_offline_tabs_are_sent_once_in_order_and_shown_in_both(
    visit: Callable[..., Page], pair: tuple[Member, Member]
) -> None:
    hers, his = pair
    one = visit()
    two = one.context.new_page()
    for tab in (one, two):
        enter(tab, hers, f"/en/members/{his.id}/chat")
        expect(tab.get_by_role("textbox", name="Message to Bo")).to_be_visible()
        tab.evaluate("navigator.serviceWorker.ready.then(() => true)")

    one.context.set_offline(True)
    written = ["first, here", "second, there", "third, here again"]
    for tab, other, text in zip((one, two, one), (two, one, two), written, strict=True):
        write(tab, text)
        expect(said(other, text)).to_be_visible()
    for tab in (one, two):
        expect(tab.get_by_text(WAITING)).to_have_count(3)

    one.context.set_offline(False)
    for tab in (one, two):
        expect(tab.get_by_text(WAITING)).to_have_count(0)
    until(lambda: texts(his, hers) == written)
    for tab in (one, two):
        for text in written:
            expect(said(tab, text)).to_have_count(1)

    for tab in (one, two):
        with tab.expect_request("**/api/stream.php*"):
            tab.goto("/en/members")
    his.write(hers.id, "and an answer")
    for tab in (one, two):
        expect(tab.get_by_role("link", name=re.compile("1 unread message")).first).to_be_visible()
    one.goto(f"/en/members/{his.id}/chat")
    expect(said(one, "and an answer")).to_be_visible()
    expect(two.get_by_role("link", name=re.compile("unread message"))).to_have_count(0)


def test_the_service_worker_sends_what_waits_when_no_page_is_open(
    visit: Callable[..., Page], pair: tuple[Member, Member], product: Product
) -> None:
    hers, his = pair
    page = visit()
    enter(page, hers, f"/en/members/{his.id}/chat")
    expect(page.get_by_role("textbox", name="Message to Bo")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    other = page.context.new_page()
    registrations: list[str] = []
    browser = page.context.new_cdp_session(other)
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")

    page.context.set_offline(True)
    for text in ("one on the train", "two on the train"):
        write(page, text)
    expect(page.get_by_text(WAITING)).to_have_count(2)
    page.close()
    assert texts(his, hers) == []

    other.context.set_offline(False)
    until(lambda: other.evaluate("1") and registrations)

    def synced() -> bool:
        """As a browser does, which asks the worker again when it failed."""
        sync = {"origin": product.base_url, "registrationId": registrations[-1], "tag": "outbox", "lastChance": False}
        browser.send("ServiceWorker.dispatchSyncEvent", sync)
        return texts(his, hers) == ["one on the train", "two on the train"]

    until(synced)

    enter(other, hers, f"/en/members/{his.id}/chat")
    expect(said(other, "two on the train")).to_be_visible()
    expect(other.get_by_text(WAITING)).to_have_count(0)


def test_two_tabs_follow_a_log_out(visit: Callable[..., Page], pair: tuple[Member, Member]) -> None:
    hers, _ = pair
    one = visit()
    two = one.context.new_page()
    for tab in (one, two):
        enter(tab, hers, "/en/likes")

    one.bring_to_front()
    one.get_by_role("button", name=re.compile("^Account")).click()
    one.get_by_role("button", name="Log out").click()

    expect(one.get_by_role("link", name="Log in").first).to_be_visible()
    expect(two.get_by_role("heading", name="Log in")).to_be_visible()
