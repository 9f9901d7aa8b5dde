"""Series of campaign mails: messages on their days to members who entered, until something ends it for them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from google.protobuf.message import Message
from notifications.domain.campaign import Arm
from notifications.domain.preferences import NotificationKind
from notifications.ports import CodeTerms
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.tests.campaigning import (
    MARKETER,
    ONE,
    STATE,
    a_campaign,
    a_series,
    a_text,
    consenting,
    draw_all,
    of_arm,
    pass_days,
    run,
    scheduled_series,
    seen,
    subjects,
)
from notifications.tests.fakes import FakeCodes, FakeContacts, FakeMailServer, FakeVisibility, zone_at
from notifications.usecases.advance_series import advance_series
from notifications.usecases.change_preference import change_preference
from notifications.usecases.measure_campaigns import store_results
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.billing.v1.events_pb2 import PaymentCompleted
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberErased, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.privacy.retain import forget_old_rows

TODAY = datetime.now(UTC).date()


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def set_state(desk: Browser, campaign: UUID, state: str) -> int:
    return int(desk.put(STATE, {"id": str(campaign), "state": state}).status_code)


def endings(desk: Browser, campaign: UUID) -> dict[str, int]:
    return {each["reason"]: each["members"] for each in desk.get(ONE, id=str(campaign)).json["progress"]["endings"]}


def test_each_message_comes_once_on_its_day_to_all_but_the_holdout(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    members = consenting(wired, contacts, 30)
    campaign = scheduled_series(desk)
    run(wired)
    run(wired)
    mailed = of_arm(database, campaign, Arm.MAIL)
    assert [subjects(mail_server, each) for each in mailed] == [["New in Utrecht"]] * len(mailed)

    pass_days(database.dsn, 1)
    run(wired)
    assert len(mail_server.sent) == len(mailed)
    pass_days(database.dsn, 1)
    run(wired)
    pass_days(database.dsn, 4)
    run(wired)
    pass_days(database.dsn, 30)
    run(wired)

    expected = ["New in Utrecht", "Message of day 2", "Message of day 6"]
    assert [subjects(mail_server, each) for each in mailed] == [expected] * len(mailed)
    assert len(mail_server.sent) == 3 * len(mailed)
    held_back = set(members) - set(mailed)
    assert held_back == set(of_arm(database, campaign, Arm.HOLDOUT))
    answer = desk.get(ONE, id=str(campaign)).json
    assert answer["campaign"]["state"] == "sending"  # open to new members
    assert [each["members"] for each in answer["progress"]["messages"]] == [len(mailed)] * 3
    assert endings(desk, campaign) == {"complete": len(mailed)}
    assert (answer["result"]["mailed"], answer["result"]["held_back"]) == (len(mailed), len(held_back))


def test_members_enter_as_they_come_into_the_audience_and_never_twice(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 10)
    campaign = scheduled_series(desk, (0,))
    run(wired)
    first = len(mail_server.sent)
    consenting(wired, contacts, 10)
    run(wired)
    assert len(mail_server.sent) == first  # looked for once an hour

    pass_days(database.dsn, 100)
    forget_old_rows(wired.unit_of_work, DATA_INVENTORY)
    run(wired)

    assert len(mail_server.sent) == len({str(mail["To"]) for mail in mail_server.sent})
    assert len(of_arm(database, campaign, Arm.MAIL)) == len(mail_server.sent) > first


def test_a_series_after_the_sign_up_is_for_those_who_sign_up_from_now_on(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    new = consenting(wired, contacts, 10, signed_up_on=TODAY)
    for more in ({}, {"signed_up_on": TODAY - timedelta(days=1)}):
        consenting(wired, contacts, 10, **more)
    campaign = scheduled_series(desk, (0,), starts="sign_up")

    run(wired)

    entered = {*of_arm(database, campaign, Arm.MAIL), *of_arm(database, campaign, Arm.HOLDOUT)}
    assert entered == set(new)


@pytest.mark.parametrize(
    ("change", "stops", "ending"),
    [
        ("bought", ["purchase"], "bought"),
        ("bought", [], None),
        ("seen", ["return"], "returned"),
        ("seen", [], None),
        ("left", ["left"], "left"),
        ("left", [], None),
        ("switch", [], "unsubscribed"),
        ("consent", [], "unsubscribed"),
        ("bounced", [], "unsubscribed"),
        ("suspended", [], "suspended"),
        ("paused", [], "paused"),
        ("deleted", [], "gone"),
    ],
)
def test_a_series_ends_for_a_member_when_its_condition_holds(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    visibility: FakeVisibility,
    mail_server: FakeMailServer,
    handle: Callable[[Message], None],
    database: Database,
    change: str,
    stops: list[str],
    ending: str | None,
) -> None:
    consenting(wired, contacts, 12)
    campaign = scheduled_series(desk, audience="without_purchase", stops=stops)
    run(wired)
    ann, *others = of_arm(database, campaign, Arm.MAIL)
    match change:
        case "bought":
            handle(a_purchase(ann))
        case "seen":
            seen(contacts, ann, seen_on=TODAY + timedelta(days=1))
        case "left":
            seen(contacts, ann, has_bought=True)
        case "switch":
            change_preference(wired.unit_of_work(), ann, NotificationKind.PROMOTIONS, email=False)
        case "consent":
            seen(contacts, ann, has_consented=False)
        case "bounced":
            with wired.unit_of_work() as uow:
                uow.suppressions.add(ann, "bounced")
                uow.commit()
        case "suspended":
            seen(contacts, ann, is_suspended=True)
        case "paused":
            visibility.paused.add(ann)
        case "deleted":
            del contacts.lifecycles[ann]
    pass_days(database.dsn, 2)
    run(wired)
    pass_days(database.dsn, 4)
    run(wired)

    assert len(subjects(mail_server, ann)) == (1 if ending else 3)
    assert {len(subjects(mail_server, other)) for other in others} == {3}
    assert endings(desk, campaign) == {"complete": len(others) + (not ending)} | ({ending: 1} if ending else {})


def a_purchase(member_id: UUID) -> PaymentCompleted:
    bought = PaymentCompleted(payment_id=str(uuid4()), member_id=str(member_id), amount="9.99", currency="EUR")
    bought.completed_at.GetCurrentTime()
    return bought


def test_a_purchase_withholds_a_message_that_waits_in_the_queue(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    handle: Callable[[Message], None],
    database: Database,
) -> None:
    consenting(wired, contacts, 12)
    campaign = scheduled_series(desk, (0,), stops=["purchase"])
    draw_all(wired)
    advance_series(wired.audiences(), wired.codes)
    ann, *others = of_arm(database, campaign, Arm.MAIL)

    handle(a_purchase(ann))
    while send_emails(wired.email_delivery()):
        pass

    assert subjects(mail_server, ann) == []
    assert all(subjects(mail_server, other) for other in others)


def test_two_workers_queue_each_message_once(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 60)
    campaign = scheduled_series(desk)
    draw_all(wired)
    for days in (0, 2, 4):
        pass_days(database.dsn, days)
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda _: advance_series(wired.audiences(), wired.codes), range(3)))
        while send_emails(wired.email_delivery()):
            pass
    mailed = of_arm(database, campaign, Arm.MAIL)
    assert {tuple(subjects(mail_server, each)) for each in mailed} == {
        ("New in Utrecht", "Message of day 2", "Message of day 6")
    }


def test_stopping_ends_it_for_everyone_and_closing_lets_them_finish(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 12)
    stopped, closed = scheduled_series(desk), scheduled_series(desk)
    run(wired)
    assert desk.put(STATE, {"id": str(stopped), "state": "stopped"}).status_code == 200
    assert desk.put(STATE, {"id": str(closed), "state": "closed"}).status_code == 200
    assert desk.put(STATE, {"id": str(closed), "state": "closed"}).status_code == 200
    late = consenting(wired, contacts, 20)
    mail_server.sent.clear()

    for _ in range(7):
        pass_days(database.dsn, 1)
        run(wired)

    inside = of_arm(database, closed, Arm.MAIL)
    assert {tuple(subjects(mail_server, each)) for each in inside} == {("Message of day 2", "Message of day 6")}
    assert not any(subjects(mail_server, each) for each in late)
    states = [desk.get(ONE, id=str(each)).json["campaign"]["state"] for each in (stopped, closed)]
    assert states == ["stopped", "sent"]
    assert endings(desk, stopped) == {"stopped": len(of_arm(database, stopped, Arm.MAIL))}
    assert desk.put(STATE, {"id": str(closed), "state": "closed"}).status_code == 409


def test_a_series_closed_and_stopped_while_it_is_sent_has_one_end(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 40)
    for _ in range(4):
        campaign = scheduled_series(desk, (0,))
        draw_all(wired)
        with wired.unit_of_work() as uow:
            lately = uow.campaigns.queued()
        closed, stopped, _ = at_once(
            partial(set_state, desk, campaign, "closed"),
            partial(set_state, desk, campaign, "stopped"),
            partial(advance_series, wired.audiences(), wired.codes),
        )
        assert (closed, stopped) in {(200, 200), (409, 200)}
        with wired.unit_of_work() as uow:
            assert uow.campaigns.queued() == lately
            assert uow.series.due(10) == []


def test_at_night_messages_wait_for_the_morning(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    visibility: FakeVisibility,
    mail_server: FakeMailServer,
    database: Database,
) -> None:
    consenting(wired, contacts, 12)
    visibility.zone = zone_at(2)
    series = scheduled_series(desk, (0,))
    once = a_campaign()
    assert desk.post(ONE, once).status_code == 201
    assert desk.put(STATE, {"id": once["id"], "state": "scheduled"}).status_code == 200
    run(wired)
    assert mail_server.sent == []
    with psycopg.connect(database.dsn) as connection:
        [(soonest, latest)] = connection.execute(
            "SELECT min(at) - now(), max(at) - now() FROM (SELECT next_at AS at FROM campaign_members"
            " UNION ALL SELECT next_try_at FROM mails) AS waits"
        ).fetchall()
    assert timedelta(hours=4) < soonest <= latest < timedelta(hours=9)

    # A mail that is due while its member sleeps, after an outage for example, waits again.
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE mails SET next_try_at = now()")
    run(wired)
    assert mail_server.sent == []

    visibility.zone = zone_at(10)
    pass_days(database.dsn, 9 / 24)
    run(wired)
    assert len(mail_server.sent) == len(of_arm(database, series, Arm.MAIL)) + len(
        of_arm(database, UUID(once["id"]), Arm.MAIL)
    )


def test_a_member_with_three_mails_this_week_gets_the_message_later(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    members = consenting(wired, contacts, 12)
    campaigns = [scheduled_series(desk, (0,)) for _ in range(5)]
    run(wired)
    lately = [len(subjects(mail_server, each)) for each in members]
    assert max(lately) == 3

    for _ in range(9):
        pass_days(database.dsn, 1)
        run(wired)
    assert len(mail_server.sent) == sum(len(of_arm(database, each, Arm.MAIL)) for each in campaigns)


def test_withheld_mails_leave_room_for_others(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 12)
    for _ in range(4):
        made = a_campaign()
        assert desk.post(ONE, made).status_code == 201
        assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200
        draw_all(wired)
        assert desk.put(STATE, {"id": made["id"], "state": "stopped"}).status_code == 200
    campaign = scheduled_series(desk, (0,))
    run(wired)
    assert len(mail_server.sent) == len(of_arm(database, campaign, Arm.MAIL)) > 0


def test_attribution_withdrawn_before_the_sending_is_respected(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    handle: Callable[[Message], None],
    database: Database,
) -> None:
    members = consenting(wired, contacts, 80)
    for member_id in members:
        signed_up = MemberSignedUp(member_id=str(member_id))
        signed_up.tracking.network = "northwind"
        handle(signed_up)
    segment = {"id": str(uuid4()), "name": "Northwind", "conditions": {"networks": ["northwind"]}}
    assert desk.post("/api/marketing-segments.php", segment).status_code == 201
    made = a_campaign(audience="segment", segment_id=segment["id"])
    assert desk.post(ONE, made).status_code == 201
    assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200
    draw_all(wired)
    ann, bo, *others = of_arm(database, UUID(made["id"]), Arm.MAIL)

    handle(ConsentChanged(member_id=str(ann), kind="attribution", given=False))
    seen(contacts, bo, allows_attribution=False)  # its event has not come yet
    while send_emails(wired.email_delivery()):
        pass

    assert subjects(mail_server, ann) == subjects(mail_server, bo) == []
    assert all(subjects(mail_server, other) for other in others)


def test_a_code_that_ends_stops_the_series(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    codes: FakeCodes,
    mail_server: FakeMailServer,
    database: Database,
) -> None:
    consenting(wired, contacts, 12)
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    made = a_campaign(series=a_series())
    made["series"]["later"][1]["document"]["code"] = "NEVER"
    refused = desk.post(ONE, made)
    assert (refused.status_code, refused.json["error"]["field"]) == (422, "series.later.1.document.code")
    made["series"]["later"][1]["document"]["code"] = "SPRING"
    assert desk.post(ONE, made).status_code == 201
    assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200
    run(wired)
    sent = len(mail_server.sent)

    codes.known["pairwise", "SPRING"] = CodeTerms("spent")
    pass_days(database.dsn, 2)
    run(wired)

    assert len(mail_server.sent) == sent > 0
    assert desk.get(ONE, id=made["id"]).json["campaign"]["state"] == "stopped"


def test_an_erased_member_is_in_no_series(
    desk: Browser, wired: Wiring, contacts: FakeContacts, handle: Callable[[Message], None], database: Database
) -> None:
    members = consenting(wired, contacts, 5)
    scheduled_series(desk)
    run(wired)
    for member_id in members:
        handle(MemberErased(member_id=str(member_id)))
    with psycopg.connect(database.dsn) as connection:
        for table in ("campaign_members", "series_emails", "mails"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]  # noqa: S608


def test_purchases_count_after_the_message_they_follow_and_outlive_the_rows(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    handle: Callable[[Message], None],
    database: Database,
) -> None:
    consenting(wired, contacts, 20)
    campaign = scheduled_series(desk)
    run(wired)
    ann, bo, cas, *_ = of_arm(database, campaign, Arm.MAIL)
    handle(a_purchase(ann))
    pass_days(database.dsn, 2)
    run(wired)
    for member_id in (ann, bo):
        handle(a_purchase(member_id))
    pass_days(database.dsn, 16)  # after the last message's day and two weeks less than 20 days
    run(wired)
    handle(a_purchase(cas))
    pass_days(database.dsn, 3)
    late = of_arm(database, campaign, Arm.MAIL)[3]
    handle(a_purchase(late))

    def reached() -> list[int]:
        return [each["reached"] for each in desk.get(ONE, id=str(campaign)).json["progress"]["messages"]]

    assert reached() == [1, 1, 1]
    assert desk.put(STATE, {"id": str(campaign), "state": "stopped"}).status_code == 200
    pass_days(database.dsn, 22)
    store_results(wired.unit_of_work)
    before = desk.get(ONE, id=str(campaign)).json
    pass_days(database.dsn, 91)
    forget_old_rows(wired.unit_of_work, DATA_INVENTORY)
    assert of_arm(database, campaign, Arm.MAIL) == []
    after = desk.get(ONE, id=str(campaign)).json
    assert (after["progress"]["messages"], after["result"]["mailed_reached"]) == (
        before["progress"]["messages"],
        before["result"]["mailed_reached"],
    )
    assert reached() == [1, 1, 1]


@pytest.mark.parametrize(
    "series",
    [
        {"day": 0, "later": [{"day": 0}]},
        {"day": 5, "later": [{"day": 3}]},
        {"day": -1},
        {"day": 31},
        {"day": 1.5},
        {"stops": ["purchase", "purchase"]},
        {"stops": ["death"]},
        {"starts": "birth"},
        {"later": [{"day": day} for day in range(1, 9)]},
        {"unknown": 1},
        [],
    ],
)
def test_a_series_that_makes_no_sense_is_refused(desk: Browser, series: Any) -> None:
    if isinstance(series, dict):
        for message in series.get("later", []):
            message["document"] = {"texts": {"en": a_text()}}
    made = a_campaign(series=series)
    assert desk.post(ONE, made).status_code == 422
    assert desk.get(ONE, id=made["id"]).status_code == 404


def test_a_later_message_needs_its_languages_and_can_be_looked_at(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    [marketer] = consenting(wired, contacts, 1)
    desk = desk.as_member(marketer, marketer=True)
    made = a_campaign(series=a_series())
    del made["series"]["later"][0]["document"]["fallback"]
    assert desk.post(ONE, made).status_code == 201
    refused = desk.put(STATE, {"id": made["id"], "state": "scheduled"})
    assert refused.status_code == 422
    assert refused.json["error"]["field"].startswith("series.later.0.document.texts.")

    preview = "/api/marketing-campaign-preview.php"
    shown = desk.get(preview, id=made["id"], locale="en", message="1")
    assert (shown.status_code, "Message of day 2" in shown.text) == (200, True)
    assert desk.get(preview, id=made["id"], locale="en", message="3").status_code == 404
    test = {"id": made["id"], "locale": "en", "message": 2}
    assert desk.post("/api/marketing-campaign-test.php", test).status_code == 200
    while send_emails(wired.email_delivery()):
        pass
    assert subjects(mail_server, marketer) == ["[Test] Message of day 6"]
