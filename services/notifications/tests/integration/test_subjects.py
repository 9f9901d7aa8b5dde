"""Several subjects of a campaign mail: drawn once for each member, and judged by who comes back."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.domain.campaign import Arm
from notifications.domain.preferences import NotificationKind
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.tests.campaigning import (
    MARKETER,
    ONE,
    STATE,
    a_campaign,
    a_text,
    consenting,
    draw_all,
    of_arm,
    pass_days,
    run,
    scheduled,
    seen,
    subjects,
)
from notifications.tests.fakes import FakeContacts, FakeMailServer
from notifications.usecases.change_preference import change_preference
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.usecases.measure_campaigns import record_subject_returns, store_results
from notifications.usecases.record_delivery_reports import DeliveryReport, record_delivery_reports
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberErased
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy.retain import forget_old_rows

TODAY = datetime.now(UTC).date()
PREVIEW, TEST = "/api/marketing-campaign-preview.php", "/api/marketing-campaign-test.php"
AB = {"texts": {"en": a_text(others=["Your week in Utrecht"])}}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def messages(desk: Browser, campaign: UUID) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get(ONE, id=str(campaign)).json["messages"]
    return found


def drawn_subjects(database: Database, campaign: UUID) -> dict[UUID, int]:
    with psycopg.connect(database.dsn) as connection:
        rows = "SELECT member_id, subject FROM series_emails WHERE campaign_id = %s AND message = 0"
        return dict(connection.execute(rows, (campaign,)).fetchall())


def test_each_member_gets_one_subject_and_the_holdout_none(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 60)
    campaign = scheduled(desk, document=AB)
    run(wired)

    drawn, names = drawn_subjects(database, campaign), ["New in Utrecht", "Your week in Utrecht"]
    assert drawn.keys() == set(of_arm(database, campaign, Arm.MAIL))
    assert {member: subjects(mail_server, member) for member in drawn} == {
        member: [names[subject]] for member, subject in drawn.items()
    }
    assert min(Counter(drawn.values()).values()) > 10
    [found] = messages(desk, campaign)
    assert [each["delivered"] for each in found["subjects"]] == [each["queued"] for each in found["subjects"]]
    assert sum(each["queued"] for each in found["subjects"]) == len(drawn)


def test_two_workers_at_once_draw_and_send_one_mail_to_each(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 60)
    campaign = scheduled(desk, document=AB)

    at_once(*[lambda: draw_campaigns(wired.audiences(), wired.codes)] * 2)
    at_once(*[lambda: send_emails(wired.email_delivery())] * 2)

    mailed = of_arm(database, campaign, Arm.MAIL)
    assert sorted(len(subjects(mail_server, member)) for member in mailed) == [1] * len(mailed)
    assert drawn_subjects(database, campaign).keys() == set(mailed)


def test_the_subject_that_brings_more_back_is_found_with_the_words_of_experiments(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    campaign = scheduled(desk, document=AB)
    draw_all(wired)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        for subject, returned in ((0, 200), (1, 420)):
            connection.execute(
                "WITH drawn AS (INSERT INTO campaign_members (campaign_id, member_id, arm)"
                " SELECT %(id)s, gen_random_uuid(), 'mail' FROM generate_series(1, 2000) RETURNING member_id)"
                " INSERT INTO series_emails (campaign_id, member_id, message, email_id, subject, returned_at)"
                " SELECT %(id)s, member_id, 0, gen_random_uuid(), %(subject)s,"
                " CASE WHEN row_number() OVER () <= %(returned)s THEN now() END FROM drawn",
                {"id": campaign, "subject": subject, "returned": returned},
            )

    [found] = messages(desk, campaign)
    assert (found["conclusion"], found["best"], found["other"]) == ("better", 1, 0)
    assert 0.3 < found["low"] < 1.1 < found["high"]
    assert [each["returned"] for each in found["subjects"]] == [200, 420]


def test_a_return_counts_once_after_the_mail_and_within_a_week(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 40, seen_on=TODAY - timedelta(days=3))
    campaign = scheduled(desk, document=AB)
    run(wired)
    same_day, later, late, *_ = drawn_subjects(database, campaign)

    def returned() -> int:
        record_subject_returns(wired.unit_of_work, contacts)
        return sum(each["returned"] for each in messages(desk, campaign)[0]["subjects"])

    assert returned() == 0
    seen(contacts, same_day, seen_on=TODAY)
    assert returned() == 1
    seen(contacts, later, seen_on=TODAY + timedelta(days=2))
    assert returned() == returned() == 2
    pass_days(database.dsn, 8)
    seen(contacts, late, seen_on=TODAY)
    assert returned() == 2


def test_a_member_who_was_there_on_the_day_of_the_mail_returns_on_a_later_one(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 20, seen_on=TODAY)
    campaign = scheduled(desk, document=AB)
    run(wired)

    record_subject_returns(wired.unit_of_work, contacts)
    assert sum(each["returned"] for each in messages(desk, campaign)[0]["subjects"]) == 0
    seen(contacts, next(iter(drawn_subjects(database, campaign))), seen_on=TODAY + timedelta(days=1))
    record_subject_returns(wired.unit_of_work, contacts)
    assert sum(each["returned"] for each in messages(desk, campaign)[0]["subjects"]) == 1


def test_unsubscriptions_complaints_and_bounces_count_for_their_subject(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 40)
    campaign = scheduled(desk, document=AB)
    run(wired)
    with psycopg.connect(database.dsn) as connection:
        rows = "SELECT email_id, member_id FROM series_emails WHERE subject = 1 ORDER BY email_id LIMIT 3"
        (complained, _), (bounced, _), (_, switched) = connection.execute(rows).fetchall()
    reports = [DeliveryReport("complaint", f"<{complained}@x>", True), DeliveryReport("bounce", f"<{bounced}@x>", True)]
    for _ in range(2):
        record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, reports)
    for switch in (False, True, False):
        change_preference(wired.unit_of_work(), switched, NotificationKind.PROMOTIONS, email=switch)
    change_preference(wired.unit_of_work(), switched, NotificationKind.NEWSLETTER, email=False)

    first, second = messages(desk, campaign)[0]["subjects"]
    assert (first["unsubscribed"], first["complained"], first["queued"] - first["delivered"]) == (0, 0, 0)
    assert (second["unsubscribed"], second["complained"], second["queued"] - second["delivered"]) == (1, 1, 1)


def test_each_message_of_a_series_has_its_own_subjects_until_it_is_stopped(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 40)
    later = {"texts": {"en": a_text(subject="Day two", others=["Second day", "Two days on"])}, "fallback": "en"}
    campaign = scheduled(desk, series={"day": 0, "later": [{"day": 2, "document": later}]})
    run(wired)
    pass_days(database.dsn, 2)
    draw_all(wired)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE campaigns SET next_run_at = now() + interval '1 hour'")
    run(wired)

    [_, second] = messages(desk, campaign)
    assert (second["day"], len(second["subjects"]), second["conclusion"]) == (2, 3, "too_early")
    assert sum(each["delivered"] for each in second["subjects"]) == len(of_arm(database, campaign, Arm.MAIL))
    sent = {str(mail["Subject"]) for mail in mail_server.sent}
    assert sent == {"New in Utrecht", "Day two", "Second day", "Two days on"}


def test_a_campaign_stopped_before_the_sending_delivers_no_subject(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    consenting(wired, contacts, 250)
    campaign = scheduled(desk, document=AB)
    draw_campaigns(wired.audiences(), wired.codes)
    assert desk.put(STATE, {"id": str(campaign), "state": "stopped"}).status_code == 200

    run(wired)

    assert mail_server.sent == []
    assert sum(each["delivered"] for each in messages(desk, campaign)[0]["subjects"]) == 0


def test_the_result_outlives_the_rows_of_members(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 30)
    campaign = scheduled(desk, document=AB)
    run(wired)
    pass_days(database.dsn, 16)
    before = messages(desk, campaign)
    assert before[0]["is_too_small"]

    assert store_results(wired.unit_of_work) == 1
    pass_days(database.dsn, 90)
    forget_old_rows(wired.unit_of_work, DATA_INVENTORY)

    assert drawn_subjects(database, campaign) == {}
    assert messages(desk, campaign) == before


def test_an_erased_member_leaves_no_message(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database, handle: Callable[[Message], None]
) -> None:
    consenting(wired, contacts, 20)
    campaign = scheduled(desk, document=AB)
    run(wired)
    gone = next(iter(drawn_subjects(database, campaign)))

    handle(MemberErased(member_id=str(gone)))

    assert gone not in drawn_subjects(database, campaign)


def test_the_release_before_finds_documents_that_it_knows(desk: Browser, database: Database) -> None:
    made = a_campaign(document=AB)
    assert desk.post(ONE, made).status_code == 201

    with psycopg.connect(database.dsn, autocommit=True) as connection:
        [(document,)] = connection.execute("SELECT document FROM campaigns").fetchall()
        assert "others" not in document["texts"]["en"]
        # It may write a draft in another language.
        connection.execute("UPDATE campaigns SET document = replace(document::text, '\"en\"', '\"nl\"')::jsonb")
    assert desk.get(ONE, id=made["id"]).json["campaign"]["document"]["texts"]["nl"]["others"] == []


@pytest.mark.parametrize(
    "texts",
    [
        {"en": a_text(others=["a", "b", "c", "d"])},
        {"en": a_text(others=["New in Utrecht"])},
        {"en": a_text(others=["https://example.org"])},
        {"en": a_text(others=[""])},
        {"en": a_text(others=["Other"]), "nl": a_text()},
    ],
)
def test_subjects_that_do_not_fit_are_refused(desk: Browser, texts: dict[str, Any]) -> None:
    answer = desk.post(ONE, a_campaign(document={"texts": texts}))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_each_subject_is_previewed_and_tested(
    app: Flask, desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    made = a_campaign(document=AB)
    assert desk.post(ONE, made).status_code == 201

    def preview(subject: int) -> Any:
        return desk.get(PREVIEW, id=made["id"], locale="en", subject=subject)

    assert b"Your week in Utrecht" in preview(1).data
    assert b"Your week in Utrecht" not in preview(0).data
    assert preview(2).status_code == 404
    assert desk.post(TEST, {"id": made["id"], "locale": "en", "subject": 2}).status_code == 404


def test_the_desk_says_how_many_members_a_trial_needs(desk: Browser) -> None:
    query = {"kind": "promotions", "audience": "all"}

    assert desk.get("/api/marketing-audience.php", **query).json["needed_for_subjects"] is None
    two, four = (
        desk.get("/api/marketing-audience.php", **query, subjects=count).json["needed_for_subjects"] for count in (2, 4)
    )
    assert 3000 < two < four < 40_000
