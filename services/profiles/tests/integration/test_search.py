from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.sites.search import FitWeights
from sqlalchemy import event

from profiles.domain.bit_masks import WORDS
from profiles.domain.search import Criteria
from profiles.domain.traits import Gender
from profiles.storage.search_words import WORD_COLUMNS
from profiles.tests.integration.test_visitor_search import on_a_site
from profiles.tests.makers import AMSTERDAM, BERLIN, GRONINGEN, UTRECHT, Town, a_man, ago
from profiles.web import BLUEPRINTS
from profiles.wiring import Wiring


def names(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.json
    return [card["name"] for card in answer.json["profiles"]]


def test_fitting_members_come_newest_active_first(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(name="Long ago", last_active_at=ago(days=30))
    town.man(name="Just now", last_active_at=datetime.now(UTC))
    town.man(name="Yesterday", last_active_at=ago(days=1))

    answer = browser.as_member(ann).get("/api/search.php")

    assert names(answer) == ["Just now", "Yesterday", "Long ago"]
    assert [card["presence"] for card in answer.json["profiles"]] == ["today", "week", None]
    assert (answer.json["count"], answer.json["next_cursor"]) == ({"value": 3, "exact": True}, None)


def test_both_must_fit(browser: Browser, town: Town) -> None:
    ann = town.woman()
    town.man(name="Seeks men", seeks=("male",))
    town.man(name="Seeks both", seeks=("male", "female"))
    town.woman(name="Seeks women", seeks=("female",))

    assert names(browser.as_member(ann).get("/api/search.php")) == ["Seeks both"]
    assert names(browser.as_member(ann).get("/api/search.php", gender="female")) == ["Seeks women"]


def test_a_member_who_seeks_both_gets_both_in_one_order(browser: Browser, town: Town) -> None:
    ann = town.woman(seeks=("female", "male"))
    for number in range(6):
        add = town.man if number % 2 else town.woman
        add(name=str(number), seeks=("female",), last_active_at=ago(hours=number))

    first = browser.as_member(ann).get("/api/search.php", limit=4)
    second = browser.get("/api/search.php", limit=4, cursor=first.json["next_cursor"])

    assert names(first) + names(second) == ["0", "1", "2", "3", "4", "5"]
    assert first.json["count"] == second.json["count"] == {"value": 6, "exact": True}


def test_filters_of_place_and_age(browser: Browser, town: Town) -> None:
    ann = town.woman()
    today = ago().date()
    town.man(name="Utrecht 30", birth_date=today.replace(year=today.year - 30, day=1, month=1))
    town.man(name="Amsterdam 40", town_id=AMSTERDAM, birth_date=date(today.year - 40, 1, 1))
    town.man(name="Berlin 50", town_id=BERLIN, birth_date=date(today.year - 50, 1, 1))
    ask = browser.as_member(ann).get

    assert set(names(ask("/api/search.php", country="NL"))) == {"Utrecht 30", "Amsterdam 40"}
    assert names(ask("/api/search.php", region="nl-noord-holland")) == ["Amsterdam 40"]
    assert names(ask("/api/search.php", country="NL", region="nl-noord-holland")) == ["Amsterdam 40"]
    assert names(ask("/api/search.php", min_age=41)) == ["Berlin 50"]
    assert set(names(ask("/api/search.php", min_age=40))) == {"Amsterdam 40", "Berlin 50"}
    assert names(ask("/api/search.php", max_age=39)) == ["Utrecht 30"]
    assert names(ask("/api/search.php", country="")) != []


def test_age_counts_from_the_birthday(browser: Browser, town: Town) -> None:
    ann, today = town.woman(), datetime.now(UTC).date()
    town.man(name="30 today", birth_date=_years_before(today, 30))
    town.man(name="30 tomorrow", birth_date=_years_before(today, 30) + timedelta(days=1))
    ask = browser.as_member(ann).get

    assert names(ask("/api/search.php", min_age=30)) == ["30 today"]
    assert names(ask("/api/search.php", max_age=29)) == ["30 tomorrow"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"gender": "all"}, "gender"),
        ({"country": "nl"}, "country"),
        ({"region": "'; --"}, "region"),
        ({"country": "DE", "region": "nl-utrecht"}, "region"),
        ({"min_age": 17}, "min_age"),
        ({"max_age": 121}, "max_age"),
        ({"min_age": "ten"}, "min_age"),
        ({"min_age": 40, "max_age": 30}, "max_age"),
        ({"limit": 0}, "limit"),
        ({"limit": 49}, "limit"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"cursor": "é" * 50}, "cursor"),
        ({"cursor": "A" * 72}, "cursor"),
        ({"page": 2}, "page"),
    ],
)
def test_bad_input_names_its_field(browser: Browser, town: Town, query: dict[str, Any], field: str) -> None:
    answer = browser.as_member(town.woman()).get("/api/search.php", **query)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json["error"]["errors"]] == [field]


def test_a_cursor_is_its_members_own(browser: Browser, town: Town) -> None:
    ann, eve = town.woman(), town.woman()
    town.add(*(a_man() for _ in range(3)))
    cursor = browser.as_member(ann).get("/api/search.php", limit=1).json["next_cursor"]

    assert browser.as_member(ann).get("/api/search.php", limit=1, cursor=cursor).status_code == 200
    assert browser.as_member(eve).get("/api/search.php", limit=1, cursor=cursor).status_code == 422


