import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from pairwise.identity.v1.events_pb2 import AgeAssuranceChanged
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.db import Database
from shared.kit.http import RateLimiter
from shared.kit.http.app import provide
from shared.kit.http.webhook_signatures import sign
from shared.kit.testing.announced import announced
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import select, text, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from identity.domain.age_assurance import AgeOutcome
from identity.events.from_profiles import follow_country
from identity.settings import IdentitySettings
from identity.storage.tables import AccountRow, AgeCheckRow
from identity.tests.factories import erase_all_expired, signed_up
from identity.tests.fakes import FakeAgeProvider
from identity.tests.leaving import at_once
from identity.usecases.require_age import follow_documents
from identity.wiring import Wiring, check_age_provider

WEBHOOK = "/api/age-webhook.php"


@pytest.fixture
def provider() -> FakeAgeProvider:
    return FakeAgeProvider()


@pytest.fixture
def ways(wired: Wiring) -> Iterator[dict[str, str]]:
    """The site's `age_assurance`, for the test to fill; new members are in NL."""
    spec, asked = wired.sites.get("pairwise"), dict[str, str]()
    wired.sites._by_key["pairwise"] = spec.model_copy(update={"age_assurance": asked})
    wired.sites._by_key["pairwise"]._key, wired.sites._by_key["pairwise"]._base_url = spec.key, spec.base_url
    yield asked
    wired.sites._by_key["pairwise"] = spec


@pytest.fixture
def app(app: Flask, wired: Wiring, database: Database, provider: FakeAgeProvider, ways: dict[str, str]) -> Flask:
    limiter = RateLimiter.of(wired.settings, database)
    provide(app, wired.settings, database, replace(wired, rate_limiter=limiter, age_provider=provider))
    return app


def member(app: Flask, keys: KeyPair, email: str = "ann@example.org") -> tuple[Browser, UUID]:
    browser = Browser(app, keys)
    return browser, UUID(signed_up(browser, email=email).json["user"]["id"])


def state(browser: Browser) -> str:
    found: str = browser.get("/api/age-assurance.php").json["state"]
    return found


def withheld(database: Database) -> list[bool]:
    return [event.withheld for event in announced(database, AgeAssuranceChanged)]


def row_of(database: Database, member_id: UUID) -> AgeCheckRow:
    with Session(database.engine) as session:
        return session.scalars(select(AgeCheckRow).where(AgeCheckRow.member_id == member_id)).one()


def move(wired: Wiring, member_id: UUID, country: str) -> None:
    with wired.unit_of_work() as uow:
        follow_country(uow, ProfileChanged(member_id=str(member_id), country=country), wired)
        uow.commit()


def report(app: Flask, wired: Wiring, session_id: str, *, key: str = "", at: str = "") -> TestResponse:
    body, at = json.dumps({"id": session_id}).encode(), at or str(int(time.time()))
    signature = sign(key or wired.settings.age_provider_keys[0], at, body)
    headers = {"X-Webhook-Signature": f"t={at},v1={signature}"}
    return app.test_client().post(
        WEBHOOK, data=body, content_type="application/json", base_url="http://localhost:8080", headers=headers
    )


@pytest.mark.parametrize(
    ("way", "expected", "announcements"),
    [("none", "not_needed", []), ("declaration", "required", [True]), ("provider", "required", [True])],
)
def test_the_country_of_the_sign_up_decides(
    app: Flask, keys: KeyPair, database: Database, ways: dict[str, str], way: str, expected: str,
    announcements: list[bool],
) -> None:  # fmt: skip
    ways |= {"NL": way, "DE": "provider"}

    browser, _ = member(app, keys)

    answer = browser.get("/api/age-assurance.php").json
    assert (answer["state"], answer["way"]) == (expected, way)
    assert withheld(database) == announcements
    assert browser.get("/api/settings.php").json["settings"]["asks_for_age"]


def test_a_statement_is_recorded_with_its_date_and_version(
    app: Flask, keys: KeyPair, database: Database, ways: dict[str, str]
) -> None:
    ways["NL"] = "declaration"
    browser, ann = member(app, keys)
    refused = [browser.put("/api/age-assurance.php", body).status_code for body in ({}, {"is_old_enough": False})]
    assert refused == [422, 422]
    assert browser.post("/api/age-check.php", {}).json["error"]["code"] == "age_assurance_not_due"

    answers = [browser.put("/api/age-assurance.php", {"is_old_enough": True}).json["state"] for _ in range(2)]

    assert answers == ["passed", "passed"]
    row = row_of(database, ann)
    assert (row.outcome, row.statement, row.provider) == ("declared", "1", None)
    assert row.decided_at is not None
    assert withheld(database) == [True, False]


