"""Views are counters: by site, page, network, language and day, without an id of anybody."""

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from flask import Flask
from lander.domain.view import View
from lander.networks import main as networks
from lander.usecases.count_view import count_view
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.ops.migrate import service_config

PERSON = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
    "Accept-Language": "en",
    "Origin": "http://localhost:8080",
}
CANARY = "click-canary-1"


def a_view(**changes: Any) -> dict[str, Any]:
    return {"path": "/landers/video", "network": "northwind", "locale": "en", **changes}


def rendered(browser: Browser, path: str = "/landers/video", **query: str) -> dict[str, Any]:
    """What a page rendered for this browser tells of itself."""
    page = browser.get(path, **query).get_data(as_text=True)
    [view] = re.findall(r'data-view="([^"]*)"', page)
    reported: dict[str, Any] = json.loads(unescape(view))
    return reported


def count(browser: Browser, method: str = "POST", headers: dict[str, str] | None = None, **changes: Any) -> int:
    """Count a view as the page does, one rendering for each."""
    body = a_view(**changes)
    if body["path"].startswith("/landers/"):
        token = rendered(browser, body["path"], network=body["network"], lang=body["locale"])["rendering"]
        body = {"rendering": token} | body
    answer = browser.send(method, "/api/track.php", body, PERSON if headers is None else headers)
    status: int = answer.status_code
    return status


def counters(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(
            "SELECT site, page, network, locale, is_suspect, views, went_on FROM views ORDER BY 1, 2, 3, 4, 5"
        ).fetchall()


def reasons(database: Database) -> dict[str, int]:
    """Suspect views by the reason of the suspicion."""
    with psycopg.connect(database.dsn) as connection:
        return dict(connection.execute("SELECT reason, sum(views)::int FROM suspicions GROUP BY 1").fetchall())


@pytest.fixture
def with_network(wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", wired.settings.database_url)
    assert networks(["add", "pairwise", "northwind"]) == 0


def test_views_and_bounces_are_counted(with_network: None, browser: Browser, database: Database) -> None:
    for _ in range(3):
        assert count(browser) == 202
    assert count(browser, "PUT") == 202
    assert count(browser, path="/search", network="") == 202

    assert counters(database) == [
        ("pairwise", "app", "", "en", False, 1, 0),
        ("pairwise", "video", "northwind", "en", False, 3, 1),
    ]


def test_each_site_has_its_own_counters_and_networks(
    with_network: None, browser: Browser, app: Flask, keys: KeyPair, database: Database
) -> None:
    count(browser)
    iskra = Browser(app, keys).at("iskra.localhost")
    count(iskra, headers={**PERSON, "Origin": "http://iskra.localhost:8080"}, locale="fi")

    # A language that Iskra does not have was rendered by no page of it.
    assert counters(database) == [
        ("iskra", "video", "other", "", True, 1, 0),
        ("pairwise", "video", "northwind", "en", False, 1, 0),
    ]


def test_the_name_of_an_unknown_network_is_not_stored(browser: Browser, database: Database) -> None:
    count(browser, network=CANARY)

    assert counters(database) == [("pairwise", "video", "other", "en", False, 1, 0)]


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_browser_that_objects_is_not_counted(browser: Browser, database: Database, method: str) -> None:
    assert count(browser, method, headers={**PERSON, "Sec-GPC": "1"}) == 202

    assert counters(database) == []


def test_pages_of_the_previous_release_are_counted_and_their_ids_dropped(browser: Browser, database: Database) -> None:
    old: dict[str, Any] = {
        "visit_id": str(uuid4()),
        "ref": CANARY,
        "sub1": CANARY,
        "sub2": CANARY,
        "sub3": CANARY,
        "lb": "1",
    }
    assert count(browser, **old) == 202
    assert browser.send("PUT", "/api/track.php", {"visit_id": str(uuid4())}, PERSON).status_code == 202

    assert [row[:4] for row in counters(database)] == [("pairwise", "video", "other", "en")]
    with psycopg.connect(superuser_of(database)) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            rows = connection.execute(f"SELECT t::text FROM {table} t").fetchall()  # noqa: S608
            assert CANARY not in str(rows), table


AGENTS = [
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0)",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "python-requests/2.32.3",
    "curl/8.5.0",
    "Wget/1.21.4",
    "Go-http-client/2.0",
    "Java/17.0.1",
    "okhttp/4.12.0",
    "axios/1.7.2",
    "node-fetch/1.0",
    "Scrapy/2.11 (+https://scrapy.org)",
    "Apache-HttpClient/4.5.14 (Java/17.0.1)",
    "libwww-perl/6.72",
    "PhantomJS/2.1.1",
    "GPTBot/1.2 (+https://openai.com/gptbot)",
    "CCBot/2.0 (https://commoncrawl.org/faq/)",
    "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)",
    "Applebot/0.1 (+http://www.apple.com/go/applebot)",
    "UptimeRobot/2.0",
    "",
]


def test_programs_are_counted_apart(browser: Browser, database: Database) -> None:
    for agent in AGENTS:
        count(browser, headers={**PERSON, "User-Agent": agent}, network="")
        count(browser, "PUT", headers={**PERSON, "User-Agent": agent}, network="")

    assert counters(database) == [("pairwise", "video", "", "en", True, len(AGENTS), len(AGENTS))]
    assert reasons(database) == {"program": len(AGENTS)}


def without(name: str) -> dict[str, str]:
    return {each: value for each, value in PERSON.items() if each != name}


@pytest.mark.parametrize("missing", ["Accept-Language", "Origin"])
def test_a_request_without_the_headers_of_a_browser_is_suspect(
    browser: Browser, database: Database, missing: str
) -> None:
    count(browser, headers=without(missing), network="")

    assert counters(database) == [("pairwise", "video", "", "en", True, 1, 0)]
    assert reasons(database) == {"headers": 1}


def test_views_counted_at_once_are_all_there(wired: Wiring, database: Database) -> None:
    view = View("pairwise", "video", 0, 0, "", "en")

    at_once(*[lambda: count_view(wired.unit_of_work(), view)] * 8)

    assert counters(database) == [("pairwise", "video", "", "en", False, 8, 0)]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        (a_view(path="landers"), 422),
        (a_view(path="/landers/video?token=secret"), 422),
        (a_view(path="/" + "a" * 400), 422),
        (a_view(network="n" * 201), 422),
        (a_view(network=["n"]), 422),
        (a_view(network="a\u0000"), 400),
        (a_view(version=-1), 422),
        (a_view(arm=True), 422),
        (a_view(arm=2**60), 400),
        (a_view(locale="english"), 422),
        (a_view(cookie="c"), 422),
    ],
)
def test_bad_input_counts_nothing(browser: Browser, database: Database, body: dict[str, Any], status: int) -> None:
    assert browser.send("POST", "/api/track.php", body, PERSON).status_code == status
    assert counters(database) == []


def test_a_version_that_does_not_exist_counts_for_the_page(browser: Browser, database: Database) -> None:
    count(browser, version=99, arm=7, network="")

    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT page, version, arm, views FROM views").fetchall() == [("video", 0, 0, 1)]


def test_inserts_of_the_previous_release_are_discarded(database: Database) -> None:
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("INSERT INTO visits (visit_id, path, sub1) VALUES (gen_random_uuid(), '/', 'x')")
        assert connection.execute("SELECT count(*) FROM visits").fetchone() == (0,)


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("lander", superuser_of(database)))
