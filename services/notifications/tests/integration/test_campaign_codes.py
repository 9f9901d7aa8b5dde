"""Discount codes of campaigns: usable at the brand and at the time of sending, or refused without a change."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from notifications.ports import CodeTerms
from notifications.tests.campaigning import MARKETER, ONE, STATE, a_campaign
from notifications.tests.fakes import FakeCodes
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.storage import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

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
