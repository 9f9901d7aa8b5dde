from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import psycopg
import pytest
from pairwise.identity.v1.events_pb2 import ConsentChanged, MemberSignedUp
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.web import Browser
from shared.sites import SiteDirectory

from identity.tests.factories import signed_up


def consents_by_kind(browser: Browser) -> dict[str, dict[str, Any]]:
    return {consent["kind"]: consent for consent in browser.get("/api/consents.php").json["consents"]}


def test_signing_up_agrees_to_terms_and_privacy_and_to_nothing_else(browser: Browser, database: Database) -> None:
    signed_up(browser, consents=[])

    found = consents_by_kind(browser)

    assert {kind: consent["given"] for kind, consent in found.items()} == {
        "terms": True,
        "privacy": True,
        "matching": False,
        "sexuality": False,
        "marketing": False,
        "attribution": False,
        "religion": False,
    }
    assert found["terms"]["version"] == found["terms"]["current_version"]
    reported = [(event.kind, event.given) for event in announced(database, ConsentChanged)]
    # The refusal is an answer, too, and stored: the question is not asked again.
    assert reported == [("terms", True), ("privacy", True), ("matching", False)]
    assert not browser.get("/api/user.php").json["user"]["matching_due"]


def test_consents_of_the_sign_up_are_stored(browser: Browser) -> None:
    signed_up(browser, consents=["matching", "sexuality"])

    assert consents_by_kind(browser)["matching"]["given"]
    assert consents_by_kind(browser)["sexuality"]["given"]


@pytest.mark.parametrize("consents", [[], ["sexuality"], ["marketing"], ["sexuality", "marketing"]])
def test_a_sign_up_without_consent_publishes_nothing_special(
    browser: Browser, database: Database, consents: list[str]
) -> None:
    assert signed_up(browser, consents=consents)

    [event] = announced(database, MemberSignedUp)
    assert list(event.seeks) == []
    found = consents_by_kind(browser)
    assert not found["matching"]["given"]
    assert not found["sexuality"]["given"]
    assert found["marketing"]["given"] is ("marketing" in consents)
    with psycopg.connect(database.dsn) as connection:
        kept = connection.execute("SELECT payload FROM kit.outbox").fetchall()
    assert not [payload for (payload,) in kept if b"\x04male" in payload]


def test_a_sign_up_may_leave_seeks_empty(browser: Browser, database: Database) -> None:
    signed_up(browser, seeks=[], consents=["matching"])

    assert [list(event.seeks) for event in announced(database, MemberSignedUp)] == [[]]


def test_withdrawing_a_consent_ends_the_one_that_rests_on_it(browser: Browser, database: Database) -> None:
    signed_up(browser, consents=["matching", "sexuality"])

    for _ in range(2):
        assert browser.put("/api/consents.php", {"kind": "matching", "version": "1", "given": False}).status_code == 200

    assert not consents_by_kind(browser)["sexuality"]["given"]
    last = announced(database, ConsentChanged)[-2:]
    assert [(event.kind, event.given) for event in last] == [("matching", False), ("sexuality", False)]
    refused = browser.put("/api/consents.php", {"kind": "sexuality", "version": "1", "given": True})
    assert refused.json["error"]["code"] == "matching_consent_needed"


def test_a_member_from_before_is_asked_once(browser: Browser, database: Database) -> None:
    signed_up(browser)
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("DELETE FROM consents WHERE kind = 'matching'")
        connection.execute("UPDATE accounts SET matching_due = DEFAULT")

    assert browser.get("/api/user.php").json["user"]["matching_due"]
    assert consents_by_kind(browser)["matching"]["due"]
    browser.put("/api/consents.php", {"kind": "matching", "version": "1", "given": False})

    assert not browser.get("/api/user.php").json["user"]["matching_due"]
    assert not consents_by_kind(browser)["matching"]["due"]


def test_answers_have_times_in_the_order_they_were_given(browser: Browser, database: Database) -> None:
    signed_up(browser)

    def say(given: bool) -> int:
        body = {"kind": "matching", "version": "1", "given": given}
        status: int = browser.put("/api/consents.php", body).status_code
        return status

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(say, [False, True] * 6)) == {200}

    with psycopg.connect(database.dsn) as connection:
        times = [at for (at,) in connection.execute("SELECT at FROM consents WHERE kind = 'matching' ORDER BY id")]
    assert times == sorted(set(times))


def test_a_consent_is_given_and_taken_back_with_its_dates(browser: Browser, database: Database) -> None:
    signed_up(browser)
    for given in (True, True, False):
        answer = browser.put("/api/consents.php", {"kind": "sexuality", "version": "1", "given": given})
        assert answer.status_code == 200

    reported = [event for event in announced(database, ConsentChanged) if event.kind == "sexuality"]
    assert [event.given for event in reported] == [True, False]
    assert not consents_by_kind(browser)["sexuality"]["given"]
    assert consents_by_kind(browser)["sexuality"]["at"] is not None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "terms", "version": "2026-01-05T00:00:00Z", "given": False}, "consent_needed"),
        ({"kind": "sexuality", "version": "0", "given": True}, "consent_outdated"),
        ({"kind": "matching", "version": "0", "given": True}, "consent_outdated"),
        ({"kind": "cookies", "version": "1", "given": True}, "validation_failed"),
        ({"kind": "sexuality", "version": "1"}, "validation_failed"),
        ({"kind": "sexuality", "version": "1" * 41, "given": True}, "validation_failed"),
    ],
)
def test_invalid_consents_are_refused(browser: Browser, body: dict[str, Any], code: str) -> None:
    signed_up(browser)

    assert browser.put("/api/consents.php", body).json["error"]["code"] == code


def test_the_log_is_never_rewritten(browser: Browser, database: Database) -> None:
    signed_up(browser)

    # The service has no right to, and a trigger stops the owner.
    for address, refusal in ((database.dsn, "permission denied"), (superuser_of(database), "append-only")):
        with (
            psycopg.connect(address) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege, match=refusal),
        ):
            connection.execute("UPDATE consents SET is_given = false")


def test_newer_terms_are_asked_for_again(browser: Browser, database: Database) -> None:
    signed_up(browser)
    assert not browser.get("/api/user.php").json["user"]["terms_due"]
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET terms_accepted_at = '2024-01-01', signed_up_at = '2024-01-01'")

    assert browser.get("/api/user.php").json["user"]["terms_due"]
    version = consents_by_kind(browser)["terms"]["current_version"]
    browser.put("/api/consents.php", {"kind": "terms", "version": version, "given": True})
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET terms_accepted_at = now()")

    assert not browser.get("/api/user.php").json["user"]["terms_due"]


def test_the_same_yes_many_times_at_once_is_one_row(browser: Browser, database: Database) -> None:
    signed_up(browser)

    def agree(_: int) -> int:
        body = {"kind": "marketing", "version": "1", "given": True}
        status: int = browser.put("/api/consents.php", body).status_code
        return status

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(agree, range(6))) == {200}

    assert len([event for event in announced(database, ConsentChanged) if event.kind == "marketing"]) == 1


@pytest.mark.parametrize(
    ("added", "since"),
    [
        (date(2020, 5, 1), datetime(2023, 12, 1, 12, tzinfo=UTC)),
        (date(2026, 1, 5), datetime(2026, 1, 5, tzinfo=UTC)),
    ],
)
def test_the_terms_hold_since_they_were_written_or_the_company_was_added(added: date, since: datetime) -> None:
    site = SiteDirectory().get("pairwise")
    company = site.company.model_copy(update={"added": added})

    assert site.model_copy(update={"company": company}).terms_at == since
