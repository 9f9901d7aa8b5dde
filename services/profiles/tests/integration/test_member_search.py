"""Search for members at the desk: for a stated reason only, and recorded each time."""

from typing import Any
from uuid import UUID

import pytest
from shared.kit.testing.web import Browser

from profiles.tests.makers import Town

REASON = "The police asked, case 7"


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(name="Ann")


@pytest.fixture
def mo(town: Town) -> UUID:
    return town.woman(name="Mo")


@pytest.fixture
def desk(browser: Browser, mo: UUID) -> Browser:
    return browser.as_member(mo, staff=True)


def search(desk: Browser, **body: Any) -> Any:
    return desk.post("/api/staff-find.php", body)


def records(town: Town) -> list[tuple[Any, ...]]:
    return town.rows(
        "SELECT actor_id, member_id, case_id, reason FROM staff_actions WHERE action = 'staff.find_member' ORDER BY id"
    )


def test_every_search_is_recorded_with_its_reason(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    answers = [search(desk, name=" ann ", reason=f" {REASON} ") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert [each["id"] for each in answers[0].json["found"]] == [str(ann)]
    assert records(town) == [(mo, ann, None, REASON)] * 2


def test_a_search_that_finds_nobody_is_recorded(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    assert search(desk, name="Nobody", reason=REASON).json == {"found": []}

    assert records(town) == [(mo, None, None, REASON)]


def test_a_search_shows_twenty_members_at_most(desk: Browser, town: Town) -> None:
    for _ in range(21):
        town.woman(name="Eva")

    assert len(search(desk, name="Eva", reason=REASON).json["found"]) == 20
    assert len(records(town)) == 20


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Ann"},
        {"name": "Ann", "reason": "  "},
        {"name": "Ann", "reason": "x" * 501},
        {"name": "Ann", "reason": None},
        {"name": "Ann", "reason": 7},
        {"name": " ", "reason": REASON},
        {"name": "x" * 41, "reason": REASON},
        {"reason": REASON},
    ],
)
def test_a_search_without_a_name_or_a_reason_is_refused(
    desk: Browser, town: Town, ann: UUID, body: dict[str, Any]
) -> None:
    assert search(desk, **body).status_code in (400, 422)
    assert records(town) == []


def test_a_member_without_the_role_finds_nobody(browser: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    assert search(browser.as_member(mo), name="Ann", reason=REASON).status_code == 403
    assert records(town) == []
