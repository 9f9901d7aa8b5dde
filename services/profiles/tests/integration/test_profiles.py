from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import AMSTERDAM, BERLIN, THUMBHASH, UTRECHT, Town

PATH = "/api/profile.php"
THREE = tuple(SeedPhoto(f"demo/m001-{number}", THUMBHASH) for number in (1, 2, 3))
PICTURE = {"id", "thumb_src", "src", "large_src", "thumbhash"}


def profile(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.json
    return dict(answer.json["profile"])


def test_the_own_profile_says_everything(browser: Browser, town: Town) -> None:
    ann = town.woman(about="I sail.", interests=("sailing", "cats"), eye_colour="green", photos=THREE)

    own = profile(browser.as_member(ann).get(PATH))

    assert (own["is_own"], own["town_id"], own["seeks"], own["date_of_birth"]) == (
        True,
        UTRECHT,
        ["male"],
        "1995-04-12",
    )
    assert (own["sexuality"], own["interests"], own["about"]) == ("hetero", ["sailing", "cats"], "I sail.")
    assert (own["eye_colour"], own["hair_colour"], own["photo_count"]) == ("green", None, 3)
    assert [set(photo) for photo in own["photos"]] == [PICTURE] * 3
    assert profile(browser.get(PATH, id=str(ann))) == own


def test_others_are_not_shown_what_is_ones_own(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(fictional=True, demonstration=True)

    seen = profile(browser.as_member(ann).get(PATH, id=str(bo)))

    assert {"town_id", "seeks", "date_of_birth"}.isdisjoint(seen)
    assert (seen["is_own"], seen["fictional"], seen["demonstration"], seen["town"]) == (False, True, True, "Utrecht")
    assert (seen["id"], seen["blocked_by_me"], seen["photo_count"]) == (str(bo), False, 1)


def test_without_premium_only_the_main_photo_is_sent(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man(photos=THREE)
    ids = [str(row[0]) for row in town.rows("SELECT id FROM photos WHERE member_id = %(id)s ORDER BY position", id=bo)]

    answer = browser.as_member(ann).get(PATH, id=str(bo))

    seen = profile(answer)
    main, *others = seen["photos"]
    assert {name: main[name] for name in seen["main_image"]} == seen["main_image"]
    assert [set(photo) for photo in others] == [{"locked", "src"}] * 2
    assert [photo["src"].split("?")[0] for photo in others] == [f"/media/{hidden}/locked.webp" for hidden in ids[1:]]
    for hidden in ids[1:]:
        assert answer.text.count(f"/media/{hidden}/") == answer.text.count(f"/media/{hidden}/locked.webp") == 1


@pytest.mark.parametrize("by", ["token", "event"])
def test_premium_unlocks_every_photo(browser: Browser, town: Town, by: str) -> None:
    ann, bo = town.woman(is_premium=by == "event"), town.man(photos=THREE)

    seen = profile(browser.as_member(ann, premium=by == "token").get(PATH, id=str(bo)))

    assert [set(photo) for photo in seen["photos"]] == [PICTURE] * 3


def test_the_blocked_see_by_whom(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man()
    town.block(bo, ann)

    refused = browser.as_member(ann).get(PATH, id=str(bo))

    assert refused.status_code == 403
    assert refused.json["error"] == {"code": "blocked", "message": "You’re blocked by Bo", "name": "Bo"}
    assert profile(browser.as_member(bo).get(PATH, id=str(ann)))["blocked_by_me"] is True


def test_a_newcomer_not_projected_yet_is_asked_to_come_again(browser: Browser, town: Town) -> None:
    bo = town.man()
    browser.as_member(uuid4())

    for answer in (browser.get(PATH), browser.get(PATH, id=str(bo)), browser.put(PATH, {"about": "First!"})):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_a_change_changes_what_was_sent(browser: Browser, town: Town, database: Database) -> None:
    ann = town.woman(about="I sail.", hair_colour="red", tattoos="one")
    body = {"hair_colour": None, "interests": ["yoga", "cats", "yoga"], "body_type": "curvy", "eye_colour": "hazel"}

    changed = profile(browser.as_member(ann).put(PATH, body))

    assert (changed["about"], changed["tattoos"], changed["town"]) == ("I sail.", "one", "Utrecht")
    assert (changed["hair_colour"], changed["body_type"], changed["eye_colour"]) == (None, "curvy", "hazel")
    assert changed["interests"] == ["cats", "yoga"]
    assert profile(browser.get(PATH)) == changed
    assert announced(database, ProfileChanged) == [ProfileChanged(member_id=str(ann), name="Ann", fictional=False)]


def test_place_and_sexuality_follow(browser: Browser, town: Town) -> None:
    ann, bo = town.woman(), town.man()

    def found(viewer: UUID, **query: str) -> list[str]:
        return [card["id"] for card in browser.as_member(viewer).get("/api/search.php", **query).json["profiles"]]

    moved = profile(browser.as_member(ann).put(PATH, {"town_id": BERLIN, "seeks": ["female"]}))

    assert (moved["town"], moved["country"], moved["region"]) == ("Berlin", "DE", "de-berlin")
    assert (moved["sexuality"], moved["seeks"]) == ("lesbian", ["female"])
    assert found(bo) == []
    profile(browser.as_member(ann).put(PATH, {"town_id": AMSTERDAM, "seeks": ["male", "female"]}))
    assert found(bo, region="nl-noord-holland") == [str(ann)]
    nowhere = profile(browser.as_member(ann).put(PATH, {"town_id": None}))
    assert (nowhere["town"], nowhere["region"], nowhere["country"]) == (None, None, "NL")
    assert found(bo, region="nl-noord-holland") == []
    assert found(bo, country="NL") == [str(ann)]


def test_an_empty_change_is_not_announced(browser: Browser, town: Town, database: Database) -> None:
    profile(browser.as_member(town.woman()).put(PATH, {}))

    assert announced(database, ProfileChanged) == []


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"about": "a" * 1001}, "about", "about_too_long"),
        ({"about": 7}, "about", "field_invalid"),
        ({"about": "nul \x00"}, None, "malformed_request"),
        ({"interests": ["sailing", "arson"]}, "interests.1", "field_invalid"),
        ({"interests": ["cats"] * 21}, "interests", "field_invalid"),
        ({"interests": None}, "interests", "field_invalid"),
        ({"town_id": 1}, "town_id", "town_unknown"),
        ({"town_id": -1}, "town_id", "field_invalid"),
        ({"town_id": 2**31}, "town_id", "field_invalid"),
        ({"seeks": ["all"]}, "seeks.0", "field_invalid"),
        ({"seeks": None}, "seeks", "field_invalid"),
        ({"eye_colour": "octarine"}, "eye_colour", "field_invalid"),
        ({"tattoos": True}, "tattoos", "field_invalid"),
        ({"name": "Eve"}, "name", "field_unknown"),
        ({"state": "deleted"}, "state", "field_unknown"),
        ({"is_premium": True}, "is_premium", "field_unknown"),
    ],
)
def test_bad_input_names_its_field_and_changes_nothing(
    browser: Browser, town: Town, database: Database, body: dict[str, Any], field: str | None, code: str
) -> None:
    before = profile(browser.as_member(town.woman()).get(PATH))

    answer = browser.put(PATH, body)

    assert answer.status_code == (422 if field else 400)
    error = answer.json["error"]
    wrong = error.get("errors", [error])
    assert [(one.get("field"), one["code"]) for one in wrong] == [(field, code)]
    assert profile(browser.get(PATH)) == before
    assert announced(database, ProfileChanged) == []


def test_a_request_from_elsewhere_changes_nothing(browser: Browser, town: Town) -> None:
    answer = browser.as_member(town.woman()).send("PUT", PATH, {"about": "x"}, {"X-Request-Type": ""})

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "foreign_request")


@pytest.mark.parametrize("given", ["1", "ann", "' OR 1=1", "%00"])
def test_an_id_that_is_none_is_refused(browser: Browser, town: Town, given: str) -> None:
    assert browser.as_member(town.woman()).get(PATH, id=given).status_code == 422


def test_nobody_looks_without_a_session(browser: Browser, town: Town) -> None:
    bo = town.man()

    for answer in (browser.get(PATH), browser.get(PATH, id=str(bo)), browser.put(PATH, {})):
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")