def test_nobody_searches_without_a_session(browser: Browser) -> None:
    answer = browser.get("/api/search.php")

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")


def test_a_search_before_the_sign_up_event_is_asked_to_wait(wired: Wiring, town: Town, keys: KeyPair) -> None:
    paused: list[float] = []
    browser = a_browser(replace(wired, pause=paused.append), keys)

    answer = browser.as_member(uuid4()).get("/api/search.php")

    assert (answer.status_code, answer.json["error"]["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "1"
    assert 0 < sum(paused) < 1


def test_news_that_comes_meanwhile_is_enough(wired: Wiring, town: Town, keys: KeyPair) -> None:
    profile = a_man(town_id=UTRECHT)

    def pause(_: float) -> None:
        town.add(profile)

    answer = a_browser(replace(wired, pause=pause), keys).as_member(profile.member_id).get("/api/search.php")

    assert answer.status_code == 200


def test_a_search_that_takes_too_long_is_no_empty_list(wired: Wiring, town: Town, keys: KeyPair) -> None:
    ann = town.woman()
    town.man()
    slow = a_database_with_limit(wired.database, milliseconds=150)
    browser = a_browser(replace(wired, database=slow), keys).as_member(ann)
    assert len(names(browser.get("/api/search.php"))) == 1

    with psycopg.connect(wired.database.dsn) as other:
        other.execute("LOCK TABLE search_rows IN ACCESS EXCLUSIVE MODE")
        answer = browser.get("/api/search.php")

    assert (answer.status_code, answer.json["error"]["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) >= 1


def test_asking_is_noted_once_a_day(browser: Browser, wired: Wiring, town: Town) -> None:
    now = datetime.now(UTC)
    ann = town.woman(last_active_at=now - timedelta(days=3))
    bo = town.man(last_active_at=now)
    was: Callable[[UUID], tuple[Any, ...]] = lambda member: town.rows(  # noqa: E731
        "SELECT p.last_active_at, s.last_active FROM profiles p JOIN search_rows s ON s.id = p.member_id"
        " WHERE member_id = %(member)s",
        member=member,
    )[0]
    before = was(bo)

    browser.as_member(ann).get("/api/search.php")
    browser.as_member(bo).get("/api/search.php")
    assert was(ann)[0] < now - timedelta(days=2)
    wired.activity.write()

    noted = was(ann)
    assert noted[0] == noted[1]
    assert noted[0].date() == now.date()
    assert was(bo) == before
    browser.as_member(ann).get("/api/profile.php")
    wired.activity.write()
    assert was(ann) == noted


def test_the_moment_that_is_noted_does_not_disclose_when_it_was(wired: Wiring, town: Town) -> None:
    members = [town.man(last_active_at=ago(days=3)) for _ in range(6)]
    for member in members:
        wired.activity.note(member)
    wired.activity.write()

    noted = sorted(at for (at,) in town.rows("SELECT last_active FROM search_rows"))
    assert {at.date() for at in noted} == {datetime.now(UTC).date()}
    # Drawn from the whole day: that six are drawn from one minute happens once in 10^15 runs.
    assert noted[-1] - noted[0] > timedelta(minutes=1)


def a_browser(wired: Wiring, keys: KeyPair) -> Browser:
    return Browser(create_app(wired.settings, wired.database, BLUEPRINTS, wired), keys)


def a_database_with_limit(database: Database, *, milliseconds: int) -> Database:
    limited = Database(database.url)

    @event.listens_for(limited.engine, "connect")
    def limit(connection: Any, _: object) -> None:
        connection.execute(f"SET statement_timeout = {milliseconds}")
        connection.commit()

    return limited


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)


@pytest.mark.parametrize("word", range(1, WORDS))
def test_members_are_found_by_traits_of_every_word(wired: Wiring, town: Town, word: int) -> None:
    """Columns of later words are empty until a trait needs them; they are written here as that trait would."""
    ann, bo = town.woman(), town.man()
    town.man()
    town.run(f"UPDATE search_rows SET {WORD_COLUMNS[word]} = 8 WHERE id = %(id)s", id=bo)  # noqa: S608
    criteria = Criteria((Gender.MALE,), Gender.FEMALE, traits=(0b11000 << (64 * word),))

    with wired.reads() as reads:
        count, begun = reads.search.begin(ann, criteria, 10)
        scanned = reads.search.page(ann, criteria, None, 10, few=False)
        fetched = reads.search.page(ann, criteria, None, 10, few=True)

    assert count.value == 1
    assert [[hit.id for hit in hits] for hits in (begun, scanned, fetched)] == [[bo]] * 3


@pytest.mark.parametrize(("counts", "first"), [("interests", "Alike"), ("distance", "Near")])
def test_best_fit_is_ordered_by_the_weights_of_the_site(
    wired: Wiring, keys: KeyPair, town: Town, counts: str, first: str
) -> None:
    ann = town.woman(interests=("cats", "hiking"))
    town.man(name="Near")
    town.man(name="Alike", town_id=GRONINGEN, interests=("cats", "hiking"))
    weights = FitWeights(**{"interests": 0, "distance": 0, "age": 0} | {counts: 100})

    browser = on_a_site(wired, keys, fit_weights=weights).as_member(ann)

    assert names(browser.get("/api/search.php", order="fit"))[0] == first
