"""Two marketers, or a marketer and a worker, who change the same campaign at the same moment."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from flask import Flask
from notifications.tests.campaigning import MARKETER, ONE, STATE, a_campaign, consenting
from notifications.tests.fakes import FakeContacts
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ROUNDS = 6


@pytest.fixture
def desks(app: Flask, keys: KeyPair) -> list[Browser]:
    return [Browser(app, keys).as_member(each, marketer=True) for each in (MARKETER, uuid4())]


def draft(desk: Browser) -> dict[str, Any]:
    made = a_campaign()
    assert desk.post(ONE, made).status_code == 201
    return made


def set_state(desk: Browser, campaign: dict[str, Any], state: str, **more: str) -> int:
    return int(desk.put(STATE, {"id": campaign["id"], "state": state, **more}).status_code)


def rename(desk: Browser, campaign: dict[str, Any]) -> int:
    return int(desk.put(ONE, {**campaign, "version": 1, "name": "Summer"}).status_code)


def state_of(desk: Browser, campaign: dict[str, Any]) -> str:
    return str(desk.get(ONE, id=campaign["id"]).json["campaign"]["state"])


def changes(database: Database, campaign: dict[str, Any]) -> list[str]:
    return [each.change for each in announced(database, CampaignChanged) if each.campaign_id == campaign["id"]]


def test_a_campaign_sent_off_by_two_at_once_is_scheduled_once(desks: list[Browser], database: Database) -> None:
    for _ in range(ROUNDS):
        made = draft(desks[0])

        statuses = at_once(*(partial(set_state, desk, made, "scheduled") for desk in desks * 2))

        assert sorted(statuses) == [200, 409, 409, 409]
        assert changes(database, made) == ["make", "schedule"]


def test_a_plan_taken_back_by_two_at_once_is_a_draft(desks: list[Browser], database: Database) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    made = draft(desks[0])
    set_state(desks[0], made, "scheduled", at=later)

    statuses = at_once(*(partial(set_state, desk, made, "draft") for desk in desks))

    assert sorted(statuses) == [200, 409]
    assert state_of(desks[0], made) == "draft"
    assert changes(database, made) == ["make", "schedule", "unschedule"]


def test_a_draft_is_edited_before_it_is_sent_off_or_not_at_all(desks: list[Browser], database: Database) -> None:
    for _ in range(ROUNDS):
        made = draft(desks[0])
        edited, scheduled = at_once(
            partial(rename, desks[0], made),
            partial(set_state, desks[1], made, "scheduled"),
        )

        # A draft that changed while it was checked is not sent off.
        assert (edited, scheduled) in {(200, 200), (409, 200), (200, 409)}
        name = desks[0].get(ONE, id=made["id"]).json["campaign"]["name"]
        assert name == ("Summer" if edited == 200 else "Spring")
        done = [*(["edit"] if edited == 200 else []), *(["schedule"] if scheduled == 200 else [])]
        assert changes(database, made) == ["make", *done]


def test_a_campaign_is_taken_back_before_its_first_email_or_not_at_all(
    desks: list[Browser], wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    members = consenting(wired, contacts, 30)
    for _ in range(ROUNDS):
        with psycopg.connect(database.dsn, autocommit=True) as connection:
            connection.execute("DELETE FROM mails")  # nobody has had enough
        made = draft(desks[0])
        set_state(desks[0], made, "scheduled")

        taken_back, looked_at = at_once(
            partial(set_state, desks[1], made, "draft"),
            partial(draw_campaigns, wired.audiences(), wired.codes),
        )

        emails = desks[0].get(ONE, id=made["id"]).json["emails"]
        queued = sum(emails.values())
        if taken_back == 200:
            assert (state_of(desks[0], made), looked_at, queued) == ("draft", 0, 0)
        else:
            assert (taken_back, looked_at) == (409, len(members))
            assert 0 < queued <= len(members)


def test_a_campaign_stopped_by_two_while_it_is_drawn_has_no_email_left(
    desks: list[Browser], wired: Wiring, contacts: FakeContacts
) -> None:
    consenting(wired, contacts, 250)
    made = draft(desks[0])
    set_state(desks[0], made, "scheduled")
    draw_campaigns(wired.audiences(), wired.codes)

    first, second, _ = at_once(
        partial(set_state, desks[0], made, "stopped"),
        partial(set_state, desks[1], made, "stopped"),
        partial(draw_campaigns, wired.audiences(), wired.codes),
    )

    assert sorted([first, second]) == [200, 409]
    assert state_of(desks[0], made) == "stopped"
    with wired.unit_of_work().reading() as uow:
        assert uow.campaigns.queued() == 0
