"""A marketer writes a campaign, looks at it, has a test mailed, schedules it, takes it back, and stops it."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

import psycopg
from playwright.sync_api import Page, expect

from tests.desk import log_in_marketer
from tests.journeys.conftest import check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
PARAGRAPH = "The days grow shorter, so the evenings grow longer."


def send(page: Page, at: datetime) -> None:
    page.get_by_label("Time, empty for now").fill(f"{at:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Send campaign").click()
    page.get_by_role("button", name="Yes, send it").click()


def test_a_campaign_is_written_tested_scheduled_and_stopped(visit: Visit, product: Product) -> None:
    page, subject = visit(timezone_id="UTC"), f"Evenings by the river {secrets.token_hex(3)}"
    with Member(product.base_url) as marketer:
        log_in_marketer(marketer)
        take_session(page, marketer)
        page.goto("/marketing/campaigns")
        page.get_by_role("link", name="Write a campaign").click()
        page.get_by_label("Name, for this desk only").fill(subject)
        page.get_by_label("For languages without a text").select_option("en")
        for label, text in (
            ("Subject", subject),
            ("Preview line", "Three ideas"),
            ("Paragraph", PARAGRAPH),
            ("Text of the button", "See who is near"),
        ):
            page.get_by_label(label, exact=True).fill(text)
        page.get_by_role("button", name="Save draft").click()
        for frame in page.locator("iframe").all():
            expect(frame.content_frame.get_by_text(PARAGRAPH)).to_be_visible()
        expect(page.locator("iframe")).to_have_count(2)
        check_accessibility(page)

        page.get_by_role("button", name="Email me a test").click()
        expect(page.get_by_text("The test is on its way to you").last).to_be_visible()
        assert PARAGRAPH in until(lambda: marketer.mails(subject))[0]["text"]

        send(page, datetime.now() + timedelta(days=2))
        page.get_by_role("button", name="Back to draft").click()
        send(page, datetime.now() + timedelta(days=2))
        expect(page.get_by_role("heading", name=subject)).to_contain_text("Scheduled")

        # Under way, with a next batch that is not due: an ordinary one would be sent before a hand could stop it.
        with psycopg.connect(product.instance.database_url("notifications"), autocommit=True) as connection:
            connection.execute("UPDATE campaigns SET state = 'sending' WHERE name = %s", [subject])
        page.reload()
        page.get_by_role("button", name="Stop sending").click()
        expect(page.get_by_role("heading", name=subject)).to_contain_text("Stopped")
        expect(page.get_by_role("button", name="Stop sending")).to_have_count(0)
        page.goto("/marketing/campaigns")
        expect(page.get_by_role("main").get_by_text(subject)).to_be_visible()
