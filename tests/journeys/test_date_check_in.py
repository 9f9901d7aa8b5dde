"""A member has a friend told after a date: the question, the email to the friend, the plan, and the refusal."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import psycopg
from playwright.sync_api import Page, expect

from tests.journeys.conftest import check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def move_clock(product: Product, column: str, member: Member) -> None:
    """Make the question, or the end of the time to answer, due now."""
    statements = {
        "ask_at": "UPDATE date_check_ins SET ask_at = now() WHERE member_id = %s",
        "tell_at": "UPDATE date_check_ins SET tell_at = now() WHERE member_id = %s",
    }
    with psycopg.connect(product.instance.database_url("profiles"), autocommit=True) as connection:
        connection.execute(statements[column], [member.id])


def mails_to(product: Product, address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = httpx.get(f"{product.base_url}/dev/mailbox.json", params={"to": address}).json()
    return found


def test_a_friend_is_told_once_and_may_refuse(visit: Visit, product: Product) -> None:
    ann = Member(product.base_url).sign_up("Ann").confirm()
    bo = Member(product.base_url).sign_up("Bo", gender="male", seeks="female").confirm()
    friend = f"mia-{ann.new_id()}@friend.example"
    ann.write(bo.id, "Tea on Friday?")
    when = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    plan = {"id": ann.new_id(), "profile_id": bo.id, "place": "Café Noord", "meets_at": when, "note": "Red bag"}
    until(lambda: ann.refused("POST", "date-plans", **plan) == (409, "not_yet_answered"))
    bo.write(ann.id, "Gladly")
    ann.call("POST", "date-plans", **plan)

    page = visit(phone=True)
    take_session(page, ann)
    page.goto("/en/date-plan")
    page.get_by_role("button", name="Have someone told").click()
    page.get_by_label("Who should we tell?").fill("Mia")
    page.get_by_label("Their email address").fill(friend)
    check_accessibility(page)
    picture(page, "form")
    page.get_by_role("button", name="Save check-in").click()
    expect(page.get_by_text("We ask you on")).to_be_visible()

    move_clock(product, "ask_at", ann)
    until(lambda: ann.mails("Are you all right?"))
    page.goto("/en/members")
    page.get_by_role("alert").get_by_role("link", name="Answer").click()
    expect(page.get_by_role("button", name="I’m fine")).to_be_visible()
    check_accessibility(page)
    picture(page, "question")

    move_clock(product, "tell_at", ann)
    [mail] = until(lambda: mails_to(product, friend))
    assert mail["subject"] == "Please check on Ann"
    for words in ("Hello Mia", "Bo", "Café Noord", "Red bag", "not an emergency service"):
        assert words in mail["text"]

    # Too late: the screen still has the question.
    page.get_by_role("button", name="I’m fine").click()
    expect(page.get_by_text("The email to Mia left").first).to_be_visible()
    picture(page, "told")
    page.goto("/en/members")
    expect(page.get_by_role("alert").get_by_role("button", name="I’m fine")).to_be_visible()
    check_accessibility(page)
    picture(page, "told-bar")
    page.goto("/en/date-plan")
    page.get_by_role("button", name="Tell Mia I’m fine").click()
    expect(page.get_by_text("gets that as a message if our first one had already left")).to_be_visible()
    picture(page, "fine")
    until(lambda: [each for each in mails_to(product, friend) if each["subject"] == "Ann answered: I’m fine"])

    stranger = visit()
    stranger.goto(next(link for link in mail["links"] if "/plan#" in link))
    expect(stranger.get_by_role("heading", name="Date plan of Ann")).to_be_visible()
    stranger.goto(next(link for link in mail["links"] if "/plan-refusal#" in link))
    check_accessibility(stranger)
    picture(stranger, "refusal")
    stranger.get_by_role("button", name="Refuse these messages").click()
    expect(stranger.get_by_text("no such message any more")).to_be_visible()

    ann.call("POST", "date-plans", **{**plan, "id": ann.new_id()})
    fresh = next(each["id"] for each in ann.get("date-plans")["plans"] if each["check_in"] is None)
    person = {"name": "Mia", "email": friend, "ask_at": when, "grace_minutes": 15, "time_zone": "UTC"}
    assert ann.refused("PUT", "date-check-in", plan_id=fresh, **person) == (409, "contact_refused")
    assert len(mails_to(product, friend)) == 2
