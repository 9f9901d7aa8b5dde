"""Campaign mails on their way: to members who consent alone, once each, and measured against a holdout."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from threading import Barrier
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.domain.campaign import Arm, arm_of
from notifications.domain.preferences import NotificationKind
from notifications.tests.campaigning import MARKETER, ONE, STATE, arms, consenting, draw_all, of_arm, scheduled
from notifications.tests.fakes import FakeContacts, FakeMailServer
from notifications.tests.sending import mails
from notifications.usecases.change_preference import change_preference
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberErased
from shared.kit.db import Database
from shared.kit.testing.web import Browser

WANTING = 60


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def drawn(database: Database) -> dict[str, int]:
    with psycopg.connect(database.dsn) as connection:
        return dict(connection.execute("SELECT arm, count(*) FROM campaign_members GROUP BY arm").fetchall())


def recipients(mail_server: FakeMailServer) -> set[str]:
    return {str(mail["To"]) for mail in mail_server.sent}


def test_every_consenting_member_outside_the_holdout_gets_it_once(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    members = consenting(wired, contacts, WANTING)
    campaign = scheduled(desk)

    draw_all(wired)
    draw_all(wired)
    send_emails(wired.email_delivery())
    send_emails(wired.email_delivery())

    mailed = of_arm(database, campaign, Arm.MAIL)
    assert arms(database, campaign).keys() == set(members)
    assert recipients(mail_server) == {f"{member_id}@example.org" for member_id in mailed}
    assert len(mail_server.sent) == len(mailed)
    assert drawn(database) == {"mail": len(mailed), "holdout": WANTING - len(mailed)}
    answer = desk.get(ONE, id=str(campaign)).json
    assert (answer["campaign"]["state"], answer["emails"]["sent"]) == ("sent", len(mailed))


def test_two_workers_that_draw_at_once_queue_each_member_once(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, WANTING)
    for _ in range(3):
        scheduled(desk)
        start = Barrier(2)

        class Together:
            """Both workers have read the same batch before either of them draws it."""

            def __getattr__(self, name: str) -> object:
                return getattr(contacts, name)

            def find_lifecycles(self, ids: list[object], start: Barrier = start) -> object:
                start.wait(60)
                return contacts.find_lifecycles(ids)  # type: ignore[arg-type]

        with ThreadPoolExecutor(2) as threads:
            draw = partial(draw_campaigns, replace(wired.audiences(), contacts=Together()), wired.codes)  # type: ignore[arg-type]
            looked_at = [each.result() for each in [threads.submit(draw), threads.submit(draw)]]
        assert sorted(looked_at) == [0, WANTING]
    with psycopg.connect(database.dsn) as connection:
        [(emails, distinct)] = connection.execute(
            "SELECT count(*), count(DISTINCT (member_id, params ->> 'campaign_id')) FROM mails"
        ).fetchall()
    assert emails == distinct == drawn(database)["mail"]


@pytest.mark.parametrize(
    "change", ["switch", "consent", "suspended", "deleted", "suppressed", "unconfirmed", "paused", "stopped"]
)
def test_a_change_between_draw_and_sending_is_respected(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    handle: Callable[[Message], None],
    database: Database,
    change: str,
) -> None:
    consenting(wired, contacts, 12)
    campaign = scheduled(desk)
    draw_all(wired)
    ann = of_arm(database, campaign, Arm.MAIL)[0]
    known = contacts.lifecycles[ann]
    match change:
        case "switch":
            change_preference(wired.unit_of_work(), ann, NotificationKind.PROMOTIONS, email=False)
        case "consent":  # its event has not come yet
            contacts.lifecycles[ann] = replace(known, has_consented=False)
        case "suspended":
            contacts.lifecycles[ann] = replace(known, is_suspended=True)
        case "deleted":
            handle(MemberDeleted(member_id=str(ann)))
        case "suppressed":
            with wired.unit_of_work() as uow:
                uow.suppressions.add(ann, "complained")
                uow.commit()
        case "unconfirmed":
            contacts.known[ann] = replace(known.recipient, is_confirmed=False)
        case "paused":
            wired.visibility.paused.add(ann)  # type: ignore[attr-defined]
        case "stopped":
            assert desk.put(STATE, {"id": str(campaign), "state": "stopped"}).status_code == 200

    send_emails(wired.email_delivery())

    assert f"{ann}@example.org" not in recipients(mail_server)
    assert (mail_server.sent == []) is (change == "stopped")


def test_one_click_in_a_mail_counts_for_the_next_campaign_and_withdraws(
    app: Flask,
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    mail_server: FakeMailServer,
    database: Database,
) -> None:
    members = consenting(wired, contacts, 8)
    campaign = scheduled(desk)
    draw_all(wired)
    send_emails(wired.email_delivery())
    mail = mail_server.sent[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(str(mail["List-Unsubscribe"]).strip("<>"))

    answer = app.test_client().post(f"{link.path}?{link.query}", data={"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    mail_server.sent.clear()
    second = scheduled(desk)
    draw_all(wired)
    send_emails(wired.email_delivery())
    assert mail["To"] not in recipients(mail_server)
    left = {member_id for member_id in members if f"{member_id}@example.org" != mail["To"]}
    assert arms(database, second).keys() == left
    assert len(mail_server.sent) == len(of_arm(database, second, Arm.MAIL))
    assert campaign != second


def test_members_of_whom_identity_says_nothing_are_drawn_by_nobody(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    for more in ({"site": "iskra"}, {"is_confirmed": False}, {"is_suspended": True}, {"has_consented": False}):
        consenting(wired, contacts, 5, **more)
    [gone] = consenting(wired, contacts, 1)
    del contacts.lifecycles[gone]
    [bounced] = consenting(wired, contacts, 1)
    with wired.unit_of_work() as uow:
        uow.suppressions.add(bounced, "bounced")
        uow.commit()

    scheduled(desk)
    draw_all(wired)

    assert drawn(database) == {}
    assert mails(database) == []


def test_identity_that_does_not_answer_holds_the_campaign_up_and_loses_nobody(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, database: Database
) -> None:
    consenting(wired, contacts, 10)
    scheduled(desk)
    draw_all(wired)
    contacts.is_down = True
    assert send_emails(wired.email_delivery()) == 0
    assert {state for state, _, _ in mails(database)} == {"queued"}

    contacts.is_down = False
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE mails SET next_try_at = now(), claimed_until = NULL")
    send_emails(wired.email_delivery())
    assert len(mail_server.sent) == drawn(database)["mail"]


def test_an_erased_member_is_in_no_campaign(
    desk: Browser, wired: Wiring, contacts: FakeContacts, handle: Callable[[Message], None], database: Database
) -> None:
    members = consenting(wired, contacts, 3)
    scheduled(desk)
    draw_all(wired)

    for member_id in members:
        handle(MemberErased(member_id=str(member_id)))

    assert drawn(database) == {}
    assert mails(database) == []


@pytest.mark.parametrize("holdout", [5, 10, 50])
def test_the_holdout_is_as_large_as_planned_and_drawn_for_each_campaign(holdout: int) -> None:
    members, keys, part = [uuid4() for _ in range(4000)], [uuid4() for _ in range(3)], holdout / 100
    for key in keys:
        held_back = sum(arm_of(key, member_id, holdout) is Arm.HOLDOUT for member_id in members)
        assert abs(held_back - 4000 * part) < 5 * sqrt(4000 * part * (1 - part))
    both = sum(all(arm_of(key, each, holdout) is Arm.HOLDOUT for key in keys[:2]) for each in members)
    assert both < 4000 * part**2 + 5 * sqrt(4000 * part**2)


def test_a_member_gets_at_most_three_campaign_mails_a_week(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 1)
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        for _ in range(40):
            scheduled(desk)
            draw_all(wired)
        assert drawn(database)["mail"] == 3

        connection.execute("UPDATE mails SET state = 'sent', finished_at = now() - interval '8 days'")
        for _ in range(40):
            scheduled(desk)
            draw_all(wired)
    assert drawn(database)["mail"] == 6
