"""The quality sample: a second person decides without a sign of the first decision, and a third where they differ."""

import json
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

from profiles.moderation.domain.quality_reviews import is_sampled
from profiles.tests.confirmations import appeal
from profiles.tests.desk import (
    STATED,
    OpenDesk,
    code,
    complaint,
    decide,
    looks,
    opened,
    take,
    ten_seconds_later,
    waiting_photo,
)
from profiles.tests.integration import test_verification as verifications
from profiles.tests.makers import Town
from profiles.wiring import Wiring

FIRST_WORDS = "Asked three members for money."


@pytest.fixture(autouse=True)
def every_decision_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("profiles.moderation.domain.quality_reviews.ONE_OF", 1)


@pytest.fixture
def mo(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mo"))


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


@pytest.fixture
def second(at_desk: OpenDesk, mia: UUID) -> Browser:
    return at_desk(mia)


@pytest.fixture
def third(at_desk: OpenDesk, town: Town) -> Browser:
    return at_desk(town.woman(name="Mel"))


def reviews(desk: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get("/api/staff-reviews.php").json["reviews"]
    return found


def open_review(desk: Browser, review: str) -> dict[str, Any]:
    answer = desk.post("/api/staff-reviews.php", {"decision_id": review})
    assert answer.status_code == 201, answer.json
    found: dict[str, Any] = answer.json or {}
    return found


def opinion(desk: Browser, review: str, measure: str) -> Any:
    return desk.put("/api/staff-reviews.php", {"decision_id": review, "measure": measure})


def decided(desk: Browser, town: Town, wired: Wiring, case: UUID, measure: str, **stated: Any) -> str:
    """The review of a decision that this desk made."""
    assert take(desk, case) == (201, "")
    assert decide(desk, case, measure, **stated) == (201, "")
    assert ten_seconds_later(town, wired) == 1
    return str(town.rows("SELECT decision_id FROM quality_reviews ORDER BY decided_at DESC LIMIT 1")[0][0])


def of_report(town: Town) -> tuple[UUID, str, dict[str, Any], str]:
    return complaint(town, town.man()), "suspend", {**STATED, "facts": FIRST_WORDS, "days": 30}, "warn"


def of_photo(town: Town) -> tuple[UUID, str, dict[str, Any], str]:
    return waiting_photo(town)[1], "reject", {"photo_reason": "nudity"}, "approve"


def of_text(town: Town) -> tuple[UUID, str, dict[str, Any], str]:
    member = town.man(about="Call me: 555 0100")
    return complaint(town, member, "advertising", kind="text"), "warn", {**STATED, "facts": FIRST_WORDS}, "dismiss"


def of_minor(town: Town) -> tuple[UUID, str, dict[str, Any], str]:
    return complaint(town, town.man(), "minor"), "dismiss", {"reason": "minor", "ground": "terms"}, "suspend"


KINDS = [of_report, of_photo, of_text, of_minor]


def without_what_moves(file: Any) -> Any:
    """A case file without the lease, signed addresses and the number of a look."""
    text = json.dumps({name: file[name] for name in ("complaint", "reports", "photo", "person", "context", "notes")})
    return json.loads(text, object_hook=lambda each: {n: v for n, v in each.items() if not n.endswith("src")})


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_person_sees_the_case_as_the_first_one_did(
    mo: Browser, second: Browser, mia: UUID, town: Town, wired: Wiring, kind: Any
) -> None:
    case, measure, stated, other = kind(town)
    before = opened(mo, case)

    review = decided(mo, town, wired, case, measure, **stated)
    shown = open_review(second, review)

    assert shown["opinions"] is None
    assert without_what_moves(shown["case"]) == without_what_moves(before)
    assert FIRST_WORDS not in json.dumps(shown)
    answer = opinion(second, review, other).json
    assert (answer["agreed"], answer["opinions"]["first"], answer["opinions"]["second"]) == (False, measure, other)
    assert town.rows("SELECT count(*) FROM decisions WHERE actor_id = %(id)s", id=mia) == [(0,)]
    assert (mia, UUID(shown["case"]["member_id"]), case, None) in looks(town, "review_decision")


def test_an_answered_appeal_is_open_to_the_second_person(
    mo: Browser, second: Browser, at_desk: OpenDesk, town: Town, wired: Wiring, browser: Browser
) -> None:
    case, measure, stated, _ = of_report(town)
    decided(at_desk(town.woman()), town, wired, case, measure, **stated)
    appeal(browser, str(town.newest("decisions")))
    [(appealed,)] = town.rows("SELECT id FROM complaints WHERE kind = 'appeal'")
    before = opened(mo, appealed)
    review = decided(mo, town, wired, appealed, "dismiss", **{**STATED, "template": "appeal_kept"})

    shown = open_review(second, review)

    assert shown["case"]["appealed"] == before["appealed"]
    assert without_what_moves(shown["case"]) == without_what_moves(before)


def test_a_difference_goes_to_a_third_person(
    mo: Browser, second: Browser, third: Browser, town: Town, wired: Wiring
) -> None:
    case, measure, stated, _ = of_report(town)
    review = decided(mo, town, wired, case, measure, **stated)
    assert [each["id"] for each in reviews(second)] == [review]
    assert opinion(second, review, "warn").status_code == 200

    assert (reviews(mo), reviews(second)) == ([], [])
    assert reviews(third) == [{"id": review, "blind": False}]
    both = open_review(third, review)["opinions"]
    assert (both["first"], both["second"], both["first_facts"]) == ("suspend", "warn", FIRST_WORDS)
    assert code(opinion(third, review, "hide")) == (422, "validation_failed")
    assert opinion(third, review, "warn").json["agreed"] is False
    assert reviews(third) == []
    assert code(opinion(third, review, "warn"))[0] == 409
    assert code(third.post("/api/staff-reviews.php", {"decision_id": review})) == (409, "already_decided")


@pytest.mark.parametrize(("first", "second_measure", "agreed"), [("dismiss", "dismiss", 1), ("warn", "dismiss", 0)])
def test_a_moderator_sees_own_numbers_and_a_lead_all(
    mo: Browser, second: Browser, mia: UUID, town: Town, wired: Wiring, first: str, second_measure: str, agreed: int
) -> None:
    review = decided(mo, town, wired, complaint(town, town.man()), first, **STATED)
    opinion(second, review, second_measure)

    [own] = mo.get("/api/staff-numbers.php").json["people"]

    assert (own["decided"], own["reviewed"], own["agreed"]) == (1, 1, agreed)
    answer = second.get("/api/staff-numbers.php").json
    assert (answer["people"], answer["lead"]) == ([], False)
    answer = second.as_member(mia, staff=True, lead=True).get("/api/staff-numbers.php").json
    assert (answer["people"], answer["lead"]) == ([own], True)


def test_nobody_reviews_what_they_are_involved_in(
    mo: Browser, at_desk: OpenDesk, second: Browser, mia: UUID, town: Town, wired: Wiring
) -> None:
    reporter, about = town.woman(), town.man()
    review = decided(mo, town, wired, complaint(town, about, reporter=reporter), "suspend", **STATED)
    [(decision,)] = town.rows("SELECT decision_id FROM confirmations")
    opponent = town.woman()
    complaint(town, opponent, reporter=about)
    town.run("UPDATE confirmations SET settled_by = %(id)s, outcome = 'confirmed'", id=mia)

    assert reviews(second) == []
    for each in (mo, at_desk(reporter), at_desk(about), at_desk(opponent), second):
        assert code(each.post("/api/staff-reviews.php", {"decision_id": review})) == (409, "own_case")
        assert code(opinion(each, review, "warn")) == (409, "own_case")
    assert str(decision) == review
    assert reviews(mo) == reviews(at_desk(reporter)) == reviews(at_desk(about)) == reviews(at_desk(opponent)) == []


def test_of_two_at_once_one_is_second(mo: Browser, at_desk: OpenDesk, town: Town, wired: Wiring) -> None:
    review = decided(mo, town, wired, complaint(town, town.man()), "dismiss", **STATED)
    desks = [at_desk(town.woman()) for _ in range(2)]

    answers = at_once(*[partial(opinion, each, review, "dismiss") for each in desks])

    assert sorted(each.status_code for each in answers) == [200, 409]


def test_reviews_of_what_is_gone_are_not_offered(mo: Browser, second: Browser, town: Town, wired: Wiring) -> None:
    case, measure, stated, _ = of_photo(town)
    review = decided(mo, town, wired, case, measure, **stated)
    town.run("DELETE FROM photos WHERE id = (SELECT case_id FROM quality_reviews)")

    assert reviews(second) == []
    assert second.post("/api/staff-reviews.php", {"decision_id": review}).status_code == 404


def test_a_review_ends_after_thirty_days(mo: Browser, second: Browser, town: Town, wired: Wiring) -> None:
    review = decided(mo, town, wired, complaint(town, town.man()), "dismiss", **STATED)
    town.run("UPDATE quality_reviews SET decided_at = decided_at - interval '31 days'")

    assert reviews(second) == []
    assert second.post("/api/staff-reviews.php", {"decision_id": review}).status_code == 404
    assert opinion(second, review, "dismiss").status_code == 404


@pytest.mark.parametrize("body", [{}, {"decision_id": "7"}, {"decision_id": str(uuid4()), "more": 1}])
def test_bad_requests_are_refused(second: Browser, body: dict[str, Any]) -> None:
    assert second.post("/api/staff-reviews.php", body).status_code == 422
    assert second.put("/api/staff-reviews.php", {**body, "measure": "flog"}).status_code == 422


def test_the_key_chooses_one_of_twenty(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("profiles.moderation.domain.quality_reviews.ONE_OF", 20)
    ids = [UUID(int=number) for number in range(4000)]

    chosen = [each for each in ids if is_sampled(wired.settings.statement_keys, each)]

    assert 140 < len(chosen) < 260
    assert chosen != [each for each in ids if is_sampled(wired.settings.cursor_keys, each)]


def test_a_decision_about_a_verification_is_made_again_with_its_pictures(
    mo: Browser, second: Browser, third: Browser, app: Flask, keys: KeyPair, town: Town, wired: Wiring
) -> None:
    ann = town.woman(name="Ann")
    draw_id = verifications.submit(Browser(app, keys).as_member(ann))
    case = verifications.case_of(town)
    picture = partial(second.get, verifications.DESK_PATH, id=draw_id, number=0)
    assert code(picture()) == (409, "case_not_yours")
    photos = [each["id"] for each in opened(mo, case)["verification"]["photos"]]
    assert decide(mo, case, "verify", photos=photos) == (201, "")
    assert ten_seconds_later(town, wired) == 1
    [(review,)] = town.rows("SELECT decision_id FROM quality_reviews")

    found = open_review(second, str(review))

    shown = found["verification"]
    assert (found["opinions"], shown["pictures"], shown["asked"], shown["by_model"]) == (None, 2, False, False)
    assert picture().status_code == 200
    assert code(mo.get(verifications.DESK_PATH, id=draw_id, number=0)) == (409, "case_not_yours")
    assert code(opinion(second, str(review), "warn"))[0] == 422
    assert opinion(second, str(review), "refuse_verification").json["agreed"] is False
    assert open_review(third, str(review))["opinions"]["first"] == "verify"
    assert opinion(third, str(review), "verify").json["member_id"] == str(ann)
    assert code(picture()) == (409, "case_not_yours")


def test_a_verification_without_its_pictures_is_no_longer_made_again(
    mo: Browser, second: Browser, app: Flask, keys: KeyPair, town: Town, wired: Wiring
) -> None:
    hers = Browser(app, keys).as_member(town.woman(name="Ann"))
    verifications.submit(hers)
    verifications.settle(town, wired, mo, "refuse_verification", verification_reason="wrong_pose")
    [(review,)] = town.rows("SELECT decision_id FROM quality_reviews")
    assert [each["id"] for each in reviews(second)] == [str(review)]
    assert hers.delete(verifications.PATH, {}).status_code in {200, 204}

    assert reviews(second) == []
    assert code(second.post("/api/staff-reviews.php", {"decision_id": str(review)})) == (404, "not_found")
