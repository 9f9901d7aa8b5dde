"""Correction of a member's own name."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from pairwise.identity.v1.events_pb2 import MemberRenamed
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from identity.domain.account import RENAMED_AFTER
from identity.storage.tables import AccountRow
from identity.tests.factories import sign_up_form
from identity.usecases.change_name import change_name
from identity.wiring import Wiring

PATH = "/api/user.php"


@pytest.fixture
def ann(browser: Browser) -> UUID:
    member_id = UUID(browser.post("/api/signup.php", sign_up_form()).json["user"]["id"])
    browser.as_member(member_id)
    return member_id


def rename(browser: Browser, name: str) -> tuple[int, str]:
    answer = browser.send("PUT", PATH, {"name": name})
    return answer.status_code, answer.json["user"]["name"] if answer.status_code == 200 else code_of(answer.json)


def code_of(body: Any) -> str:
    errors = body["error"].get("errors")
    return str(errors[0]["code"] if isinstance(errors, list) and errors else body["error"]["code"])


def wait(database: Database, time: timedelta) -> None:
    with Session(database.engine) as session:
        session.execute(update(AccountRow).values(renamed_at=AccountRow.renamed_at - time))
        session.commit()


def test_a_corrected_name_is_announced(browser: Browser, database: Database, ann: UUID) -> None:
    assert rename(browser, "  Anna   Maria ") == (200, "Anna Maria")

    [event] = announced(database, MemberRenamed)
    assert (UUID(event.member_id), event.name) == (ann, "Anna Maria")
    assert browser.get(PATH).json["user"]["name"] == "Anna Maria"


def test_the_next_correction_waits_a_month(browser: Browser, database: Database, ann: UUID) -> None:
    assert rename(browser, "Anna")[0] == 200

    refusal = browser.send("PUT", PATH, {"name": "Maria"})
    assert (refusal.status_code, refusal.json["error"]["code"]) == (409, "name_changed_lately")
    again_on = datetime.fromisoformat(refusal.json["error"]["again_on"]).date()
    assert 29 <= (again_on - datetime.now().date()).days <= 31
    wait(database, RENAMED_AFTER - timedelta(minutes=1))
    assert rename(browser, "Maria")[0] == 409
    wait(database, timedelta(minutes=2))
    assert rename(browser, "Maria") == (200, "Maria")


def test_the_same_name_is_no_correction(browser: Browser, database: Database, ann: UUID) -> None:
    name = browser.get(PATH).json["user"]["name"]

    assert rename(browser, name) == (200, name)
    assert announced(database, MemberRenamed) == []
    assert rename(browser, "Anna")[0] == 200


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_required"),
        ("ann@example.org", "name_is_email"),
        ("@ann", "name_starts_with_at"),
        ("call 06 1234 5678", "name_is_contact"),
        ("Pairwise support", "name_reserved"),
        ("a" * 300, "field_too_long"),
    ],
)
def test_a_name_that_no_sign_up_may_have_is_refused(browser: Browser, ann: UUID, name: str, code: str) -> None:
    answer = browser.send("PUT", PATH, {"name": name})

    assert (answer.status_code, code_of(answer.json)) == (422, code)


def test_a_change_of_nothing_is_refused(browser: Browser, ann: UUID) -> None:
    answer = browser.send("PUT", PATH, {})

    assert (answer.status_code, code_of(answer.json)) == (422, "field_required")


def test_of_two_corrections_at_once_one_is_made(wired: Wiring, database: Database, ann: UUID) -> None:
    site = wired.sites.get("pairwise")

    def correct(name: str) -> str:
        try:
            return change_name(wired.unit_of_work(), site, ann, name).name
        except Refusal as refusal:
            return refusal.code

    names = [f"Ann {letter}" for letter in "ABCDEF"]
    with ThreadPoolExecutor(len(names)) as threads:
        outcomes = list(threads.map(correct, names))

    assert outcomes.count("name_changed_lately") == len(names) - 1
    assert len(announced(database, MemberRenamed)) == 1
