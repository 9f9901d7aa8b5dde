"""Looks at profiles are listed both ways, and their time no finer than a day."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.tests.integration.test_visitor_search import on_a_site
from profiles.tests.makers import Town, midnight
from profiles.usecases.privacy.looks import look_at
from profiles.wiring import Wiring

PATH, PRIVACY = "/api/looks.php", "/api/privacy.php"
Change = Callable[[Browser, Town, UUID, UUID], Any]


@pytest.fixture
def site(wired: Wiring, keys: KeyPair, town: Town) -> Browser:
    return on_a_site(wired, keys, looks="all")


def look(site: Browser, viewer: UUID, member: UUID) -> None:
    assert site.as_member(viewer).put(PATH, {"profile_id": str(member)}).json == {}


def lookers(site: Browser, member: UUID) -> list[str] | None:
    found = site.as_member(member).get(PATH).json["profiles"]
    return None if found is None else [each["id"] for each in found]


def days_pass(town: Town, days: int) -> None:
    town.run("UPDATE profile_looks SET day = day - %(days)s::int", days=days)


@pytest.mark.parametrize(("days", "is_listed"), [(0, False), (1, True), (7, True), (8, False)])
def test_a_look_is_listed_from_the_next_day_for_a_week(site: Browser, town: Town, days: int, is_listed: bool) -> None:
    """The list does not change during a day, so nobody learns a time by asking again and again."""
    ann, bo = town.woman(), town.man()
    look(site, bo, ann)
    days_pass(town, days)

    assert lookers(site, ann) == ([str(bo)] if is_listed else [])


def test_another_look_today_changes_nothing(site: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    look(site, bo, ann)
    days_pass(town, 3)
    before = lookers(site, ann)
    look(site, bo, ann)

    assert before == lookers(site, ann) == [str(bo)]


UNSEEN: dict[str, Change] = {
    "invisible": lambda site, town, bo, ann: site.as_member(bo).put(PRIVACY, {"invisible": True}),
    "paused": lambda site, town, bo, ann: site.as_member(bo).put(PRIVACY, {"paused": True}),
    "opted out": lambda site, town, bo, ann: site.as_member(bo).put(PRIVACY, {"shares_looks": False}),
    "blocked": lambda site, town, bo, ann: town.block(ann, bo),
    "blocking": lambda site, town, bo, ann: town.block(bo, ann),
    "hidden": lambda site, town, bo, ann: town.change(bo, hidden=True),
    "deleted": lambda site, town, bo, ann: town.change(bo, state="deleted"),
}


@pytest.mark.parametrize("why", UNSEEN)
@pytest.mark.parametrize("is_before", [True, False])
def test_the_unseen_are_not_listed_whenever_they_became_so(
    site: Browser, town: Town, why: str, is_before: bool
) -> None:
    ann, bo = town.woman(), town.man()
    if is_before and why not in ("deleted", "hidden"):
        UNSEEN[why](site, town, bo, ann)
        look(site, bo, ann)
        assert town.rows("SELECT 1 FROM profile_looks") == []
    else:
        look(site, bo, ann)
        UNSEEN[why](site, town, bo, ann)
    days_pass(town, 1)

    assert lookers(site, ann) == []


@pytest.mark.parametrize("choice", [{"invisible": True}, {"paused": True}, {"shares_looks": False}])
def test_those_who_look_unseen_see_nobody(site: Browser, town: Town, choice: dict[str, bool]) -> None:
    ann, bo = town.woman(), town.man()
    look(site, bo, ann)
    days_pass(town, 1)
    site.as_member(ann).put(PRIVACY, choice)

    assert lookers(site, ann) is None


@pytest.mark.parametrize("profile_id", [None, 7, "x", str(uuid4()) + "0"])
def test_bad_input_is_refused(site: Browser, town: Town, profile_id: Any) -> None:
    assert site.as_member(town.woman()).put(PATH, {"profile_id": profile_id}).status_code == 422


def test_an_unknown_id_and_the_own_are_answered_alike(site: Browser, town: Town) -> None:
    ann = town.woman()
    look(site, ann, uuid4())
    look(site, ann, ann)

    assert town.rows("SELECT 1 FROM profile_looks") == []


def test_many_looks_at_once_are_one(wired: Wiring, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: look_at(wired.unit_of_work(), wired.pause, bo, ann), range(12)))

    assert town.rows("SELECT day FROM profile_looks") == [(midnight().date(),)]


def test_free_members_get_nothing_where_it_is_for_premium(wired: Wiring, keys: KeyPair, town: Town) -> None:
    ann, zoe = town.woman(), town.woman()
    town.change(zoe, is_premium=True)
    browser = on_a_site(wired, keys, looks="premium")

    assert browser.as_member(ann).get(PATH).json["error"]["code"] == "premium_required"
    assert browser.as_member(zoe).get(PATH).json == {"profiles": []}


def test_a_site_without_it_records_and_lists_nothing(wired: Wiring, keys: KeyPair, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    browser = on_a_site(wired, keys, looks="none")
    look(browser, bo, ann)

    assert town.rows("SELECT 1 FROM profile_looks") == []
    assert browser.get(PATH).json["error"]["code"] == "not_offered"
