"""Experiments: drawn while a page is rendered, kept by the address, counted by arm, judged, shipped."""

import html
import json
import re
from collections import Counter
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from lander.domain.page import Arm, LivePage
from lander.tests.makers import document
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

ANN = UUID(int=1)
PERSON = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0",
    "Accept-Language": "en",
    "Origin": "http://localhost:8080",
}
HALVES = [{"version": 1, "weight": 0.5}, {"version": 2, "weight": 0.5}]


@pytest.fixture
def desk(app: Flask, keys: KeyPair) -> Browser:
    desk = Browser(app, keys).as_member(ANN, marketer=True)
    for base, title in enumerate(["One", "Two"]):
        desk.post("/api/marketing-page.php", {"slug": "spring", "base": base, "document": document(title)})
    desk.put("/api/marketing-page.php", {"slug": "spring", "action": "publish", "version": 1})
    return desk


def start(desk: Browser, **changed: Any) -> Any:
    return desk.post("/api/marketing-experiments.php", {"slug": "spring", "goal": "sign_up", "arms": HALVES} | changed)


def newest(desk: Browser) -> Any:
    return desk.get("/api/marketing-experiments.php").json["experiments"][0]


def seen(browser: Browser, **query: str) -> tuple[str, str]:
    """The headline of a page, and the version and arm that its sign-up link carries."""
    page = browser.get("/landers/spring", lang="en", **query).get_data(as_text=True)
    return re.findall(r"<h1>(.*?) <em>", page)[0], re.findall(r"signup\?page=spring&amp;v=([\d.]+)", page)[0]


def test_visitors_are_split_and_the_address_keeps_the_arm(desk: Browser, browser: Browser) -> None:
    assert start(desk).status_code == 201
    arms = {arm["version"]: arm["id"] for arm in newest(desk)["arms"]}

    drawn = {seen(browser) for _ in range(40)}

    assert drawn == {("One", f"1.{arms[1]}"), ("Two", f"2.{arms[2]}")}
    for title, version in drawn:
        assert {seen(browser, v=version) for _ in range(10)} == {(title, version)}
        page = browser.get("/landers/spring", lang="en", v=version).get_data(as_text=True)
        assert "data-counted" in page
        assert f"/de/landers/spring?v={version}" in page
    assert seen(browser, v="9.9") == ("One", "1.0")


@pytest.mark.parametrize("weight", [0.5, 0.9])
def test_draws_follow_the_weights(weight: float) -> None:
    page = LivePage("spring", {}, 1, (Arm(1, 1, weight), Arm(2, 2, 1 - weight)))
    random, draws = Random(64), 100_000  # noqa: S311

    counts = Counter(page.drawn(random).id for _ in range(draws))

    expected = {1: weight * draws, 2: (1 - weight) * draws}
    chi_squared = sum((counts[arm] - number) ** 2 / number for arm, number in expected.items())
    assert chi_squared < 10.83  # p > 0.001


def test_views_are_counted_by_arm_and_forged_arms_are_not(desk: Browser, browser: Browser) -> None:
    start(desk)
    for _ in range(12):
        page = browser.get("/landers/spring", lang="en").get_data(as_text=True)
        view = json.loads(html.unescape(re.findall(r'data-view="([^"]*)"', page)[0]))
        browser.send("POST", "/api/track.php", view, PERSON)
        forged = view | {"arm": view["arm"] + 1_000, "version": 7}
        browser.send("POST", "/api/track.php", forged, PERSON)

    assert sum(arm["views"] for arm in newest(desk)["arms"]) == 12


def sign_up(database: Database, arms: list[dict[str, Any]], counts: tuple[int, int], views: tuple[int, int]) -> None:
    with database.engine.begin() as connection:
        for arm, many, seen_by in zip(arms, counts, views, strict=True):
            connection.exec_driver_sql(
                "INSERT INTO views (day, site, page, version, arm, network, locale, is_suspect, views) "
                "VALUES (current_date, 'pairwise', 'spring', %s, %s, '', 'en', false, %s)",
                (arm["version"], arm["id"], seen_by),
            )
            for _ in range(many):
                connection.exec_driver_sql(
                    "INSERT INTO leads (member_id, site, page, version, arm, signed_up_at) "
                    "VALUES (%s, 'pairwise', 'spring', %s, %s, now())",
                    (uuid4(), arm["version"], arm["id"]),
                )


def test_the_better_version_is_found_and_shipped_by_one_press(
    desk: Browser, browser: Browser, database: Database
) -> None:
    start(desk)
    assert newest(desk)["finding"]["conclusion"] == "too_early"
    sign_up(database, newest(desk)["arms"], (60, 140), (1_000, 1_010))

    found = newest(desk)
    assert found["finding"]["conclusion"] == "better"
    assert found["finding"]["best"] == found["arms"][1]["id"]
    assert found["finding"]["low"] > 0
    for _ in range(2):
        ship = {"experiment": found["id"], "ship": found["finding"]["best"]}
        assert desk.put("/api/marketing-experiments.php", ship).status_code == 200

    assert seen(browser) == ("Two", "2.0")
    assert newest(desk)["ended_at"]
    actions = [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]
    assert actions.count("experiment.ship") == 1


