"""Plans of dates: who may make one, what their link shows, and when it shows nothing."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.privacy import erase as erase_member

from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.fakes import FakeConversations
from profiles.tests.integration.test_visitor_search import on_a_site
from profiles.tests.makers import Town
from profiles.wiring import Wiring

PATH, SHARED = "/api/date-plans.php", "/api/shared-plan.php"


def soon(**more: float) -> str:
    return (datetime.now(UTC) + timedelta(**{"hours": 2, **more})).isoformat()


def make(browser: Browser, partner: UUID, **more: Any) -> Any:
    body = {
        "id": str(uuid4()),
        "profile_id": str(partner),
        "place": "Café Noord",
        "meets_at": soon(),
        "note": "Red bag",
    }
    return browser.post(PATH, body | more)


def link(browser: Browser, made: Any) -> str:
    return str(browser.put(PATH, {"plan_id": made.json["plan_id"]}).json["token"])


def opened(browser: Browser, token: str) -> Any:
    return browser.as_visitor().post(SHARED, {"token": token})


@pytest.fixture
def pair(wired: Wiring, town: Town) -> tuple[UUID, UUID]:
    """Two members with a conversation."""
    ann, bo = town.woman(name="Ann"), town.man(name="Bo")
    with wired.unit_of_work() as uow:
        uow.profiles.acquaint(ann, bo)
        uow.commit()
    return ann, bo


@pytest.fixture
def plan(browser: Browser, pair: tuple[UUID, UUID]) -> tuple[Any, str]:
    browser.as_member(pair[0])
    made = make(browser, pair[1])
    return made, link(browser, made)


def test_a_link_shows_the_plan_without_login(browser: Browser, plan: tuple[Any, str]) -> None:
    shown = opened(browser, plan[1])

    assert shown.status_code == 200
    assert (shown.json["maker"], shown.json["name"], shown.json["place"]) == ("Ann", "Bo", "Café Noord")
    assert {"id", "profile_id", "town", "presence"}.isdisjoint(shown.json)
    assert shown.headers["Cache-Control"] == "no-store"


def test_the_secret_is_stored_as_a_hash_alone(plan: tuple[Any, str], town: Town) -> None:
    kept = town.rows("SELECT secret_hash::text, (SELECT string_agg(a::text, '') FROM kit.answers a) FROM date_plans")

    assert plan[1] not in str(kept)


def test_nobody_plans_to_meet_a_fictional_profile(browser: Browser, pair: tuple[UUID, UUID], town: Town) -> None:
    town.change(pair[1], fictional=True)

    refused = make(browser.as_member(pair[0]), pair[1])

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "not_offered")


def test_one_request_makes_one_plan(browser: Browser, pair: tuple[UUID, UUID]) -> None:
    browser.as_member(pair[0])
    same = {"id": str(uuid4()), "meets_at": soon()}

    answers = [make(browser, pair[1], **same) for _ in range(2)]

    assert answers[0].json == answers[1].json
    assert len(browser.get(PATH).json["plans"]) == 1
    assert make(browser, pair[1], **same, place="Elsewhere").json["error"]["code"] == "idempotency_key_reused"


ENDED: dict[str, Callable[[Browser, tuple[UUID, UUID], Any, Town, Wiring], object]] = {
    "ended": lambda browser, pair, made, town, wired: browser.as_member(pair[0]).delete(
        PATH, {"plan_id": made.json["plan_id"]}
    ),
    "a new link": lambda browser, pair, made, town, wired: link(browser.as_member(pair[0]), made),
    "a day later": lambda browser, pair, made, town, wired: town.run(
        "UPDATE date_plans SET meets_at = now() - interval '24 hours'"
    ),
    "the maker erased": lambda browser, pair, made, town, wired: erase(wired, pair[0]),
    "the other erased": lambda browser, pair, made, town, wired: erase(wired, pair[1]),
    "the maker hidden": lambda browser, pair, made, town, wired: town.run("UPDATE profiles SET hidden = true"),
}


def erase(wired: Wiring, member: UUID) -> None:
    with wired.unit_of_work() as uow:
        erase_member(uow.session, DATA_INVENTORY, member)
        uow.commit()


@pytest.mark.parametrize("end", ENDED)
def test_a_link_dies(
    browser: Browser, pair: tuple[UUID, UUID], plan: tuple[Any, str], town: Town, wired: Wiring, end: str
) -> None:
    made, token = plan

    ENDED[end](browser, pair, made, town, wired)

    assert opened(browser, token).json["error"]["code"] == opened(browser, "x").json["error"]["code"] == "not_found"


def test_across_a_block_the_link_shows_neither_age_nor_photo(
    browser: Browser, pair: tuple[UUID, UUID], plan: tuple[Any, str]
) -> None:
    ann, bo = pair
    browser.as_member(bo).post("/api/block.php", {"id": str(uuid4()), "profile_id": str(ann)})

    shown = opened(browser, plan[1]).json

    assert (shown["name"], shown["place"], shown["age"], shown["photo"]) == ("Bo", "Café Noord", None, None)


def test_a_photo_is_shown_as_data(browser: Browser, wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    with wired.unit_of_work() as uow:
        uow.profiles.acquaint(ann, bo)
        uow.commit()
    [(name,)] = town.rows("SELECT media FROM photos WHERE member_id = %(bo)s", bo=bo)
    wired.media.write(name, {"400": b"picture"})
    browser.as_member(ann)

    shown = opened(browser, link(browser, make(browser, bo))).json

    assert shown["photo"] == "data:image/webp;base64,cGljdHVyZQ=="


def test_plans_are_of_ones_own_partners_alone(browser: Browser, pair: tuple[UUID, UUID], town: Town) -> None:
    ann, bo = pair
    made = make(browser.as_member(ann), bo)
    named = {"plan_id": made.json["plan_id"]}

    assert [make(browser, other).status_code for other in (town.man(), uuid4(), ann)] == [404, 404, 404]
    assert browser.as_member(bo).get(PATH).json["plans"] == []
    assert browser.put(PATH, named).status_code == 404
    assert browser.delete(PATH, named).status_code == 200
    assert len(browser.as_member(ann).get(PATH).json["plans"]) == 1


def test_a_plan_needs_words_of_both(
    browser: Browser, pair: tuple[UUID, UUID], conversations: FakeConversations
) -> None:
    browser.as_member(pair[0])
    conversations.unanswered = {frozenset(pair)}
    assert make(browser, pair[1]).json["error"]["code"] == "not_yet_answered"

    conversations.is_down = True
    assert make(browser, pair[1]).status_code == 503
    assert browser.get(PATH).json["plans"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"place": "  "},
        {"place": "x" * 201},
        {"note": "x" * 501},
        {"meets_at": "2026-11-28T20:00:00"},
        {"meets_at": soon(days=61)},
        {"meets_at": soon(hours=-2)},
        {"meets_at": "9999-12-31T23:59:59+00:00"},
        {"profile_id": "x"},
        {"email": "friend@example.com"},
    ],
)
def test_bad_input_is_refused(browser: Browser, pair: tuple[UUID, UUID], body: dict[str, str]) -> None:
    answer = make(browser.as_member(pair[0]), pair[1], **body)

    assert answer.status_code == 422
    assert browser.get(PATH).json["plans"] == []


def test_plans_made_at_once_are_three(browser: Browser, app: Flask, keys: KeyPair, pair: tuple[UUID, UUID]) -> None:
    def one(_: int) -> int:
        return int(make(Browser(app, keys).as_member(pair[0]), pair[1]).status_code)

    with ThreadPoolExecutor(6) as threads:
        codes = sorted(threads.map(one, range(6)))

    assert codes == [201, 201, 201, 409, 409, 409]


def test_a_site_may_offer_none(wired: Wiring, keys: KeyPair, pair: tuple[UUID, UUID]) -> None:
    browser = on_a_site(wired, keys, date_plans=False).as_member(pair[0])

    refused = [browser.get(PATH), make(browser, pair[1]), browser.put(PATH, {"plan_id": str(uuid4())})]

    assert {answer.json["error"]["code"] for answer in refused} == {"not_offered"}
    assert opened(browser, "x").status_code == 404
