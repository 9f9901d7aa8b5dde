"""Search for members at the desk: for a case or a stated reason only, and recorded each time."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from shared.kit.core import Invalid
from shared.kit.testing.web import Browser

from profiles.moderation.domain.member_search import SearchBy
from profiles.tests.desk import REASON, complaint
from profiles.tests.fakes import FakeAccounts, FakePayments
from profiles.tests.makers import Town


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(name="Ann-Marie")


def search(desk: Browser, by: str = "name", text: str = "ann", **body: Any) -> Any:
    return desk.post("/api/staff-find.php", {"by": by, "text": text, **(body or {"reason": REASON})})


def found(answer: Any) -> list[str]:
    return [each["id"] for each in answer.json["found"]]


def records(town: Town) -> list[tuple[Any, ...]]:
    return town.rows(
        "SELECT actor_id, member_id, case_id, reason, searched_by FROM staff_actions"
        " WHERE action = 'staff.find_member' ORDER BY id"
    )


@pytest.mark.parametrize("text", [" ann ", "MARIE", "n-m", "Ann-Marie"])
def test_a_part_of_the_name_finds_and_every_search_is_recorded(
    desk: Browser, town: Town, mo: UUID, ann: UUID, text: str
) -> None:
    answers = [search(desk, text=text, reason=f" {REASON} ") for _ in range(2)]

    assert [found(answer) for answer in answers] == [[str(ann)]] * 2
    assert records(town) == [(mo, ann, None, REASON, "name")] * 2


@pytest.mark.parametrize("text", ["%", "_n", "%%", "a_n"])
def test_signs_of_a_pattern_are_no_pattern(desk: Browser, ann: UUID, text: str) -> None:
    answer = search(desk, text=text)

    assert answer.status_code == 422 or found(answer) == []


def test_the_beginning_of_an_id_finds(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    for text in (str(ann), str(ann)[:8].upper(), ann.hex[:4]):
        assert str(ann) in found(search(desk, by="id", text=text))
    assert [(actor, by) for actor, _, _, _, by in records(town)] == [(mo, "id")] * 3


@pytest.mark.parametrize(
    ("by", "text"), [("email", "ann@ex"), ("device", "Firefox, Linux"), ("network", "192.0.2.0/24")]
)
def test_identity_finds_what_it_alone_has(
    desk: Browser, town: Town, accounts: FakeAccounts, mo: UUID, ann: UUID, by: str, text: str
) -> None:
    foreign = town.woman(name="Ewa", pool=2)
    accounts.found[(SearchBy(by), text)] = [foreign, uuid4(), ann]

    assert found(search(desk, by=by, text=f" {text} ")) == [str(ann)]

    assert records(town) == [(mo, ann, None, REASON, by)]
    assert accounts.sites == [("pairwise",)]


@pytest.mark.parametrize(("by", "text"), [("phone", "5678"), ("payment", "tr_abc")])
def test_billing_finds_what_it_alone_has(
    desk: Browser, town: Town, payments: FakePayments, mo: UUID, ann: UUID, by: str, text: str
) -> None:
    payments.found[(SearchBy(by), text)] = [ann, town.woman(name="Ewa", pool=2)]

    assert found(search(desk, by=by, text=text)) == [str(ann)]
    assert records(town) == [(mo, ann, None, REASON, by)]


@pytest.mark.parametrize("by", ["email", "phone"])
def test_without_an_answer_nothing_is_shown_and_nothing_recorded(
    desk: Browser, town: Town, accounts: FakeAccounts, payments: FakePayments, by: str
) -> None:
    accounts.is_down = payments.is_down = True

    assert search(desk, by=by, text="12345").status_code == 503
    assert records(town) == []


def test_a_text_that_the_other_service_refuses_is_refused(
    desk: Browser, accounts: FakeAccounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise Invalid(field="text")

    monkeypatch.setattr(accounts, "find", refuse)

    assert search(desk, by="network", text="10.0.0.0/8").status_code == 422


def test_a_case_is_a_reason(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    case = complaint(town, ann)

    assert found(search(desk, case_id=str(case))) == [str(ann)]
    assert records(town) == [(mo, ann, case, None, "name")]


def test_a_case_of_another_desk_or_of_nobody_or_an_own_one_is_none(
    desk: Browser, town: Town, mo: UUID, ann: UUID
) -> None:
    codes = [
        search(desk, case_id=str(case)).json["error"]["code"]
        for case in (complaint(town, ann, site="iskra"), uuid4(), complaint(town, mo))
    ]

    assert codes == ["validation_failed", "validation_failed", "own_case"]
    assert records(town) == []


def test_a_search_that_finds_nobody_is_recorded(desk: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    assert search(desk, text="Nobody").json == {"found": []}

    assert records(town) == [(mo, None, None, REASON, "name")]


def test_a_search_shows_twenty_members_at_most(desk: Browser, town: Town) -> None:
    for _ in range(21):
        town.woman(name="Eva")

    assert len(search(desk, text="Eva").json["found"]) == 20
    assert len(records(town)) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"by": "name", "text": "Ann"},
        {"by": "name", "text": "Ann", "reason": "  "},
        {"by": "name", "text": "Ann", "reason": "x" * 501},
        {"by": "name", "text": "Ann", "reason": None},
        {"by": "name", "text": "Ann", "reason": 7},
        {"by": "name", "text": "Ann", "reason": REASON, "case_id": str(uuid4())},
        {"by": "name", "text": "Ann", "case_id": "nothing"},
        {"by": "name", "text": " ", "reason": REASON},
        {"by": "name", "text": "A", "reason": REASON},
        {"by": "name", "text": "x" * 255, "reason": REASON},
        {"by": "id", "text": "xyz1", "reason": REASON},
        {"by": "id", "text": "abc", "reason": REASON},
        {"by": "id", "text": "0" * 33, "reason": REASON},
        {"by": "email", "text": "a@", "reason": REASON},
        {"by": "phone", "text": "678", "reason": REASON},
        {"by": "shoe", "text": "Ann", "reason": REASON},
        {"text": "Ann", "reason": REASON},
        {"by": "name", "reason": REASON},
    ],
)
def test_a_search_that_says_too_little_is_refused(desk: Browser, town: Town, ann: UUID, body: dict[str, Any]) -> None:
    assert desk.post("/api/staff-find.php", body).status_code in (400, 422)
    assert records(town) == []


def test_a_member_without_the_role_finds_nobody(browser: Browser, town: Town, mo: UUID, ann: UUID) -> None:
    assert search(browser.as_member(mo)).status_code == 403
    assert records(town) == []
