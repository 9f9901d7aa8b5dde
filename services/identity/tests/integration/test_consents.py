from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import psycopg
import pytest
from pairwise.identity.v1.events_pb2 import ConsentChanged
from servicekit.storage import Database
from servicekit.testing.announced import announced
from servicekit.testing.database import superuser_of
from servicekit.testing.web import Browser
from sites import SiteDirectory

from identity.tests.makers import joined


def standing(browser: Browser) -> dict[str, dict[str, Any]]:
    return {consent["kind"]: consent for consent in browser.get("/api/consents.php").json["consents"]}


def test_signing_up_agrees_to_terms_and_privacy_and_to_nothing_else(browser: Browser, database: Database) -> None:
    joined(browser)

    found = standing(browser)

    assert {kind: consent["given"] for kind, consent in found.items()} == {
        "terms": True,
        "privacy": True,
        "sexuality": False,
        "marketing": False,
    }
    assert found["terms"]["version"] == found["terms"]["current_version"]
    assert [event.kind for event in announced(database, ConsentChanged)] == ["terms", "privacy"]


def test_what_was_ticked_at_sign_up_is_kept(browser: Browser) -> None:
    joined(browser, consents=["sexuality"])

    assert standing(browser)["sexuality"]["given"]


def test_a_consent_is_given_and_taken_back_with_its_dates(browser: Browser, database: Database) -> None:
    joined(browser)
    for given in (True, True, False):
        answer = browser.put("/api/consents.php", {"kind": "sexuality", "version": "1", "given": given})
        assert answer.status_code == 200

    told = [event for event in announced(database, ConsentChanged) if event.kind == "sexuality"]
    assert [event.given for event in told] == [True, False]
    assert not standing(browser)["sexuality"]["given"]
    assert standing(browser)["sexuality"]["at"] is not None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "terms", "version": "2026-01-05T00:00:00Z", "given": False}, "consent_needed"),
        ({"kind": "sexuality", "version": "0", "given": True}, "consent_outdated"),
        ({"kind": "cookies", "version": "1", "given": True}, "validation_failed"),
        ({"kind": "sexuality", "version": "1"}, "validation_failed"),
        ({"kind": "sexuality", "version": "1" * 41, "given": True}, "validation_failed"),
    ],
)
def test_what_does_not_fit_is_refused(browser: Browser, body: dict[str, Any], code: str) -> None:
    joined(browser)

    assert browser.put("/api/consents.php", body).json["error"]["code"] == code


def test_the_log_is_never_rewritten(browser: Browser, database: Database) -> None:
    joined(browser)

    # The service has no right to, and a trigger stops the owner.
    for address, refusal in ((database.dsn, "permission denied"), (superuser_of(database), "append-only")):
        with (
            psycopg.connect(address) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege, match=refusal),
        ):
            connection.execute("UPDATE consents SET is_given = false")


def test_newer_terms_are_asked_for_again(browser: Browser, database: Database) -> None:
    joined(browser)
    assert not browser.get("/api/user.php").json["user"]["terms_due"]
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET terms_accepted_at = '2024-01-01', signed_up_at = '2024-01-01'")

    assert browser.get("/api/user.php").json["user"]["terms_due"]
    version = standing(browser)["terms"]["current_version"]
    browser.put("/api/consents.php", {"kind": "terms", "version": version, "given": True})
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        connection.execute("UPDATE accounts SET terms_accepted_at = now()")

    assert not browser.get("/api/user.php").json["user"]["terms_due"]


def test_the_same_yes_many_times_at_once_is_one_row(browser: Browser, database: Database) -> None:
    joined(browser)

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
