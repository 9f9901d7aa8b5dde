"""Campaign mails at the marketing desk: drafted, refused, announced, and never another brand's."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from notifications.ports import CodeTerms
from notifications.tests.campaigning import MARKETER, ONE, STATE, a_campaign, a_text, consenting, draw_all, scheduled
from notifications.tests.fakes import FakeCodes, FakeContacts, FakeMailServer, a_recipient
from notifications.tests.sending import text
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

PREVIEW, TEST = "/api/marketing-campaign-preview.php", "/api/marketing-campaign-test.php"


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def state_of(desk: Browser, campaign_id: str) -> str:
    return str(desk.get(ONE, id=campaign_id).json["campaign"]["state"])


def test_a_draft_is_made_once_edited_and_announced(desk: Browser, database: Database) -> None:
    made = a_campaign()
    assert [desk.post(ONE, made).status_code for _ in range(2)] == [201, 201]
    assert desk.put(ONE, {**made, "version": 1, "name": "Summer"}).status_code == 200

    [listed] = desk.get("/api/marketing-campaigns.php").json["campaigns"]
    assert (listed["name"], listed["version"], listed["state"]) == ("Summer", 2, "draft")
    stale = desk.put(ONE, {**made, "version": 1, "name": "Autumn"})
    assert (stale.status_code, stale.json["error"]["code"]) == (409, "campaign_changed")
    changes = announced(database, CampaignChanged)
    assert [(each.change, each.site, each.marketer_id) for each in changes] == [
        ("make", "pairwise", str(MARKETER)),
        ("edit", "pairwise", str(MARKETER)),
    ]
    assert (json.loads(changes[1].before)["name"], json.loads(changes[1].after)["name"]) == ("Spring", "Summer")


@pytest.mark.parametrize(
    "wrong",
    [
        {"extra": 1},
        {"kind": "like"},
        {"audience": "everybody"},
        {"name": ""},
        {"document": {"page": "https://elsewhere.example/"}},
        {"document": {"page": "/staff"}},
        {"document": {"code": "a b"}},
        {"document": {"texts": {}}},
        {"document": {"texts": {"xx": a_text()}}},
        {"document": {"texts": {"en": a_text(subject="Go to www.elsewhere.example")}}},
        {"document": {"texts": {"en": a_text(preheader="see elsewhere.com now")}}},
        {"document": {"texts": {"en": a_text(button="<b>Go</b>")}}},
        {"document": {"texts": {"en": a_text(blocks=[])}}},
        {"document": {"texts": {"en": a_text(blocks=[{"kind": "html", "text": "x"}])}}},
        {"document": {"texts": {"en": a_text(blocks=[{"kind": "text", "text": "a\r\nBcc: b"}])}}},
        {"document": {"texts": {"en": a_text(colour="red")}}},
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(desk: Browser, wrong: dict[str, Any]) -> None:
    answer = desk.post(ONE, a_campaign(**wrong))

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert answer.json["error"]["errors"][0]["field"].startswith(next(iter(wrong)))
    assert desk.get("/api/marketing-campaigns.php").json["campaigns"] == []


def test_a_language_without_a_text_needs_a_fallback(desk: Browser) -> None:
    made = a_campaign(document={"fallback": None})
    desk.post(ONE, made)

    answer = desk.put(STATE, {"id": made["id"], "state": "scheduled"})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "campaign_not_ready")
    assert answer.json["error"]["field"].startswith("document.texts.")
    assert state_of(desk, made["id"]) == "draft"


@pytest.mark.parametrize("days", [-1, 91])
def test_a_time_in_the_past_or_far_ahead_is_refused(desk: Browser, days: int) -> None:
    made = a_campaign()
    desk.post(ONE, made)

    at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    answer = desk.put(STATE, {"id": made["id"], "state": "scheduled", "at": at})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "campaign_time_wrong")


def test_a_scheduled_campaign_becomes_a_draft_again_and_an_ended_one_stays(desk: Browser) -> None:
    made = a_campaign()
    desk.post(ONE, made)
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    desk.put(STATE, {"id": made["id"], "state": "scheduled", "at": later})
    assert desk.put(ONE, {**made, "version": 2}).json["error"]["code"] == "campaign_started"

    assert desk.put(STATE, {"id": made["id"], "state": "draft"}).status_code == 200
    assert state_of(desk, made["id"]) == "draft"
    answer = desk.put(STATE, {"id": made["id"], "state": "stopped"})
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "campaign_started")


def test_another_brand_finds_nothing(desk: Browser, browser: Browser) -> None:
    made = a_campaign()
    desk.post(ONE, made)
    other = browser.at("iskra.localhost").as_member(uuid4(), marketer=True)

    assert other.get("/api/marketing-campaigns.php").json["campaigns"] == []
    answers = [
        other.get(ONE, id=made["id"]),
        other.get(PREVIEW, id=made["id"], locale="en"),
        other.put(ONE, {**made, "version": 1}),
        other.put(STATE, {"id": made["id"], "state": "scheduled"}),
        other.post(TEST, {"id": made["id"], "locale": "en"}),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)
    assert other.post(ONE, made).status_code == 409


def test_the_audience_is_counted_by_lifecycle_and_brand(desk: Browser, wired: Wiring, contacts: FakeContacts) -> None:
    today = datetime.now(UTC).date()
    consenting(wired, contacts, 3, has_bought=True, seen_on=today)
    consenting(wired, contacts, 2, seen_on=today)
    consenting(wired, contacts, 1, has_bought=True)
    for more in ({"site": "iskra"}, {"is_confirmed": False}, {"is_suspended": True}, {"has_consented": False}):
        consenting(wired, contacts, 1, **more)

    def size(audience: str, kind: str = "promotions") -> int:
        answer = desk.get("/api/marketing-audience.php", kind=kind, audience=audience)
        return int(answer.json["members"])

    assert [size("all"), size("without_purchase"), size("lapsed"), size("all", "news")] == [6, 2, 1, 0]


def test_a_test_goes_to_the_marketer_in_the_language_asked_for(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer, codes: FakeCodes
) -> None:
    codes.known["pairwise", "SPRING"] = CodeTerms("active")
    made = a_campaign(document={"texts": {"en": a_text(), "nl": a_text(subject="Nieuw in Utrecht")}, "code": "SPRING"})
    desk.post(ONE, made)
    contacts.known[MARKETER] = a_recipient("desk@example.org")

    assert desk.post(TEST, {"id": made["id"], "locale": "nl"}).status_code == 200
    assert desk.post(TEST, {"id": made["id"], "locale": "de"}).json["error"]["code"] == "campaign_not_ready"
    send_emails(wired.email_delivery())

    [mail] = mail_server.sent
    assert (mail["To"], mail["Subject"]) == ("desk@example.org", "[Test] Nieuw in Utrecht")
    assert "/credits?code=SPRING" in text(mail)


def test_a_preview_is_the_mail_in_one_scheme_without_script(desk: Browser) -> None:
    made = a_campaign()
    desk.post(ONE, made)

    light, dark = (desk.get(PREVIEW, id=made["id"], locale="en", scheme=each) for each in ("light", "dark"))

    assert (light.status_code, light.mimetype) == (200, "text/html")
    assert "sandbox" in light.headers["Content-Security-Policy"]
    assert "@media not all" in light.text
    assert "@media all" in dark.text
    assert "There is more to see now." in light.text


def test_a_scheduled_campaign_waits_for_its_time(
    desk: Browser, wired: Wiring, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    consenting(wired, contacts, 5)
    made = a_campaign()
    desk.post(ONE, made)
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    desk.put(STATE, {"id": made["id"], "state": "scheduled", "at": later})
    now = scheduled(desk, kind="news")

    draw_all(wired)
    assert (state_of(desk, made["id"]), state_of(desk, str(now))) == ("scheduled", "sent")
    assert mail_server.sent == []
