"""A series with two subjects, from nothing: written, mailed on its days, and the better subject named."""

import secrets
from collections.abc import Callable
from datetime import timedelta

import psycopg
from notifications.tests.campaigning import pass_days
from playwright.sync_api import Page, expect

from tests.api.test_campaign_mail import move_where_it_is_day
from tests.desk import log_in_marketer
from tests.journeys.conftest import check_accessibility, take_session
from tests.member import Member, until
from tests.product import Product

Visit = Callable[..., Page]
# Readers that the journey does not sign up: with the second subject, twice as many came back.
RETURNS = """
    WITH drawn AS (
        INSERT INTO campaign_members (campaign_id, member_id, arm)
        SELECT %(id)s, gen_random_uuid(), 'mail' FROM generate_series(1, 2000) RETURNING member_id
    )
    INSERT INTO series_emails (campaign_id, member_id, message, email_id, subject, delivered_at, returned_at)
    SELECT %(id)s, member_id, 0, gen_random_uuid(), %(subject)s, now(),
        CASE WHEN row_number() OVER () <= %(returned)s THEN now() END FROM drawn
"""


def write(page: Page, subjects: tuple[str, str], paragraph: str) -> None:
    page.get_by_label("For languages without a text").select_option("en")
    page.get_by_role("button", name="Try another subject").click()
    for label, text in (
        ("Subject", subjects[0]),
        ("Subject B", subjects[1]),
        ("Preview line", "Three ideas"),
        ("Paragraph", paragraph),
        ("Text of the button", "See who is near"),
    ):
        page.get_by_label(label, exact=True).fill(text)


def test_a_series_with_two_subjects_from_nothing_to_its_result(visit: Visit, product: Product) -> None:
    key, dsn = secrets.token_hex(3), product.instance.database_url("notifications")
    first, second = (f"River {key}", f"Evenings {key}"), (f"Bridge {key}", f"Harbour {key}")
    page = visit(timezone_id="UTC")
    with Member(product.base_url) as marketer, Member(product.base_url) as ann:
        ann.sign_up("Ann").confirm()
        move_where_it_is_day(product, ann)
        ann.call("PUT", "notifications", type="promotions", email=True)
        log_in_marketer(marketer)
        take_session(page, marketer)
        page.goto("/marketing/campaigns")
        page.get_by_role("link", name="Write a campaign").click()
        page.get_by_label("Name, for this desk only").fill(f"Series {key}")
        page.get_by_label("Get no email").select_option("5")
        page.get_by_label("Sends").select_option("series")
        write(page, first, "The days grow shorter.")
        page.get_by_role("button", name="Add email").click()
        write(page, second, "The evenings grow longer.")
        page.get_by_role("button", name="Save draft").click()
        page.get_by_label("Email", exact=True).select_option("1")
        page.get_by_role("region", name="Preview").get_by_label("Subject").select_option("1")
        expect(page.locator("iframe").first.content_frame.get_by_role("heading", name=second[1])).to_be_visible()
        check_accessibility(page)
        page.get_by_role("button", name="Send campaign").click()
        page.get_by_role("button", name="Yes, send it").click()

        with psycopg.connect(dsn, autocommit=True) as connection:
            query = "SELECT id FROM campaigns WHERE name = %s"
            [(campaign,)] = connection.execute(query, [f"Series {key}"]).fetchall()
            arm = "SELECT arm FROM campaign_members WHERE campaign_id = %s AND member_id = %s"
            # One member in twenty is held back; here it is not Ann.
            if until(lambda: connection.execute(arm, [campaign, ann.id]).fetchone()) == ("holdout",):
                moved = "UPDATE campaign_members SET arm = 'mail', next_message = 0, next_at = now()"
                connection.execute(f"{moved} WHERE campaign_id = %s AND member_id = %s", [campaign, ann.id])
            [early] = until(lambda: ann.mails(key))
            assert early["subject"] in first
            pass_days(dsn, timedelta(days=2).days)
            until(lambda: len(ann.mails(key)) == 2)
            assert {mail["subject"] for mail in ann.mails(key)} - {early["subject"]} <= set(second)
            page.reload()
            expect(page.get_by_text("Too early to say.").first).to_be_visible()

            for subject, returned in enumerate((200, 420)):
                connection.execute(RETURNS, {"id": campaign, "subject": subject, "returned": returned})
        page.reload()
        expect(page.get_by_text("Subject B is better than subject A")).to_be_visible()
        expect(page.get_by_role("row", name=f"B: {first[1]}")).to_contain_text("420")
        check_accessibility(page)
        page.get_by_role("button", name="Stop sending").click()
        expect(page.get_by_role("heading", name=f"Series {key}")).to_contain_text("Stopped")
