"""Search over past decisions, their export, and the numbers of the people at the desk."""

import sys
from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.testing.web import Browser

from profiles.tests.desk import (
    STATED,
    OpenDesk,
    complaint,
    decide,
    looks,
    take,
    ten_seconds_later,
    undo,
)
from profiles.tests.makers import Town
from profiles.wiring import Wiring


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


@pytest.fixture
def mo(at_desk: OpenDesk, mia: UUID) -> Browser:
    return at_desk(mia)


def found(desk: Browser, **wanted: Any) -> list[str]:
    answer = desk.post("/api/staff-decisions.php", wanted)
    assert answer.status_code == 200, answer.json
    return [each["measure"] for each in (answer.json or {})["decisions"]]


@pytest.fixture
def warned(mo: Browser, town: Town, bo: UUID, wired: Wiring) -> UUID:
    """The member of a warning, made for a report of ten minutes before."""
    case = complaint(town, bo)
    town.run("UPDATE complaints SET made_at = now() - interval '10 minutes'")
    take(mo, case)
    decide(mo, case, "warn", **{**STATED, "facts": "Wrote: 100% sure, +49"})
    assert ten_seconds_later(town, wired) == 1
    return bo


def test_decisions_are_found_by_each_filter(mo: Browser, town: Town, mia: UUID, warned: UUID) -> None:
    town.run(
        "INSERT INTO decisions (id, member_id, measure, decided_at) VALUES (%(id)s, %(member)s, 'lift', '2026-01-02')",
        id=uuid4(),
        member=town.man(),
    )
    today = str(town.rows("SELECT (now() AT TIME ZONE 'UTC')::date")[0][0])

    assert found(mo) == ["lift", "warn"]
    for wanted in (
        {"member_id": str(warned)},
        {"actor_id": str(mia)},
        {"reason": "fraud"},
        {"measure": "warn"},
        {"first": today},
        {"words": "100% SURE"},
    ):
        assert found(mo, **wanted) == ["warn"], wanted
    assert found(mo, first="2026-01-02", last="2026-01-02") == ["lift"]
    assert found(mo, words="100_ sure") == []
    kinds = [row[0] for row in town.rows("SELECT searched_by FROM staff_actions WHERE action = 'staff.find_decision'")]
    assert {"", "member_id", "first last", "words"} <= set(kinds)
    assert looks(town, "find_decision")[1] == (mia, warned, None, None)


def test_more_decisions_than_a_page_are_read_on(mo: Browser, town: Town, warned: UUID) -> None:
    town.run(
        "INSERT INTO decisions (id, member_id, measure, decided_at) "
        "SELECT gen_random_uuid(), %(id)s, 'lift', now() FROM generate_series(1, 100)",
        id=warned,
    )

    page = mo.post("/api/staff-decisions.php", {"words": "sure"}).json
    first = mo.post("/api/staff-decisions.php", {}).json
    rest = mo.post("/api/staff-decisions.php", {"before": first["decisions"][-1]["number"]}).json

    assert (len(page["decisions"]), page["more"]) == (1, False)
    assert (len(first["decisions"]), first["more"], first["decisions"][0]["member_name"]) == (100, True, "Bo")
    assert ([each["measure"] for each in rest["decisions"]], rest["more"]) == (["warn"], False)


def test_the_parts_of_a_file_are_the_whole_file(
    mo: Browser, town: Town, warned: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The package has a blueprint of the module's name.
    monkeypatch.setattr(sys.modules["profiles.moderation.web.past_decisions"], "IN_FILE_MOST", 3)
    town.run(
        "INSERT INTO decisions (id, member_id, measure, decided_at) "
        "SELECT gen_random_uuid(), %(id)s, 'lift', now() FROM generate_series(1, 5)",
        id=warned,
    )

    parts = [mo.post("/api/staff-decisions.php", {"as_file": True}).json]
    while parts[-1]["more"]:
        asked = {"as_file": True, "before": parts[-1]["last_number"]}
        parts.append(mo.post("/api/staff-decisions.php", asked).json)

    header, *rows = "".join(each["file"] for each in parts).splitlines()
    assert header.startswith('\ufeff"number"')
    assert [row.count('"lift"') + row.count('"warn"') for row in rows] == [1] * 6
    assert len(parts) == 2


@pytest.mark.parametrize(
    "wanted",
    [{"words": "ab"}, {"measure": "flog"}, {"first": "yesterday"}, {"member_id": "7"}, {"more": 1}, {"before": -1}],
)
def test_bad_searches_are_refused(mo: Browser, wanted: dict[str, Any]) -> None:
    assert mo.post("/api/staff-decisions.php", wanted).status_code == 422
    assert mo.get("/api/staff-numbers.php", days=0).status_code == 422


def test_the_file_has_no_words_about_a_person(mo: Browser, warned: UUID) -> None:
    file = mo.post("/api/staff-decisions.php", {"as_file": True}).json["file"]

    header, row = file.lstrip("\ufeff").splitlines()
    assert len(header.split(",")) == len(row.split(","))
    assert '"warn"' in row
    assert str(warned) in row
    assert "sure" not in row


def test_nobody_finds_decisions_about_themselves_or_their_reports(at_desk: OpenDesk, town: Town, warned: UUID) -> None:
    reporter = town.woman()
    town.run("UPDATE complaints SET reporter_id = %(id)s", id=reporter)

    assert [found(at_desk(each)) for each in (warned, reporter, town.woman())] == [[], [], ["warn"]]


def test_numbers_of_each_person(mo: Browser, town: Town, mia: UUID, warned: UUID) -> None:
    undone, key = complaint(town, warned), uuid4()
    take(mo, undone)
    decide(mo, undone, "warn", key, **STATED)
    assert undo(mo, key) == (200, "")
    [(decision,)] = town.rows("SELECT id FROM decisions")
    appeal = complaint(town, warned, kind="appeal", decision=decision)
    numbers = {"actor_id": str(mia), "name": "Mia", "decided": 1, "undone": 1, "reviewed": 0, "agreed": 0}

    [before] = mo.get("/api/staff-numbers.php").json["people"]
    town.run("UPDATE complaints SET decided_at = now(), outcome = 'acted' WHERE id = %(id)s", id=appeal)
    [after] = mo.get("/api/staff-numbers.php", days=1).json["people"]

    assert before["median_seconds"] in range(595, 700)
    assert {**before, **numbers, "overturned": 0} == before
    assert {**after, **numbers, "overturned": 1} == after