def test_a_split_that_is_off_shows_no_winner(desk: Browser, database: Database) -> None:
    start(desk)
    sign_up(database, newest(desk)["arms"], (60, 160), (2_000, 1_000))

    assert newest(desk)["finding"] == {
        "conclusion": "split_is_off",
        "best": None,
        "other": None,
        "low": None,
        "high": None,
    }


BAD: dict[str, tuple[dict[str, Any], int, str]] = {
    "weights above 1": (
        {"arms": [{"version": 1, "weight": 0.6}, {"version": 2, "weight": 0.6}]},
        422,
        "weights_do_not_sum",
    ),
    "weights below 1": (
        {"arms": [{"version": 1, "weight": 0.4}, {"version": 2, "weight": 0.4}]},
        422,
        "weights_do_not_sum",
    ),
    "no weight": ({"arms": [{"version": 1, "weight": 0}, {"version": 2, "weight": 1}]}, 422, "validation_failed"),
    "one arm": ({"arms": [{"version": 1, "weight": 1}]}, 422, "validation_failed"),
    "an unknown version": ({"arms": [{"version": 1, "weight": 0.5}, {"version": 9, "weight": 0.5}]}, 404, "not_found"),
    "an unknown page": ({"slug": "nothing"}, 404, "not_found"),
    "an unknown goal": ({"goal": "money"}, 422, "validation_failed"),
    "five arms": ({"arms": [{"version": 1, "weight": 0.2}] * 5}, 422, "validation_failed"),
    "a long note": ({"note": "x" * 501}, 422, "validation_failed"),
}


@pytest.mark.parametrize("what", BAD)
def test_an_experiment_that_cannot_be_is_refused(desk: Browser, what: str) -> None:
    changed, status, code = BAD[what]

    answer = start(desk, **changed)

    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert desk.get("/api/marketing-experiments.php").json == {"experiments": []}


def change(desk: Browser, **wanted: Any) -> Any:
    return desk.put("/api/marketing-experiment.php", {"experiment": newest(desk)["id"]} | wanted)


def test_while_it_is_paused_nobody_is_drawn_and_its_figures_stay(
    desk: Browser, browser: Browser, database: Database
) -> None:
    start(desk, note="Shorter headline")
    arms = newest(desk)["arms"]
    sign_up(database, arms, (3, 4), (10, 10))

    assert change(desk, is_paused=True, note="The pictures were slow").status_code == 200
    assert {seen(browser) for _ in range(20)} | {seen(browser, v=f"2.{arms[1]['id']}")} == {("One", "1.0")}
    paused = newest(desk)
    assert paused["paused_at"]
    assert paused["note"] == "The pictures were slow"
    assert [arm["sign_ups"] for arm in paused["arms"]] == [3, 4]
    assert desk.put("/api/marketing-page.php", {"slug": "spring", "action": "publish", "version": 2}).status_code == 409

    assert change(desk, is_paused=False).status_code == 200
    assert {version for _, version in (seen(browser) for _ in range(40))} == {f"{a['version']}.{a['id']}" for a in arms}
    actions = [each["action"] for each in desk.get("/api/marketing-actions.php").json["actions"]]
    assert actions[:3] == ["experiment.resume", "experiment.note", "experiment.pause"]


def test_an_ended_experiment_is_not_paused_but_keeps_notes(desk: Browser) -> None:
    start(desk)
    desk.put("/api/marketing-experiments.php", {"experiment": newest(desk)["id"]})

    assert change(desk, is_paused=True).json["error"]["code"] == "experiment_ended"
    assert change(desk, note="Version 1 was fine").status_code == 200
    assert newest(desk)["note"] == "Version 1 was fine"
    assert desk.put("/api/marketing-experiment.php", {"experiment": 9_999, "is_paused": True}).status_code == 404


def test_a_winner_that_sends_visitors_away_says_so(desk: Browser, database: Database) -> None:
    start(desk)
    arms = newest(desk)["arms"]
    sign_up(database, arms, (60, 140), (1_000, 1_000))
    assert newest(desk)["guards"] == []
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE views SET went_on = 800 WHERE arm = %s", (arms[0]["id"],))

    found = newest(desk)
    assert [arm["bounced"] for arm in found["arms"]] == [200, 1_000]
    assert found["guards"] == ["bounced"]
    assert [(day["conclusion"], day["best"]) for day in found["days"]] == [("better", arms[1]["id"])]


