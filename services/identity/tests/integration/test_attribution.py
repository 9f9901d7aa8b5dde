"""The source of a sign-up reaches the lander with the visitor's yes, and nothing of it is anywhere without."""

from typing import Any

import psycopg
import pytest
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser

from identity.tests.factories import sign_up_form

SUB_IDS = {"sub1": "click-canary-1", "sub2": "b", "sub3": "c", "sub4": "d", "sub5": "e"}
TRACKING = {"network": "northwind", "ref": "summer", **SUB_IDS, "lb": "1"}
PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
ARRIVAL = {"page": "video/summer", "version": 12, "arm": 3, "network": "northwind"}


def sign_up(browser: Browser, *, gpc: bool = False, **changes: Any) -> None:
    headers = {"User-Agent": PHONE} | ({"Sec-GPC": "1"} if gpc else {})
    form = sign_up_form(tracking=TRACKING, arrival=ARRIVAL, **changes)
    assert browser.send("POST", "/api/signup.php", form, headers).status_code == 201


def everything(database: Database) -> str:
    """Every row of every table of the service, as text."""
    with psycopg.connect(superuser_of(database)) as connection:
        tables = connection.execute(
            "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN ('public', 'kit')"
        ).fetchall()
        rows = [connection.execute(f"SELECT t::text FROM {name} t").fetchall() for (name,) in tables]  # noqa: S608
        payloads = connection.execute("SELECT payload FROM kit.outbox").fetchall()
    return str(rows) + str(payloads)


def test_after_a_yes_the_campaign_is_passed_on_and_not_kept(browser: Browser, database: Database) -> None:
    sign_up(browser, consents=["attribution"])

    [event] = announced(database, MemberSignedUp)
    assert {name: getattr(event.tracking, name) for name in TRACKING if name != "lb"} == {
        name: value for name, value in TRACKING.items() if name != "lb"
    }
    assert (event.arrival.page, event.arrival.version, event.arrival.arm) == ("video/summer", 12, 3)
    assert ("attribution", True) in [(each.kind, each.given) for each in announced(database, ConsentChanged)]
    with psycopg.connect(database.dsn) as connection:
        assert connection.execute("SELECT count(*) FROM origins").fetchone() == (0,)


@pytest.mark.parametrize(
    ("consents", "gpc"), [([], False), (["matching", "marketing"], False), (["attribution"], True)]
)
def test_without_a_yes_the_page_is_passed_on_and_the_campaign_is_nowhere(
    browser: Browser, database: Database, consents: list[str], gpc: bool
) -> None:
    sign_up(browser, consents=consents, gpc=gpc)

    [event] = announced(database, MemberSignedUp)
    assert not event.HasField("tracking")
    assert event.visit_id == ""
    assert (event.arrival.page, event.arrival.network, event.arrival.device) == ("video/summer", "northwind", "phone")
    assert "attribution" not in [each.kind for each in announced(database, ConsentChanged)]
    assert "click-canary-1" not in everything(database)


def test_rows_that_the_previous_release_inserts_are_discarded(browser: Browser, database: Database) -> None:
    sign_up(browser)
    [event] = announced(database, MemberSignedUp)

    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO origins (member_id, network, ref, sub1, sub2, sub3, lb) VALUES (%s, 'n', '', 's', '', '', '')",
            [event.member_id],
        )
        assert connection.execute("SELECT count(*) FROM origins").fetchone() == (0,)


@pytest.mark.parametrize(
    "arrival",
    [
        {"page": "Video?x"},
        {"page": "a" * 101},
        {"version": -1},
        {"arm": True},
        {"network": "click id with spaces"},
        {"network": "n" * 33},
        {"visit_id": "x"},
    ],
)
def test_an_arrival_that_no_page_of_ours_wrote_is_refused(browser: Browser, arrival: dict[str, Any]) -> None:
    assert browser.post("/api/signup.php", sign_up_form(arrival=arrival)).status_code == 422


@pytest.mark.parametrize("given", [{"opened": "6937f5a0.c2lnbmVk"}, {"opened": ""}, {}])
def test_the_proof_of_the_page_is_passed_on_and_its_absence_too(
    browser: Browser, database: Database, given: dict[str, str]
) -> None:
    arrival = ARRIVAL | given
    assert browser.post("/api/signup.php", sign_up_form(arrival=arrival)).status_code == 201

    [event] = announced(database, MemberSignedUp)
    assert event.arrival.HasField("opened")
    assert event.arrival.opened == given.get("opened", "")


@pytest.mark.parametrize(
    ("known", "new", "shares"),
    [
        ("ann@example.org", "ann+2@example.org", True),
        ("ann+1@example.org", "ann+2@example.org", True),
        ("a.nn+x@gmail.com", "an.n@googlemail.com", True),
        ("ann@pm.me", "ann+pw@protonmail.com", True),
        ("a.nn@example.org", "ann@example.org", False),
        ("ann@example.org", "bo@example.org", False),
        ("ann@example.org", "ann@example.net", False),
    ],
)
def test_another_spelling_of_a_known_mailbox_is_told(
    browser: Browser, database: Database, known: str, new: str, shares: bool
) -> None:
    for email in (known, new):
        assert browser.post("/api/signup.php", sign_up_form(email=email)).status_code == 201

    assert [event.shares_mailbox for event in announced(database, MemberSignedUp)] == [False, shares]
