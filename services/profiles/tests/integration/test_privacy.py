from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import VisibilityChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.storage import ProfilesReads
from profiles.storage.card_cache import CardCache
from profiles.tests.integration.test_visitor_search import on_a_site
from profiles.tests.makers import Town
from profiles.usecases.privacy.change_visibility import change_privacy
from profiles.wiring import Wiring

PATH = "/api/privacy.php"


def test_invisible_mode_takes_one_out_of_search_and_back(browser: Browser, town: Town, database: Database) -> None:
    ann, bo = town.woman(), town.man()
    assert browser.as_member(ann).get(PATH).json == {
        "invisible": False,
        "paused": False,
        "hidden": False,
        "shares_presence": True,
        "shares_reads": True,
        "shares_looks": True,
        "blocked_count": 0,
    }

    assert browser.put(PATH, {"invisible": True}).json["invisible"] is True
    assert browser.put(PATH, {"invisible": True}).status_code == 200
    found_then = browser.as_member(bo).get("/api/search.php").json["profiles"]
    browser.as_member(ann).put(PATH, {"invisible": False})

    assert found_then == []
    assert len(browser.as_member(bo).get("/api/search.php").json["profiles"]) == 1
    reported = [(event.member_id, event.invisible, event.hidden) for event in announced(database, VisibilityChanged)]
    assert reported == [(str(ann), True, False), (str(ann), False, False)]


def test_a_break_hides_from_all_but_partners_and_ends_as_it_began(
    browser: Browser, town: Town, database: Database
) -> None:
    """Only conversation partners get the profile, with a mark of the break."""
    ann, bo, cas = town.woman(), town.man(), town.man()
    town.acquaint(ann, bo)
    browser.as_member(ann).put(PATH, {"invisible": True})

    paused = browser.put(PATH, {"paused": True}).json
    still = browser.put(PATH, {"invisible": False}).json
    told = browser.as_member(bo).get("/api/profile.php", id=str(ann)).json["profile"]
    strangers = browser.as_member(cas).get("/api/profile.php", id=str(ann)).status_code
    found_then = browser.get("/api/search.php").json["profiles"]
    ended = browser.as_member(ann).put(PATH, {"paused": False}).json

    assert [(each["invisible"], each["paused"]) for each in (paused, still, ended)] == [
        (True, True),
        (False, True),
        (False, False),
    ]
    assert (told["is_paused"], told["presence"]) == (True, None)
    assert (strangers, found_then) == (404, [])
    assert len(browser.as_member(cas).get("/api/search.php").json["profiles"]) == 1
    assert [event.invisible for event in announced(database, VisibilityChanged)] == [True, False]


@pytest.mark.parametrize("hider", ["ann", "bo"])
def test_presence_is_shared_both_ways_or_not_at_all(browser: Browser, town: Town, hider: str) -> None:
    members = {"ann": town.woman(), "bo": town.man()}
    ann, bo = members.values()
    browser.as_member(members[hider]).put(PATH, {"shares_presence": False})
    town.touch(members[hider])

    for viewer, member in ((ann, bo), (bo, ann)):
        [found] = browser.as_member(viewer).get("/api/search.php").json["profiles"]
        opened = browser.get("/api/profile.php", id=str(member)).json["profile"]
        online = browser.get("/api/search.php", online="1")
        assert (found["presence"], opened["presence"]) == (None, None)
        if viewer == members[hider]:
            assert online.json["error"]["code"] == "presence_not_shared"
        else:
            assert online.json["profiles"] == []
        assert _cards(town, viewer, member) == [None]

    browser.as_member(members[hider]).put(PATH, {"shares_presence": True})
    town.touch(members[hider])
    assert _cards(town, *members.values()) == ["today"]


def test_unshared_activity_moves_once_in_weeks(town: Town) -> None:
    """The place in search tells weeks, whatever the member does each day."""
    ann = town.woman()
    town.change(ann, shares_presence=False)
    town.run("UPDATE profiles SET last_active_at = now() - interval '20 days' WHERE member_id = %(ann)s", ann=ann)
    town.touch(ann)
    [(kept,)] = town.rows("SELECT now() - last_active_at FROM profiles")
    town.run("UPDATE profiles SET last_active_at = now() - interval '30 days' WHERE member_id = %(ann)s", ann=ann)
    town.touch(ann)
    [(moved,)] = town.rows("SELECT now() - last_active_at FROM profiles")

    assert 20 <= kept.days < 21
    assert 6 <= moved.days < 23


@pytest.mark.parametrize(
    "body", [{"paused": True}, {"shares_presence": False}, {"shares_reads": False}, {"shares_looks": False}]
)
def test_a_site_without_a_switch_refuses_it_and_lets_it_be_taken_back(
    wired: Wiring, keys: KeyPair, town: Town, body: dict[str, bool]
) -> None:
    browser = on_a_site(wired, keys, privacy_switches=[]).as_member(town.woman())

    assert browser.put(PATH, body).json["error"]["code"] == "not_offered"
    assert browser.put(PATH, {name: not value for name, value in body.items()}).status_code == 200


def test_who_hides_read_marks_is_announced(browser: Browser, town: Town, database: Database) -> None:
    browser.as_member(town.woman()).put(PATH, {"shares_reads": False})
    browser.put(PATH, {"shares_presence": False})
    browser.put(PATH, {"shares_reads": True})

    assert [event.hides_reads for event in announced(database, VisibilityChanged)] == [True, False]


def _cards(town: Town, viewer: UUID, member: UUID) -> list[str | None]:
    """Presence on a card, read twice: the second one is cached."""
    cards = CardCache()
    for reader in (member, viewer, viewer):
        with ProfilesReads(town.database, card_cache=cards) as reads:
            found = reads.cards.shown_cached(reader, [member])
    return [card.presence for card in found]


def test_the_hidden_see_themselves_and_that_they_are_hidden(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.change(ann, hidden=True)

    assert browser.as_member(ann).get(PATH).json["hidden"] is True
    assert browser.get("/api/profile.php").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"invisible": True, "hidden": False},
        *(
            {name: wrong}
            for name in ("invisible", "paused", "shares_presence", "shares_reads", "shares_looks")
            for wrong in (None, "yes", 1)
        ),
    ],
)
def test_bad_input_changes_nothing(browser: Browser, town: Town, database: Database, body: dict[str, Any]) -> None:
    answer = browser.as_member(town.woman()).put(PATH, body)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")
    assert announced(database, VisibilityChanged) == []


def test_visitors_have_no_privacy_settings(browser: Browser) -> None:
    assert browser.get(PATH).json["error"]["code"] == "authentication_required"
    assert browser.put(PATH, {"invisible": True}).json["error"]["code"] == "authentication_required"


def test_a_request_before_the_sign_up_event_may_be_repeated(browser: Browser, database: Database) -> None:
    answer = browser.as_member(uuid4()).put(PATH, {"invisible": True})

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_turned_on_many_times_at_once_it_is_announced_once(wired: Wiring, town: Town, database: Database) -> None:
    ann = town.woman()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: change_privacy(wired.unit_of_work(), ann, {"invisible": True}), range(12)))

    assert len(announced(database, VisibilityChanged)) == 1