def test_an_estimate_is_by_the_pages_own_pace_or_the_one_given(desk: Browser, database: Database) -> None:
    def ask(**query: str) -> Any:
        wanted = {"slug": "spring", "goal": "sign_up"} | query
        return desk.get("/api/marketing-experiment-estimate.php", **wanted)

    assert ask().json == {"views_a_day": None, "rate": None, "durations": []}
    given = ask(views="800", rate="0.02").json
    assert [each["lift"] for each in given["durations"]] == [0.1, 0.2, 0.5]
    days = [each["days"] for each in given["durations"]]
    assert days == sorted(days, reverse=True)
    assert ask(views="1600", rate="0.02").json["durations"][1]["days"] == pytest.approx(days[1] / 2, abs=1)
    assert ask(views="800", rate="0.02", arms="4").json["durations"][1]["days"] > 2 * days[1]

    start(desk)
    sign_up(database, newest(desk)["arms"], (20, 20), (500, 500))
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE views SET day = day - 1")
        connection.exec_driver_sql("UPDATE leads SET signed_up_at = signed_up_at - interval '1 day'")
    own = ask().json
    assert (own["views_a_day"], own["rate"]) == (pytest.approx(1_000 / 28), 0.04)
    for wrong in ({"arms": "1"}, {"arms": "5"}, {"rate": "1"}, {"rate": "0"}, {"views": "-1"}, {"goal": "money"}):
        assert ask(**wrong).status_code == 422


def pay(database: Database, arm: dict[str, Any], buyers: int, minor: int, *, age_days: int, refunded: int = 0) -> None:
    """Sign-ups of this age that paid at once, and had some of it back on the next day, and again after 20."""
    with database.engine.begin() as connection:
        for _ in range(buyers):
            ids = {"payment": uuid4(), "member": uuid4(), "one": uuid4(), "two": uuid4()}
            values = ids | {
                "arm": arm["id"],
                "version": arm["version"],
                "minor": minor,
                "age": age_days,
                "back": refunded,
            }
            for statement in (
                "INSERT INTO leads (member_id, site, page, version, arm, signed_up_at, first_paid_at) SELECT :member, "
                "'pairwise', 'spring', :version, :arm, at, at FROM (SELECT now() - :age * interval '1 day' AS at) days",
                "INSERT INTO receipts (payment_id, lead_id, site, currency, minor, vat_minor, discount_minor, "
                "completed_at) SELECT :payment, id, site, 'EUR', :minor, 0, 0, signed_up_at "
                "FROM leads WHERE member_id = :member",
                "INSERT INTO reversals (id, payment_id, minor, vat_minor, reason, reversed_at) SELECT :one, :payment, "
                ":back, 0, 'refund', signed_up_at + interval '1 day' FROM leads WHERE member_id = :member",
                "INSERT INTO reversals (id, payment_id, minor, vat_minor, reason, reversed_at) SELECT :two, :payment, "
                ":back, 0, 'refund', signed_up_at + interval '20 days' FROM leads WHERE member_id = :member",
            ):
                connection.execute(text(statement), values)


def test_net_revenue_of_the_first_days_finds_the_dearer_version(desk: Browser, database: Database) -> None:
    assert start(desk, goal="net_revenue").status_code == 201
    first, second = newest(desk)["arms"]
    pay(database, second, 150, 2_000, age_days=3)
    assert newest(desk)["finding"]["conclusion"] == "too_early"
    assert [arm["net_revenue"] for arm in newest(desk)["arms"]] == [{}, {}]

    pay(database, first, 150, 2_000, age_days=30, refunded=1_500)
    pay(database, second, 150, 2_000, age_days=30)
    found = newest(desk)
    assert [arm["net_revenue"] for arm in found["arms"]] == [{"EUR": 150 * 500}, {"EUR": 150 * 2_000}]
    assert (found["finding"]["conclusion"], found["finding"]["best"]) == ("better", second["id"])
    assert found["finding"]["low"] > 0

    query = {"slug": "spring", "views": "800", "rate": "0.02"}
    days = {
        goal: desk.get("/api/marketing-experiment-estimate.php", goal=goal, **query).json["durations"][1]["days"]
        for goal in ("purchase", "net_revenue")
    }
    assert days["net_revenue"] > days["purchase"] + 14


def make_page(desk: Browser, slug: str, title: str, **changed: Any) -> None:
    desk.post("/api/marketing-page.php", {"slug": slug, "base": 0, "document": document(title, **changed)})
    desk.put("/api/marketing-page.php", {"slug": slug, "action": "publish", "version": 1})


