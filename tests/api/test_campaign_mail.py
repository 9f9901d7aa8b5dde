"""Campaign mail through the whole product: chosen by a member, sent by a marketer, ended by one click."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from notifications.domain.quiet_hours import until_morning
from shared.gazetteer.time_zones import time_zone_of

from tests.desk import log_in_marketer
from tests.html_page import read
from tests.member import Member, until
from tests.product import Product

SUBJECT = "Evenings by the river"
TEXT = {
    "subject": SUBJECT,
    "preheader": "Three ideas for a first meeting",
    "blocks": [{"kind": "text", "text": "The days grow shorter, so the evenings grow longer."}],
    "button": "See who is near",
}
DOCUMENT = {"texts": {"en": TEXT}, "fallback": "en", "page": "/members"}


@pytest.fixture(scope="module")
def marketer(product: Product) -> Iterator[Member]:
    with Member(product.base_url) as member:
        log_in_marketer(member)
        yield member


def send_campaign(marketer: Member) -> UUID:
    """A campaign with the smallest holdout, sent at once."""
    campaign = uuid4()
    plan: dict[str, Any] = {"name": "River", "kind": "promotions", "audience": "all", "document": DOCUMENT}
    marketer.call("POST", "marketing-campaign", id=str(campaign), holdout=5, **plan)
    marketer.call("PUT", "marketing-campaign-state", id=str(campaign), state="scheduled")
    until(lambda: is_sent(marketer, campaign))
    return campaign


def send_until_mailed(marketer: Member, to: Member) -> list[dict[str, Any]]:
    """Campaigns until one of them has not drawn the member for its holdout."""
    while not to.mails(SUBJECT):
        send_campaign(marketer)
    return to.mails(SUBJECT)


def is_sent(marketer: Member, campaign: UUID) -> bool:
    found = marketer.get("marketing-campaign", id=str(campaign))
    return found["campaign"]["state"] == "sent" and not found["emails"]["queued"]


def move_where_it_is_day(product: Product, member: Member) -> None:
    """Campaigns reach nobody at night, whatever the hour of the test."""
    now = datetime.now(UTC)
    country = next(each for each in ("NL", "US", "NZ") if not until_morning(time_zone_of(each, None), now))
    with psycopg.connect(product.instance.database_url("profiles"), autocommit=True) as connection:
        moved = "UPDATE profiles SET country = %s, region = NULL WHERE member_id = %s"
        connection.execute(moved, [country, member.id])


def wants_offers(member: Member) -> bool:
    [switch] = [each for each in member.get("notifications")["types"] if each["type"] == "promotions"]
    found: bool = switch["email"]
    return found


def test_a_campaign_reaches_members_who_chose_it_until_one_click(product: Product, marketer: Member) -> None:
    with Member(product.base_url) as ann, Member(product.base_url) as bo:
        ann.sign_up("Ann").confirm()
        bo.sign_up("Bo").confirm()
        move_where_it_is_day(product, ann)
        assert not wants_offers(ann)
        ann.call("PUT", "notifications", type="promotions", email=True)
        # The choice is a consent, which identity records by event.
        until(lambda: _gave_consent(ann))

        [mail] = send_until_mailed(marketer, ann)
        assert bo.mails(SUBJECT) == []
        assert "The days grow shorter" in mail["text"]
        assert read(mail["html"]).language == "en"

        [switch] = {link for link in mail["links"] if "/notifications" in link}
        token = {"token": switch.partition("#token=")[2]}
        answer = ann.http.post("/api/unsubscribe.php", params=token, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not wants_offers(ann)
        until(lambda: not _gave_consent(ann))
        send_campaign(marketer)
        assert len(ann.mails(SUBJECT)) == 1


def _gave_consent(member: Member) -> bool:
    found = {each["kind"]: each["given"] for each in member.get("consents")["consents"]}
    return bool(found.get("marketing"))


@pytest.mark.parametrize(
    "changes",
    [
        {"page": "https://elsewhere.example"},
        {"texts": {}},
        {"style": "bold"},
        {"texts": {"en": TEXT | {"subject": "<b>Now</b>"}}},
        {"texts": {"xx": TEXT}},
    ],
    ids=["foreign page", "no text", "unknown field", "markup", "unknown language"],
)
def test_a_document_that_does_not_fit_is_refused(marketer: Member, changes: dict[str, Any]) -> None:
    plan = {"name": "River", "kind": "news", "audience": "all", "document": DOCUMENT | changes}
    before = marketer.get("marketing-campaigns")["campaigns"]
    assert marketer.refused("POST", "marketing-campaign", id=str(uuid4()), **plan) == (422, "validation_failed")
    assert marketer.get("marketing-campaigns")["campaigns"] == before


def test_a_campaign_names_a_code_that_can_be_used(marketer: Member) -> None:
    code = f"RIVER-{uuid4().hex[:8].upper()}"
    campaign = str(uuid4())
    plan = {"name": "River", "kind": "news", "audience": "all", "document": DOCUMENT | {"code": code}}
    unknown = marketer.http.post("/api/marketing-campaign.php", json={"id": campaign, **plan})
    assert unknown.status_code == 422
    assert unknown.json()["error"]["field"] == "document.code"

    marketer.call("POST", "marketing-codes", code=code, percentage=20)
    marketer.call("POST", "marketing-campaign", id=campaign, **plan)
    marketer.call("PUT", "marketing-codes", code=code)

    scheduling = marketer.refused("PUT", "marketing-campaign-state", id=campaign, state="scheduled")
    assert scheduling == (422, "discount_expired")
    assert marketer.get("marketing-campaign", id=campaign)["campaign"]["state"] == "draft"
