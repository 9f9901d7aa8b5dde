"""Saved segments: counted without pointing at one person, and frozen when a campaign with one is sent off."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.domain.campaign import Audience
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SegmentConditions
from notifications.tests.campaigning import MARKETER, ONE, STATE, a_campaign, arms, consenting, draw_all
from notifications.tests.fakes import FakeContacts, FakeVisibility
from notifications.usecases.audiences import Target
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberErased, MemberSignedUp
from pairwise.notifications.v1.events_pb2 import CampaignChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

SEGMENTS, AUDIENCE = "/api/marketing-segments.php", "/api/marketing-audience.php"
TODAY = datetime.now(UTC).date()


@pytest.fixture
def desk(browser: Browser) -> Browser:
    return browser.as_member(MARKETER, marketer=True)


def saved(desk: Browser, **conditions: Any) -> str:
    segment = {"id": str(uuid4()), "name": "Some", "conditions": conditions}
    assert desk.post(SEGMENTS, segment).status_code == 201
    return segment["id"]  # type: ignore[return-value]


def counted(desk: Browser, **conditions: Any) -> int | None:
    query = {"kind": "promotions", "audience": "segment", "segment_id": saved(desk, **conditions)}
    found: int | None = desk.get(AUDIENCE, **query).json["members"]
    return found


def to_segment(desk: Browser, segment: str, **more: Any) -> dict[str, Any]:
    made = a_campaign(audience="segment", segment_id=segment, **more)
    assert desk.post(ONE, made).status_code == 201
    return made


def send_off(desk: Browser, campaign: dict[str, Any]) -> Any:
    return desk.put(STATE, {"id": campaign["id"], "state": "scheduled"})


def code_of(answer: Any) -> str:
    return str(answer.json["error"]["code"])


def test_a_segment_is_counted_by_what_each_service_knows(
    desk: Browser, wired: Wiring, contacts: FakeContacts, visibility: FakeVisibility, handle: Callable[[Message], None]
) -> None:
    dutch = consenting(wired, contacts, 80, locale="nl", credits=0, seen_on=TODAY - timedelta(days=10))
    german = consenting(wired, contacts, 65, locale="de", credits=30, has_bought=True, seen_on=TODAY)
    visibility.facts = dict.fromkeys(dutch, ("NL", "female", 34)) | dict.fromkeys(german, ("DE", "male", 52))
    for member_id in dutch[:70]:
        tracking = MemberSignedUp.Tracking(network="northwind")
        handle(MemberSignedUp(member_id=str(member_id), site="pairwise", tracking=tracking))

    found = [
        (80, counted(desk, languages=["nl"])),
        (145, counted(desk, languages=["nl", "de"])),
        (65, counted(desk, credits_from=1, credits_to=30)),
        (80, counted(desk, has_bought=False)),
        (80, counted(desk, away_from=10, away_to=10)),
        (65, counted(desk, away_to=9)),
        (80, counted(desk, countries=["NL"], genders=["female"], age_from=34, age_to=34)),
        (70, counted(desk, networks=["northwind"])),
    ]
    assert [shown for members, shown in found if shown is None or shown % 10 or abs(shown - members) > 9] == []
    assert counted(desk, networks=["northwind"], countries=["DE"]) is None
    assert counted(desk, age_from=35, languages=["nl"]) is None


def test_no_other_conditions_give_a_second_look_at_the_same_members(
    desk: Browser, wired: Wiring, contacts: FakeContacts
) -> None:
    consenting(wired, contacts, 75, locale="nl", credits=5)

    same = {counted(desk, languages=["nl"], credits_to=most) for most in range(5, 25)}
    assert len(same) == 1


def test_one_more_member_tips_no_boundary_that_a_sweep_could_find(wired: Wiring, contacts: FakeContacts) -> None:
    target = Target("pairwise", Audience.SEGMENT, SegmentConditions(languages=["nl"]))
    consenting(wired, contacts, 94, locale="nl")

    boundaries = set()
    for _ in range(6):
        consenting(wired, contacts, 1, locale="nl")
        boundaries.add(wired.audiences().count(target, NotificationKind.PROMOTIONS).fingerprint)
    assert len(boundaries) == 6


def test_a_small_segment_among_many_members_is_found_small_at_the_draw(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notifications.usecases.change_campaign.MOST_COUNTED", 200)
    consenting(wired, contacts, 250, locale="de")
    consenting(wired, contacts, 3, locale="nl")
    made = to_segment(desk, saved(desk, languages=["nl"]))
    assert send_off(desk, made).status_code == 200

    draw_all(wired)

    assert desk.get(ONE, id=made["id"]).json["campaign"]["state"] == "draft"
    assert arms(database, made["id"]) == {}


def test_few_members_are_neither_counted_nor_sent_to(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    segment = saved(desk, languages=["nl"])
    consenting(wired, contacts, 40, locale="nl")
    query = {"kind": "promotions", "audience": "segment", "segment_id": segment}
    made = to_segment(desk, segment)

    assert desk.get(AUDIENCE, **query).json["members"] is None
    refused = send_off(desk, made)
    assert (refused.status_code, code_of(refused)) == (422, "segment_too_small")
    assert desk.get(ONE, id=made["id"]).json["campaign"]["state"] == "draft"

    consenting(wired, contacts, 20, locale="nl")
    assert desk.get(AUDIENCE, **query).json["members"] in (60, 50)
    assert send_off(desk, made).status_code == 200

    for _ in range(20):
        contacts.lifecycles.popitem()
    draw_all(wired)
    assert desk.get(ONE, id=made["id"]).json["campaign"]["state"] == "draft"
    assert arms(database, made["id"]) == {}


def test_numbers_of_a_campaign_to_a_segment_are_rounded(desk: Browser, wired: Wiring, contacts: FakeContacts) -> None:
    consenting(wired, contacts, 67, locale="nl")
    made = to_segment(desk, saved(desk, languages=["nl"]), holdout=5)
    assert send_off(desk, made).status_code == 200
    draw_all(wired)

    emails = desk.get(ONE, id=made["id"]).json["emails"]
    assert [count for count in emails.values() if count % 10] == []
    assert sum(emails.values()) in (50, 60, 70)


def test_a_campaign_keeps_the_conditions_it_was_sent_off_with(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    dutch, german = (consenting(wired, contacts, 65, locale=locale) for locale in ("nl", "de"))
    segment = saved(desk, languages=["nl"])
    made = to_segment(desk, segment, holdout=5)
    assert send_off(desk, made).status_code == 200
    changed = {"id": segment, "version": 1, "name": "Others", "conditions": {"languages": ["de"]}}
    assert desk.put(SEGMENTS, changed).status_code == 200
    assert desk.delete(SEGMENTS, {"id": segment}).status_code == 200

    draw_all(wired)

    assert arms(database, UUID(made["id"])).keys() == set(dutch)
    assert not set(german) & arms(database, UUID(made["id"])).keys()


def test_a_draft_of_a_deleted_segment_goes_to_nobody(
    desk: Browser, wired: Wiring, contacts: FakeContacts, database: Database
) -> None:
    consenting(wired, contacts, 65, locale="nl")
    segment = saved(desk, languages=["nl"])
    made = to_segment(desk, segment)
    assert desk.delete(SEGMENTS, {"id": segment}).status_code == 200

    refused = send_off(desk, made)

    assert (refused.status_code, code_of(refused)) == (422, "segment_unknown")
    assert desk.get(ONE, id=made["id"]).json["campaign"]["segment_id"] is None
    assert desk.get(AUDIENCE, kind="news", audience="segment", segment_id=segment).status_code == 404


def test_the_network_is_kept_with_consent_alone_and_until_it_ends(
    desk: Browser,
    wired: Wiring,
    contacts: FakeContacts,
    handle: Callable[[Message], None],
    database: Database,
) -> None:
    members = consenting(wired, contacts, 24)
    late, odd = members[:2]
    withdrawn = ConsentChanged(member_id=str(late), kind="attribution", given=False)
    withdrawn.at.GetCurrentTime()
    handle(withdrawn)
    for member_id in members:
        network = "x" * 40 if member_id == odd else "northwind"
        tracking = MemberSignedUp.Tracking(network=network)
        handle(MemberSignedUp(member_id=str(member_id), site="pairwise", tracking=tracking))
    handle(MemberSignedUp(member_id=str(uuid4()), arrival=MemberSignedUp.Arrival(network="northwind")))

    with wired.unit_of_work().reading() as uow:
        kept = uow.segments.of_networks(members, ["northwind"])
    assert kept == set(members) - {late, odd}

    handle(MemberErased(member_id=str(members[3])))
    with wired.unit_of_work().reading() as uow:
        assert uow.segments.of_networks(members, ["northwind"]) == kept - {members[3]}


@pytest.mark.parametrize(
    "conditions",
    [
        {},
        {"countries": []},
        {"countries": ["nl"]},
        {"countries": ["NL' OR 1=1"]},
        {"genders": ["other"]},
        {"languages": ["xx"]},
        {"networks": ["a b"]},
        {"age_from": 17},
        {"age_from": 40, "age_to": 30},
        {"credits_from": -1},
        {"credits_from": "1"},
        {"away_from": 0},
        {"seeks": ["male"]},
        {"has_bought": None},
    ],
)
def test_conditions_that_do_not_fit_are_refused(desk: Browser, conditions: dict[str, Any]) -> None:
    answer = desk.post(SEGMENTS, {"id": str(uuid4()), "name": "Some", "conditions": conditions})
    assert (answer.status_code, code_of(answer)) == (422, "validation_failed")
    assert desk.get(SEGMENTS).json["segments"] == []


@pytest.mark.parametrize(
    "plan",
    [
        {"audience": "segment"},
        {"audience": "all", "segment_id": str(uuid4())},
        {"audience": "segment", "segment_id": str(uuid4())},
        {"holdout": 4},
        {"holdout": 51},
    ],
)
def test_a_campaign_without_its_segment_or_with_too_small_a_holdout_is_refused(
    desk: Browser, plan: dict[str, Any]
) -> None:
    assert desk.post(ONE, a_campaign(**plan)).status_code == 422


def test_segments_of_another_brand_are_not_there(desk: Browser, app: Flask, keys: KeyPair) -> None:
    other = Browser(app, keys).at("iskra.localhost").as_member(uuid4(), marketer=True)
    segment = saved(desk, languages=["nl"])
    mine = {"id": segment, "name": "Mine", "conditions": {"languages": ["de"]}}

    assert other.get(SEGMENTS).json["segments"] == []
    assert other.post(SEGMENTS, mine).status_code == 409
    assert other.put(SEGMENTS, {**mine, "version": 1}).status_code == 404
    assert other.delete(SEGMENTS, {"id": segment}).status_code == 404
    assert other.get(AUDIENCE, kind="news", audience="segment", segment_id=segment).status_code == 404
    assert other.post(ONE, a_campaign(audience="segment", segment_id=segment)).status_code == 422
    [kept] = desk.get(SEGMENTS).json["segments"]
    assert (kept["name"], kept["conditions"]["languages"]) == ("Some", ["nl"])


def test_of_two_edits_at_once_one_is_refused_and_the_trail_has_the_other(
    app: Flask, keys: KeyPair, desk: Browser, database: Database
) -> None:
    second = Browser(app, keys).as_member(uuid4(), marketer=True)
    segment = saved(desk, languages=["nl"])
    edits = [
        partial(each.put, SEGMENTS, {"id": segment, "version": 1, "name": name, "conditions": {"age_from": 30}})
        for each, name in ((desk, "One"), (second, "Two"))
    ]

    assert sorted(answer.status_code for answer in at_once(*edits)) == [200, 409]
    changes = [each.change for each in announced(database, CampaignChanged) if each.campaign_id == segment]
    assert changes == ["segment_make", "segment_edit"]


def test_profiles_that_does_not_answer_sends_nothing_off(
    desk: Browser, wired: Wiring, contacts: FakeContacts, visibility: FakeVisibility
) -> None:
    consenting(wired, contacts, 65, locale="nl")
    made = to_segment(desk, saved(desk, languages=["nl"]))
    visibility.is_down = True

    assert send_off(desk, made).status_code == 503
    assert desk.get(ONE, id=made["id"]).json["campaign"]["state"] == "draft"