def test_visitors_of_a_page_are_split_with_another_page_and_its_version_is_shipped(
    desk: Browser, browser: Browser
) -> None:
    make_page(desk, "autumn", "Autumn")
    arms = [{"version": 1, "weight": 0.5}, {"version": 1, "page": "autumn", "weight": 0.5}]
    assert start(desk, arms=arms).status_code == 201
    made = newest(desk)["arms"]
    assert [(arm["version"], arm["copied_from"]) for arm in made] == [(1, ""), (3, "autumn")]
    assert {seen(browser) for _ in range(40)} == {("One", f"1.{made[0]['id']}"), ("Autumn", f"3.{made[1]['id']}")}

    desk.post("/api/marketing-page.php", {"slug": "autumn", "base": 1, "document": document("Winter")})
    desk.put("/api/marketing-page.php", {"slug": "autumn", "action": "publish", "version": 2})
    assert seen(browser, v=f"3.{made[1]['id']}")[0] == "Autumn"
    ship = {"experiment": newest(desk)["id"], "ship": made[1]["id"]}
    assert desk.put("/api/marketing-experiments.php", ship).status_code == 200
    assert seen(browser) == ("Autumn", "3.0")


@pytest.mark.parametrize(
    ("page", "version", "status"),
    [("nothing", 1, 404), ("autumn", 9, 404), ("a-member", 1, 422), ("spring", 2, 201), ("x" * 61, 1, 422)],
)
def test_an_arm_of_another_page_is_one_that_can_be_shown_here(
    desk: Browser, page: str, version: int, status: int
) -> None:
    make_page(desk, "autumn", "Autumn")
    make_page(desk, "a-member", "Her", scene="member")
    arms = [{"version": 1, "weight": 0.5}, {"version": version, "page": page, "weight": 0.5}]

    assert start(desk, arms=arms).status_code == status
    assert len(desk.get("/api/marketing-page.php", slug="spring").json["versions"]) == 2


def test_a_page_has_one_experiment_and_stays_as_it_is_meanwhile(desk: Browser) -> None:
    start(desk)
    again = start(desk)
    publish = desk.put("/api/marketing-page.php", {"slug": "spring", "action": "publish", "version": 2})
    retire = desk.put("/api/marketing-page.php", {"slug": "spring", "action": "retire"})

    assert [each.json["error"]["code"] for each in (again, publish, retire)] == ["experiment_runs"] * 3


def test_a_retired_page_is_not_split(desk: Browser) -> None:
    desk.put("/api/marketing-page.php", {"slug": "spring", "action": "retire"})

    assert start(desk).json["error"]["code"] == "page_retired"


def test_another_brand_neither_sees_nor_ends_it(desk: Browser, app: Flask, keys: KeyPair, wired: Wiring) -> None:
    started = start(desk).json["id"]
    there = Browser(app, keys).at("iskra.localhost").as_member(ANN, marketer=True)

    assert there.get("/api/marketing-experiments.php").json == {"experiments": []}
    assert there.put("/api/marketing-experiments.php", {"experiment": started}).status_code == 404
    paused = there.put("/api/marketing-experiment.php", {"experiment": started, "is_paused": True})
    assert paused.status_code == 404
    assert (newest(desk)["ended_at"], newest(desk)["paused_at"]) == (None, None)


def test_an_ended_experiment_shows_its_rates_by_class_of_device(desk: Browser, database: Database) -> None:
    start(desk)
    first, second = newest(desk)["arms"]
    with database.engine.begin() as connection:
        for device, arm, is_suspect, views in (
            ("phone", first, False, 70),
            ("phone", second, False, 60),
            ("phone", second, True, 9),
            ("desktop", first, False, 30),
        ):
            connection.exec_driver_sql(
                "INSERT INTO view_classes (day, site, page, version, arm, network, locale, hour, country, device, "
                "is_suspect, views) VALUES (current_date, 'pairwise', 'spring', %s, %s, '', 'en', 9, 'NL', %s, %s, %s)",
                (arm["version"], arm["id"], device, is_suspect, views),
            )
        for device, suspicion in (("phone", None), ("phone", "fast"), ("tablet", None)):
            connection.exec_driver_sql(
                "INSERT INTO leads (member_id, site, page, version, arm, device, suspicion, signed_up_at) "
                "VALUES (%s, 'pairwise', 'spring', %s, %s, %s, %s, now())",
                (uuid4(), second["version"], second["id"], device, suspicion),
            )
    assert newest(desk)["devices"] == []

    desk.put("/api/marketing-experiments.php", {"experiment": newest(desk)["id"]})

    figures = [(each["device"], each["arm"], each["views"], each["reached"]) for each in newest(desk)["devices"]]
    assert figures == [
        ("phone", first["id"], 70, 0),
        ("phone", second["id"], 60, 1),
        ("desktop", first["id"], 30, 0),
        ("desktop", second["id"], 0, 0),
        ("tablet", first["id"], 0, 0),
        ("tablet", second["id"], 0, 1),
    ]
