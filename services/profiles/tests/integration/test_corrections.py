"""Corrections of name, gender and birth date."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from pairwise.identity.v1.events_pb2 import MemberRenamed
from pairwise.profiles.v1.events_pb2 import ProfileChanged
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.golden import golden_event
from shared.kit.testing.web import Browser
from sqlalchemy import update
from sqlalchemy.orm import Session

from profiles.domain.correction import BIRTH_DATE_AGAIN_AFTER, GENDER_AGAIN_AFTER, NEW_NAME_MARKED
from profiles.storage.tables import ProfileRow
from profiles.tests.integration.test_events import consume
from profiles.tests.makers import Town
from profiles.usecases.profile.change_profile import change_profile
from profiles.usecases.profile.check_text import TextRules
from profiles.wiring import Wiring

PATH = "/api/profile.php"
TEXTS = TextRules("pairwise", holds=True)


def put(browser: Browser, **changes: Any) -> Any:
    return browser.send("PUT", PATH, changes)


def refused(answer: Any) -> tuple[int, str]:
    error = answer.json["error"]
    return answer.status_code, (error.get("errors") or [error])[0]["code"]


def wait(database: Database, time: timedelta) -> None:
    columns = ("renamed_at", "gender_corrected_at", "birth_date_corrected_at")
    with Session(database.engine) as session:
        session.execute(update(ProfileRow).values({name: getattr(ProfileRow, name) - time for name in columns}))
        session.commit()


def found(browser: Browser, viewer: UUID, **filters: str) -> list[str]:
    return [card["id"] for card in browser.as_member(viewer).get("/api/search.php", **filters).json["profiles"]]


def test_a_corrected_gender_is_what_search_goes_by_at_once(browser: Browser, town: Town) -> None:
    ann, bo, eve = town.woman(), town.man(), town.woman(seeks=("female",))
    assert str(ann) in found(browser, bo)

    own = put(browser.as_member(ann), gender="male").json["profile"]

    assert (own["gender"], own["sexuality"], own["seeks"]) == ("male", "gay", ["male"])
    assert str(ann) not in found(browser, bo)
    assert str(ann) not in found(browser, eve)


def test_a_gender_corrected_together_with_the_genders_sought(browser: Browser, town: Town) -> None:
    own = put(browser.as_member(town.woman()), gender="male", seeks=[]).json["profile"]

    assert (own["gender"], own["sexuality"], own["seeks"]) == ("male", None, [])


def test_a_gender_is_corrected_once_in_90_days(browser: Browser, database: Database, town: Town) -> None:
    browser.as_member(town.woman())
    assert put(browser, gender="female").status_code == 200
    assert put(browser, gender="male").status_code == 200

    assert refused(put(browser, gender="female")) == (409, "changed_lately")
    assert put(browser, gender="male", about="I sail.").status_code == 200
    wait(database, GENDER_AGAIN_AFTER)
    assert put(browser, gender="female").status_code == 200


def test_a_birth_date_is_corrected_once_a_year(browser: Browser, database: Database, town: Town) -> None:
    browser.as_member(town.woman())
    assert put(browser, date_of_birth="1990-02-03").json["profile"]["date_of_birth"] == "1990-02-03"

    refusal = put(browser, date_of_birth="1991-02-03")
    assert refused(refusal) == (409, "changed_lately")
    assert date.fromisoformat(refusal.json["error"]["again_on"]) > date.today()
    wait(database, BIRTH_DATE_AGAIN_AFTER)
    assert put(browser, date_of_birth="1991-02-03").status_code == 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "date_of_birth_invalid"),
        ("1995-02-30", "date_of_birth_invalid"),
        ("3000-01-01", "date_of_birth_invalid"),
        ("1870-01-01", "date_of_birth_invalid"),
        ("2020-01-01", "date_of_birth_required"),
    ],
)
def test_an_impossible_birth_date_changes_nothing(browser: Browser, town: Town, text: str, code: str) -> None:
    browser.as_member(town.woman())
    answer = put(browser, date_of_birth=text, about="I sail.")

    assert refused(answer) == (422, code)
    assert browser.get(PATH).json["profile"]["about"] != "I sail."


@pytest.mark.parametrize(
    "changes", [{"gender": "other"}, {"gender": None}, {"date_of_birth": 19950412}, {"name": "Bo"}]
)
def test_bad_corrections_are_refused(browser: Browser, town: Town, changes: dict[str, Any]) -> None:
    assert put(browser.as_member(town.woman()), **changes).status_code == 422


def test_of_two_corrections_at_once_one_is_made(wired: Wiring, town: Town) -> None:
    ann = town.woman()

    def correct(year: int) -> str:
        try:
            change_profile(wired.unit_of_work(), wired.pause, ann, {"date_of_birth": f"{year}-01-01"}, TEXTS)
        except Refusal as refusal:
            return refusal.code
        return "done"

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(correct, range(1980, 1984))) == ["changed_lately"] * 3 + ["done"]


def renamed(member: UUID, name: str = "Maria") -> MemberRenamed:
    event = golden_event(MemberRenamed)
    event.member_id, event.name = str(member), name
    event.at.GetCurrentTime()
    return event


def test_a_corrected_name_stands_everywhere(browser: Browser, wired: Wiring, database: Database, town: Town) -> None:
    ann, bo = town.woman(), town.man()

    consume(wired, renamed(ann))

    assert browser.as_member(bo).get(PATH, id=str(ann)).json["profile"]["name"] == "Maria"
    [card] = browser.get("/api/search.php").json["profiles"]
    assert card["name"] == "Maria"
    assert announced(database, ProfileChanged)[-1].name == "Maria"


def test_conversation_partners_alone_see_for_a_month_that_a_name_is_new(
    browser: Browser, wired: Wiring, database: Database, town: Town
) -> None:
    ann, bo, eve = town.woman(), town.man(), town.man()
    with wired.unit_of_work() as uow:
        uow.profiles.acquaint(ann, bo)
        uow.commit()
    consume(wired, renamed(ann))

    def is_told(viewer: UUID) -> bool:
        return bool(browser.as_member(viewer).get(PATH, id=str(ann)).json["profile"]["is_renamed"])

    assert (is_told(bo), is_told(eve)) == (True, False)
    wait(database, NEW_NAME_MARKED)
    assert not is_told(bo)
