"""Discount codes of campaigns: usable at the brand and at the time of sending, or refused without a change."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from notifications.ports import CodeTerms
from notifications.tests.campaigning import MARKETER, ONE, STATE, a_campaign, consenting, draw_all, scheduled
from notifications.tests.fakes import FakeCodes, FakeContacts
from notifications.usecases.draw_campaigns import draw_campaigns
from notifications.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.core import Unavailable
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy import text

NOW = datetime.now(UTC)
WITH_CODE = {"document": {"code": "SPRING"}}


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def a_draft(desk: Browser, codes: FakeCodes, terms: CodeTerms | None = None) -> dict[str, Any]:
    """A stored draft that names SPRING, an active code unless its terms are given."""
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    made = a_campaign(**WITH_CODE)
    assert desk.post(ONE, made).status_code == 201
    codes.known["pairwise", "SPRING"] = terms or CodeTerms("active")
    return made


def refusal(answer: Any) -> tuple[int, str, str]:
    return answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]


@pytest.mark.parametrize(
    ("terms", "status", "code"),
    [
        (None, 422, "discount_not_found"),
        (CodeTerms("ended"), 422, "discount_expired"),
        (CodeTerms("expired", NOW - timedelta(days=1)), 422, "discount_expired"),
        (CodeTerms("spent"), 422, "discount_spent"),
    ],
)
def test_an_unusable_code_is_refused_at_its_field_and_nothing_changes(
    desk: Browser, codes: FakeCodes, database: Database, terms: CodeTerms | None, status: int, code: str
) -> None:
    made = a_draft(desk, codes)
    codes.known = {("iskra", "SPRING"): CodeTerms("active")} | ({("pairwise", "SPRING"): terms} if terms else {})

    answers = [
        desk.post(ONE, a_campaign(**WITH_CODE)),
        desk.put(ONE, {**made, "version": 1, "name": "Summer"}),
        desk.put(STATE, {"id": made["id"], "state": "scheduled"}),
    ]

    assert [refusal(answer) for answer in answers] == [(status, code, "document.code")] * 3
    [left] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert (left["name"], left["version"], left["state"]) == ("Spring", 1, "draft")
    assert [each.change for each in announced(database, CampaignChanged)] == ["make"]


def test_without_billing_a_campaign_with_a_code_is_unavailable_and_one_without_is_stored(
    desk: Browser, codes: FakeCodes
) -> None:
    made = a_draft(desk, codes)
    codes.is_down = True

    answers = [
        desk.post(ONE, a_campaign(**WITH_CODE)),
        desk.put(ONE, {**made, "version": 1, "name": "Summer"}),
        desk.put(STATE, {"id": made["id"], "state": "scheduled"}),
    ]

    assert [refusal(answer) for answer in answers] == [(503, "unavailable", "document.code")] * 3
    [left] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert (left["name"], left["version"], left["state"]) == ("Spring", 1, "draft")
    assert desk.post(ONE, a_campaign()).status_code == 201


def test_a_planned_code_may_be_announced(desk: Browser, codes: FakeCodes) -> None:
    made = a_draft(desk, codes, CodeTerms("planned", NOW + timedelta(days=9)))

    assert desk.put(STATE, {"id": made["id"], "state": "scheduled"}).status_code == 200


@pytest.mark.parametrize(("days", "status"), [(2, 200), (4, 422)])
def test_a_code_lasts_until_the_time_of_sending(desk: Browser, codes: FakeCodes, days: int, status: int) -> None:
    made = a_draft(desk, codes, CodeTerms("active", NOW + timedelta(days=3)))

    at = (NOW + timedelta(days=days)).isoformat()
    answer = desk.put(STATE, {"id": made["id"], "state": "scheduled", "at": at})

    assert answer.status_code == status
    if status == 422:
        assert refusal(answer) == (422, "discount_expired", "document.code")


def test_a_code_replaced_while_billing_is_asked_is_not_scheduled(desk: Browser, codes: FakeCodes) -> None:
    made = a_draft(desk, codes)

    def replace_code() -> None:
        codes.before = lambda: None
        codes.known["pairwise", "AUTUMN"] = CodeTerms("active")
        changed = {**made, "version": 1, "document": made["document"] | {"code": "AUTUMN"}}
        assert desk.put(ONE, changed).status_code == 200

    codes.before = replace_code
    answer = desk.put(STATE, {"id": made["id"], "state": "scheduled"})

    assert (answer.status_code, answer.json["error"]["code"]) == (409, "campaign_changed")
    [left] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert (left["document"]["code"], left["state"]) == ("AUTUMN", "draft")


@pytest.mark.parametrize("terms", [None, CodeTerms("ended"), CodeTerms("spent")])
def test_a_campaign_whose_code_ended_after_scheduling_goes_to_nobody_and_is_a_draft_again(
    wired: Wiring, contacts: FakeContacts, desk: Browser, codes: FakeCodes, database: Database, terms: CodeTerms | None
) -> None:
    consenting(wired, contacts, 4)
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    scheduled(desk, **WITH_CODE)
    codes.known = {("pairwise", "SPRING"): terms} if terms else {}

    draw_all(wired)

    with wired.unit_of_work() as uow:
        assert uow.campaigns.queued() == 0
    [left] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert left["state"] == "draft"
    halt = announced(database, CampaignChanged)[-1]
    assert (halt.change, halt.after) == ("halt", '{"state": "draft", "code": "SPRING"}')


def test_a_campaign_whose_code_ends_while_it_is_sent_stops(
    wired: Wiring, contacts: FakeContacts, desk: Browser, codes: FakeCodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.usecases.draw_campaigns.BATCH", 2)
    consenting(wired, contacts, 6)
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    scheduled(desk, **WITH_CODE)
    assert draw_campaigns(wired.audiences(), codes) == 2
    with wired.unit_of_work() as uow:
        uow.session.execute(text("UPDATE mails SET state = 'sent'"))
        uow.commit()
    codes.known["pairwise", "SPRING"] = CodeTerms("ended")

    assert draw_campaigns(wired.audiences(), codes) == 0

    [left] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert left["state"] == "stopped"


def test_while_billing_is_silent_a_campaign_with_a_code_waits(
    wired: Wiring, contacts: FakeContacts, desk: Browser, codes: FakeCodes
) -> None:
    consenting(wired, contacts, 2)
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    scheduled(desk, **WITH_CODE)
    codes.is_down = True

    with pytest.raises(Unavailable):
        draw_campaigns(wired.audiences(), codes)

    codes.is_down = False
    assert draw_campaigns(wired.audiences(), codes) == 2
