"""The effect of a campaign, measured on first purchases and returns against the holdout."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from notifications.domain.campaign import Arm
from notifications.tests.campaigning import MARKETER, ONE, consenting, draw_all, of_arm, scheduled
from notifications.tests.fakes import FakeContacts
from notifications.usecases.measure_campaigns import record_returns, store_results
from notifications.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentCompleted
from shared.kit.db import Database
from shared.kit.testing.web import Browser


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def result(desk: Browser, campaign: UUID) -> dict[str, Any]:
    found: dict[str, Any] = desk.get(ONE, id=str(campaign)).json["result"]
    return found


def a_purchase(member_id: UUID, days: float) -> PaymentCompleted:
    at = Timestamp()
    at.FromDatetime(datetime.now(UTC) + timedelta(days=days))
    bought = PaymentCompleted(payment_id=str(uuid4()), member_id=str(member_id), amount="9.99", currency="EUR")
    bought.completed_at.CopyFrom(at)
    return bought


def insert(database: Database, campaign: UUID, drawn: tuple[int, int], reached: tuple[int, int]) -> None:
    """Add members to the campaign as if they had been drawn: with the mail, and held back."""
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        for arm, members, goals in zip(("mail", "holdout"), drawn, reached, strict=True):
            connection.execute(
                "INSERT INTO campaign_members (campaign_id, member_id, arm, reached_at)"
                " SELECT %s, gen_random_uuid(), %s,"
                " CASE WHEN number <= %s THEN now() END FROM generate_series(1, %s) AS number",
                (campaign, arm, goals, members),
            )


def test_purchases_of_both_arms_count_once_and_in_time(
    desk: Browser, wired: Wiring, contacts: FakeContacts, handle: Callable[[Message], None], database: Database
) -> None:
    consenting(wired, contacts, 40)
    campaign = scheduled(desk, audience="without_purchase")
    draw_all(wired)
    held_back = of_arm(database, campaign, Arm.HOLDOUT)
    mailed = of_arm(database, campaign, Arm.MAIL)

    for member_id, days in ((mailed[0], 1), (mailed[0], 2), (mailed[1], -1), (mailed[2], 15), (uuid4(), 1)):
        handle(a_purchase(member_id, days))
    for member_id in held_back[:1]:
        handle(a_purchase(member_id, 13))

    found = result(desk, campaign)
    assert (found["mailed"], found["held_back"]) == (len(mailed), len(held_back))
    assert (found["mailed_reached"], found["held_back_reached"]) == (1, len(held_back[:1]))
    assert (found["goal"], found["conclusion"]) == ("purchase", "too_early")


def test_a_return_is_a_day_after_the_draw(
    desk: Browser, wired: Wiring, contacts: FakeContacts, handle: Callable[[Message], None], database: Database
) -> None:
    consenting(wired, contacts, 12)
    campaign = scheduled(desk, audience="lapsed")
    draw_all(wired)
    today = datetime.now(UTC).date()
    mailed = of_arm(database, campaign, Arm.MAIL)
    contacts.lifecycles[mailed[0]] = replace(contacts.lifecycles[mailed[0]], seen_on=today + timedelta(days=2))
    contacts.lifecycles[mailed[1]] = replace(contacts.lifecycles[mailed[1]], seen_on=today)
    handle(a_purchase(mailed[2], 1))  # a purchase is not the goal of this audience

    assert record_returns(wired.unit_of_work, contacts) == 12
    assert record_returns(wired.unit_of_work, contacts) == 11

    found = result(desk, campaign)
    assert (found["goal"], found["mailed_reached"]) == ("return", 1)


@pytest.mark.parametrize(
    ("drawn", "reached", "conclusion", "better"),
    [
        ((9000, 1000), (900, 40), "better", "mail"),
        ((9000, 1000), (360, 120), "better", "holdout"),
        ((90, 10), (9, 1), "too_early", None),
        ((9000, 3000), (900, 300), "split_is_off", None),
    ],
)
def test_the_result_says_whether_the_mail_changed_anything(
    desk: Browser,
    database: Database,
    drawn: tuple[int, int],
    reached: tuple[int, int],
    conclusion: str,
    better: str | None,
) -> None:
    campaign = scheduled(desk)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE campaigns SET state = 'sent', started_at = now(), finished_at = now()")
    insert(database, campaign, drawn, reached)

    found = result(desk, campaign)

    assert (found["conclusion"], found["better"]) == (conclusion, better)


def test_a_result_outlives_the_rows_of_its_members(desk: Browser, wired: Wiring, database: Database) -> None:
    campaign = scheduled(desk)
    insert(database, campaign, (900, 100), (90, 4))
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE campaigns SET state = 'sent', started_at = now(), finished_at = now()")
        assert store_results(wired.unit_of_work) == 0
        connection.execute("UPDATE campaigns SET finished_at = now() - interval '16 days'")
        assert store_results(wired.unit_of_work) == 1
        before = result(desk, campaign)
        connection.execute("DELETE FROM campaign_members")

    assert result(desk, campaign) == before
    assert before["mailed_reached"] == 90
    assert store_results(wired.unit_of_work) == 0
