"""Requests that no rendered page made move no figure but that of suspects."""

import os
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from lander.domain.report import Dimension, ReportQuery, ReportRow
from lander.tests.consuming import consume
from lander.tests.integration.test_views import AGENTS, PERSON, counters, reasons, rendered
from lander.tests.purchases import NOW, Buyer, goes_back
from lander.usecases.make_report import make_report
from lander.web import BLUEPRINTS
from lander.wiring import Wiring
from shared.kit.db import Database
from shared.kit.http.app import create_app
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

# The acceptance criterion is 10,000: FORGED_VIEWS=10000 before this file's tests.
FORGED = int(os.environ.get("FORGED_VIEWS", "300"))


@pytest.fixture
def limited(wired: Wiring, database: Database, keys: KeyPair) -> Browser:
    """A browser at an address of its own, with rate limits on."""
    settings = wired.settings.model_copy(update={"limits": "on"})
    app = create_app(settings, database, BLUEPRINTS, wired, wired.sites.origins(settings.public_url))
    return Browser(app, keys).from_address(f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::7")


def send_view(browser: Browser, body: dict[str, Any], method: str = "POST") -> None:
    assert browser.send(method, "/api/track.php", body, PERSON).status_code in (202, 429)


def genuine(database: Database) -> list[tuple[Any, ...]]:
    return [row[5:] for row in counters(database) if not row[4]]


def report(wired: Wiring) -> dict[tuple[str, ...], ReportRow]:
    """Every figure of the report, by page, arm and network."""
    by = (Dimension.PAGE, Dimension.ARM, Dimension.NETWORK)
    query = ReportQuery("pairwise", NOW.date() - timedelta(days=60), NOW.date() + timedelta(days=2), by)
    return {row.key: row for row in make_report(wired.unit_of_work(), query).rows}


def suspect(database: Database) -> int:
    return sum(row[5] + row[6] for row in counters(database) if row[4])


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_none_of_many_forged_requests_is_genuine(limited: Browser, database: Database, method: str) -> None:
    for number in range(FORGED):
        body = {"path": "/landers/video", "locale": "en", "rendering": f"{number:x}.forged.forged"}
        send_view(limited, body if number % 2 else {"path": "/landers/video"}, method)

    assert genuine(database) == []
    assert suspect(database) > 0


def test_a_rendering_counts_once_however_often_it_is_reported(limited: Browser, database: Database) -> None:
    view = rendered(limited, lang="en")

    for _ in range(FORGED // 10):
        send_view(limited, view)
        send_view(limited, view, "PUT")

    assert genuine(database) == [(1, 1)]


def test_a_rendering_reported_twice_at_once_counts_once(limited: Browser, database: Database) -> None:
    view = rendered(limited, lang="en")

    at_once(*[lambda: send_view(limited, view)] * 8)

    assert genuine(database) == [(1, 0)]


@pytest.mark.parametrize(
    "changes", [{"path": "/landers/gallery"}, {"network": "northwind"}, {"locale": "de"}, {"rendering": ""}]
)
def test_a_rendering_proves_its_own_view_alone(limited: Browser, database: Database, changes: dict[str, str]) -> None:
    send_view(limited, rendered(limited, lang="en") | changes)

    assert genuine(database) == []
    assert reasons(database) == {"rendering": 1}


def test_a_rendering_of_one_brand_proves_nothing_at_another(limited: Browser, database: Database) -> None:
    view = rendered(limited, lang="en")
    there = {**PERSON, "Origin": "http://iskra.localhost:8080"}

    assert limited.at("iskra.localhost").send("POST", "/api/track.php", view, there).status_code == 202

    assert genuine(database) == []


def test_the_many_renderings_of_one_source_are_suspect(limited: Browser, database: Database) -> None:
    for _ in range(80):
        send_view(limited, rendered(limited, lang="en"))

    assert [(row[4], row[5]) for row in counters(database)] == [(False, 60), (True, 20)]
    assert reasons(database) == {"too_many": 20}


def test_the_many_first_screens_of_one_source_are_suspect(limited: Browser, database: Database) -> None:
    for _ in range(30):
        send_view(limited, {"path": "/search", "locale": "en"})

    assert [(row[4], row[5]) for row in counters(database)] == [(False, 20), (True, 10)]


def test_programs_and_forged_requests_move_no_figure_but_that_of_suspects(
    wired: Wiring, limited: Browser, database: Database
) -> None:
    with wired.unit_of_work() as uow:
        uow.networks.add("pairwise", "northwind")
        uow.commit()
    wired.catalogue.forget()
    view = rendered(limited, lang="en", network="northwind")
    send_view(limited, view)
    send_view(limited, view, "PUT")
    ann = Buyer(network="northwind")
    paid = ann.pays(999, 173)
    consume(wired, ann.signs_up(sub1="click"), ann.confirms(), paid, goes_back(paid, 100, 17))
    before = report(wired)

    for agent in AGENTS:
        seen = rendered(limited, lang="en", network="northwind")
        for method in ("POST", "PUT"):
            answer = limited.send(method, "/api/track.php", seen, {**PERSON, "User-Agent": agent})
            assert answer.status_code in (202, 429)
    for number in range(FORGED):
        forged = view | {"rendering": f"{number:x}.forged.forged", "version": number % 3, "arm": number % 5}
        send_view(limited, forged, "PUT" if number % 3 == 0 else "POST")

    after = report(wired)
    assert sum(row.suspects for row in after.values()) > len(AGENTS)
    assert {key: replace(row, suspects=0) for key, row in after.items()} == before