def test_a_statement_is_no_proof(app: Flask, keys: KeyPair, wired: Wiring, ways: dict[str, str]) -> None:
    ways |= {"NL": "declaration", "DE": "provider"}
    browser, ann = member(app, keys)
    browser.put("/api/age-assurance.php", {"is_old_enough": True})

    move(wired, ann, "DE")

    assert state(browser) == "required"
    again = browser.put("/api/age-assurance.php", {"is_old_enough": True})
    assert again.json["error"]["code"] == "age_assurance_not_due"


def test_a_passed_check_shows_the_member(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    browser, ann = member(app, keys)

    assert browser.post("/api/age-check.php", {}).json["url"] == "https://age.test/1"
    assert browser.put("/api/age-check.php", {}).json["state"] == "pending"
    provider.outcomes["s1"] = AgeOutcome.PASSED
    assert report(app, wired, "s1").status_code == 200

    assert state(browser) == "passed"
    row = row_of(database, ann)
    assert (row.outcome, row.provider, row.session_id, row.session_url) == ("passed", "age.test", None, None)
    assert withheld(database) == [True, False]
    # A replay, and a result that the provider changes later, find no session under way.
    provider.outcomes["s1"] = AgeOutcome.FAILED
    assert report(app, wired, "s1").status_code == 200
    assert state(browser) == "passed"
    assert browser.post("/api/age-check.php", {}).json["error"]["code"] == "age_assurance_not_due"


def test_a_failed_check_can_be_repeated(
    app: Flask, keys: KeyPair, database: Database, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    browser, _ = member(app, keys)
    browser.post("/api/age-check.php", {})
    provider.outcomes["s1"] = AgeOutcome.FAILED
    assert browser.put("/api/age-check.php", {}).json["state"] == "failed"

    assert browser.post("/api/age-check.php", {}).json["url"] == "https://age.test/2"

    assert state(browser) == "pending"
    assert withheld(database) == [True]


@pytest.mark.parametrize("forged", [{"key": "another key of 16 letters"}, {"at": "1700000000"}, {"at": "soon"}])
def test_a_webhook_without_a_fresh_signature_is_refused(
    app: Flask, keys: KeyPair, wired: Wiring, provider: FakeAgeProvider, ways: dict[str, str], forged: dict[str, Any]
) -> None:
    ways["NL"] = "provider"
    browser, _ = member(app, keys)
    browser.post("/api/age-check.php", {})
    provider.outcomes["s1"] = AgeOutcome.PASSED

    refused = report(app, wired, "s1", **forged)

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "webhook_unsigned")
    assert state(browser) == "pending"


def test_a_session_counts_for_the_member_who_began_it(
    app: Flask, keys: KeyPair, wired: Wiring, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    (ann, _), (bo, _) = member(app, keys), member(app, keys, "bo@example.org")
    for browser in (ann, bo):
        browser.post("/api/age-check.php", {})
    provider.outcomes["s2"] = AgeOutcome.PASSED

    ann.put("/api/age-check.php", {})
    report(app, wired, "s2")
    report(app, wired, "unknown")

    assert (state(ann), state(bo)) == ("pending", "passed")


def test_a_provider_that_is_down_changes_nothing(
    app: Flask, keys: KeyPair, wired: Wiring, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    browser, _ = member(app, keys)
    provider.is_down = True
    refused = browser.post("/api/age-check.php", {})
    assert (refused.status_code, refused.json["error"]["code"]) == (503, "age_provider_unavailable")
    assert state(browser) == "required"

    provider.is_down = False
    browser.post("/api/age-check.php", {})
    provider.is_down = True

    assert browser.put("/api/age-check.php", {}).status_code == 503
    assert report(app, wired, "s1").status_code == 503  # so that the provider repeats it
    assert state(browser) == "pending"


def test_two_tabs_begin_one_session(app: Flask, keys: KeyPair, provider: FakeAgeProvider, ways: dict[str, str]) -> None:
    ways["NL"] = "provider"
    _, ann = member(app, keys)
    tabs = [Browser(app, keys).as_member(ann) for _ in range(4)]

    answers = at_once(*(partial(tab.post, "/api/age-check.php", {}) for tab in tabs))

    assert {answer.json["url"] for answer in answers} == {"https://age.test/1"}
    assert len(provider.sessions) == 1


def test_an_expired_session_is_begun_again(
    app: Flask, keys: KeyPair, database: Database, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    browser, _ = member(app, keys)
    browser.post("/api/age-check.php", {})
    with Session(database.engine) as session:
        session.execute(update(AgeCheckRow).values(started_at=AgeCheckRow.started_at - timedelta(hours=1)))
        session.commit()

    assert state(browser) == "required"

    assert browser.post("/api/age-check.php", {}).json["url"] == "https://age.test/2"


def test_both_countries_count(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, ways: dict[str, str]
) -> None:
    ways["DE"] = "provider"
    browser, ann = member(app, keys)
    assert state(browser) == "not_needed"

    move(wired, ann, "DE")
    assert state(browser) == "required"
    move(wired, ann, "")  # an event about a name
    assert state(browser) == "required"
    move(wired, ann, "FR")
    assert state(browser) == "not_needed"
    assert withheld(database) == [True, False]

    # A town abroad is no way around what the country of the sign-up asks for.
    ways["NL"] = "declaration"
    assert state(browser) == "required"


def test_a_changed_site_document_applies_to_all_members(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, ways: dict[str, str]
) -> None:
    ways["NL"] = "declaration"
    (ann, _), _ = member(app, keys), member(app, keys, "bo@example.org")
    ann.put("/api/age-assurance.php", {"is_old_enough": True})

    ways["NL"] = "none"
    assert follow_documents(wired.unit_of_work(), wired.sites) == 1
    ways["NL"] = "provider"
    assert follow_documents(wired.unit_of_work(), wired.sites) == 2
    assert follow_documents(wired.unit_of_work(), wired.sites) == 0

    assert withheld(database) == [True, True, False, False, True, True]
    assert state(ann) == "required"


def test_suspended_members_begin_no_check_and_erased_ones_leave_nothing(
    app: Flask, keys: KeyPair, wired: Wiring, database: Database, provider: FakeAgeProvider, ways: dict[str, str]
) -> None:
    ways["NL"] = "provider"
    browser, ann = member(app, keys)
    browser.post("/api/age-check.php", {})
    provider.outcomes["s1"] = AgeOutcome.PASSED
    with Session(database.engine) as session:
        session.execute(update(AccountRow).values(is_suspended=True))
        session.commit()
    assert browser.post("/api/age-check.php", {}).status_code == 403

    with Session(database.engine) as session:
        session.execute(text("UPDATE accounts SET status = 'deleted', deleted_at = now() - interval '15 days'"))
        session.commit()
    assert erase_all_expired(wired) == 1

    assert report(app, wired, "s1").status_code == 200
    with Session(database.engine) as session:
        assert session.scalars(select(AgeCheckRow)).all() == []
    move(wired, ann, "NL")  # an event that comes late
    assert len(withheld(database)) == 1


def test_a_site_that_asks_for_proof_needs_a_provider(wired: Wiring, ways: dict[str, str]) -> None:
    ways["NL"] = "provider"
    check_age_provider(wired.settings, wired.sites)
    with pytest.raises(ValueError, match="AGE_PROVIDER_URL"):
        check_age_provider(wired.settings.model_copy(update={"age_provider_url": ""}), wired.sites)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9000", "http://pairwise-age:8080"])
def test_production_refuses_the_sandbox(keys: KeyPair, url: str) -> None:
    given = environment_of(
        "identity",
        DATABASE_URL="postgresql://identity@localhost/identity",
        TOKEN_PUBLIC_KEY=str(keys.public),
        TOKEN_PRIVATE_KEY=str(keys.private),
        PUSH_PUBLIC_KEY="BOurs",
        AGE_PROVIDER_URL=url,
    )
    assert IdentitySettings.from_environment(**given).age_provider_url == url
    with pytest.raises((ValueError, SystemExit), match="AGE_PROVIDER_URL must be https"):
        IdentitySettings.from_environment(
            **given | {"PAIRWISE_ENV": "production", "PAIRWISE_PUBLIC_URL": "https://pairwise.example"}
        )
