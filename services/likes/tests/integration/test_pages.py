from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from likes.storage.seed import SeedLike, seed
from likes.tests.fakes import FakeProfiles
from shared.kit.db import Database
from shared.kit.testing.web import Browser

ANN = uuid4()
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def liked_by(database: Database, count: int, *, seen: int = 0) -> list[UUID]:
    """Members who like Ann, the latest first; the latest `seen` of them she has opened."""
    others = [uuid4() for _ in range(count)]
    with psycopg.connect(database.dsn) as connection:
        seed(
            connection,
            [
                SeedLike(other, ANN, NOON - timedelta(minutes=number), NOON if number < seen else None)
                for number, other in enumerate(others)
            ],
        )
    return others


def following_pages(browser: Browser, tab: str, cursor: str | None) -> list[str]:
    found = []
    while cursor:
        page = browser.get("/api/likes.php", type=tab, cursor=cursor).json
        found += [card["id"] for card in page["likes"]]
        cursor = page["next_cursor"]
    return found


def test_new_ones_come_first_and_every_one_once(browser: Browser, database: Database) -> None:
    others = [str(other) for other in liked_by(database, 150, seen=30)]

    first = browser.as_member(ANN).get("/api/likes.php").json
    shown = [card["id"] for card in first["liked_by"]]
    shown += following_pages(browser, "received", first["cursors"]["received"])

    assert shown == others[30:] + others[:30]
    assert (first["counts"], first["total_new_likes"]) == ({"received": 150, "sent": 0, "matches": 0}, 120)
    assert first["cursors"]["sent"] is None


def test_sent_likes_and_matches_have_pages_too(browser: Browser, database: Database) -> None:
    others = [uuid4() for _ in range(70)]
    with psycopg.connect(database.dsn) as connection:
        both = [SeedLike(one, two, NOON) for other in others for one, two in ((ANN, other), (other, ANN))]
        seed(connection, both)

    first = browser.as_member(ANN).get("/api/likes.php").json

    for tab, name in (("sent", "profiles"), ("matches", "matches")):
        shown = [card["id"] for card in first[name]] + following_pages(browser, tab, first["cursors"][tab])
        assert sorted(shown) == sorted(str(other) for other in others)
    assert first["counts"] == {"received": 70, "sent": 70, "matches": 70}


def test_the_newest_match_comes_first_however_old_the_like_was(browser: Browser, database: Database) -> None:
    bo, cy = uuid4(), uuid4()
    hours = timedelta(hours=1)
    with psycopg.connect(database.dsn) as connection:
        seed(
            connection,
            [
                SeedLike(ANN, bo, NOON - 9 * hours),
                SeedLike(bo, ANN, NOON),
                SeedLike(ANN, cy, NOON - 2 * hours),
                SeedLike(cy, ANN, NOON - 3 * hours),
            ],
        )

    matches = browser.as_member(ANN).get("/api/likes.php").json["matches"]

    assert [card["id"] for card in matches] == [str(bo), str(cy)]


def test_ten_thousand_likes_are_counted_and_paged(browser: Browser, database: Database) -> None:
    liked_by(database, 10_000)

    first = browser.as_member(ANN).get("/api/likes.php").json

    assert (first["counts"]["received"], first["total_new_likes"], len(first["liked_by"])) == (10_000, 10_000, 60)


def test_all_can_be_seen_at_once(browser: Browser, database: Database) -> None:
    liked_by(database, 3)

    assert browser.as_member(ANN).put("/api/likes.php", {}).json == {"total_new_likes": 0}


def test_many_can_be_asked_about_at_once(browser: Browser, database: Database) -> None:
    bo, cy = uuid4(), uuid4()
    browser.as_member(ANN).post("/api/like.php", {"id": str(uuid4()), "profile_id": str(bo)})

    assert browser.get("/api/like.php", profile_ids=f"{cy},{bo}").json == {"liked": [str(bo)]}


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("likes", {"type": "received", "cursor": "nothing"}),
        ("likes", {"type": "received", "cursor": "AAAA"}),
        ("likes", {"type": "received", "cursor": "é"}),
        ("likes", {"cursor": "A" * 34}),
        ("likes", {"type": "sent"}),
        ("likes", {"type": "all", "cursor": "A"}),
        ("likes", {"page": "2"}),
        ("like", {}),
        ("like", {"profile_ids": "bo"}),
        ("like", {"profile_ids": ","}),
        ("like", {"profile_ids": "a" * 3000}),
    ],
)
def test_bad_queries_get_their_error(browser: Browser, database: Database, path: str, query: dict[str, Any]) -> None:
    answer = browser.as_member(ANN).get(f"/api/{path}.php", **query)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_a_hidden_member_is_on_no_page(browser: Browser, database: Database, profiles: FakeProfiles) -> None:
    others = liked_by(database, 65)
    profiles.hidden = {others[2], others[64]}

    first = browser.as_member(ANN).get("/api/likes.php").json
    rest = following_pages(browser, "received", first["cursors"]["received"])

    assert {str(others[2]), str(others[64])}.isdisjoint([card["id"] for card in first["liked_by"]] + rest)
    assert first["counts"]["received"] == 64
