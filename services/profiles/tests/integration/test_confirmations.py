"""What cannot be undone takes two people: one decides, another confirms, and until then it can be undone."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import MemberModerated, PhotoRejected
from PIL import Image
from shared.kit.settings import REPOSITORY
from shared.kit.testing.announced import announced
from shared.kit.testing.database import superuser_of
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media
from shared.privacy import erase

from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.fakes import FakeAccounts
from profiles.tests.makers import Town
from profiles.usecases.confirm_decision import lapse_unconfirmed
from profiles.usecases.export_photos import export_photos
from profiles.usecases.forget_member import release_files
from profiles.usecases.take_measure import lift_ended
from profiles.wiring import Wiring

STATED = {"reason": "fraud", "ground": "terms", "facts": "Asked three members for money."}
PICTURE = REPOSITORY / "scripts" / "demo" / "portraits" / "photos" / "w001-1.webp"

OpenDesk = Callable[[UUID], Browser]


@pytest.fixture
def accounts(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeAccounts:
    fake = FakeAccounts()
    monkeypatch.setitem(wired.__dict__, "accounts", fake)
    return fake


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


@pytest.fixture
def bo(town: Town) -> UUID:
    return town.man(photos=())


@pytest.fixture
def mo(town: Town) -> UUID:
    return town.woman(name="Mo")


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


@pytest.fixture
def at_desk(app: Flask, keys: KeyPair) -> OpenDesk:
    return lambda member: Browser(app, keys).as_member(member, staff=True)


def suspend(desk: Browser, member: UUID, **more: Any) -> str:
    key = str(uuid4())
    body = {"id": key, "member_id": str(member), "measure": "suspend", **STATED, **more}
    assert desk.post("/api/staff-member.php", body).status_code == 201
    return key


def lift(desk: Browser, member: UUID) -> int:
    body = {"id": str(uuid4()), "member_id": str(member), "measure": "lift", **STATED}
    return desk.post("/api/staff-member.php", body).status_code


def settle(desk: Browser, decision: str, refusal: str | None = None) -> tuple[int, str]:
    body = {"id": str(uuid4()), "decision_id": decision, "confirmed": refusal is None}
    answer = desk.post("/api/staff-confirmations.php", body if refusal is None else {**body, "facts": refusal})
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


def waiting(desk: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get("/api/staff-confirmations.php").json["decisions"]
    return found


def outcomes(town: Town) -> list[str | None]:
    return [outcome for (outcome,) in town.rows("SELECT outcome FROM confirmations ORDER BY asked_at")]


def sanction(town: Town, member: UUID) -> tuple[Any, ...]:
    [found] = town.rows(
        "SELECT sanction, CAST(sanction_until - now() AS interval) > interval '13 days',"
        " sanction_until - now() < interval '15 days', hidden FROM profiles WHERE member_id = %(id)s",
        id=member,
    )
    return found


IN_FORCE_FOR_NOW, FOR_GOOD, FREE = ("suspend", True, True, True), ("suspend", None, None, True), (None,) * 3 + (False,)


def let_time_pass(town: Town) -> None:
    """Two weeks: the time to confirm is over, and so is what was in force until then."""
    with psycopg.connect(superuser_of(town.database)) as owner:
        owner.execute("ALTER TABLE confirmations DISABLE TRIGGER confirmations_stay")
        owner.execute("UPDATE confirmations SET expires_at = now() - interval '1 second'")
        owner.execute("ALTER TABLE confirmations ENABLE TRIGGER confirmations_stay")
    town.run("UPDATE profiles SET sanction_until = now() - interval '1 second' WHERE sanction_until IS NOT NULL")


def appeal(browser: Browser, decision: str) -> None:
    body = {"id": str(uuid4()), "decision_id": decision, "text": "It was not me."}
    assert browser.post("/api/appeal.php", body).status_code == 201


def grant_appeal(desk: Browser) -> tuple[int, str]:
    [case] = [one for one in desk.get("/api/staff-complaints.php").json["complaints"] if one["kind"] == "appeal"]
    body = {"id": str(uuid4()), "complaint_id": case["id"], "measure": "lift", **STATED}
    answer = desk.post("/api/staff-complaints.php", body)
    return answer.status_code, (answer.json.get("error") or {}).get("code", "")


@pytest.mark.parametrize("more", [{}, {"days": 366}, {"days": 3650}])
def test_one_person_suspends_for_a_fortnight_and_a_second_for_good(
    at_desk: OpenDesk, town: Town, accounts: FakeAccounts, bo: UUID, mo: UUID, mia: UUID, more: dict[str, int]
) -> None:
    decision = suspend(at_desk(mo), bo, **more)
    assert sanction(town, bo) == IN_FORCE_FOR_NOW
    [own] = at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]
    assert (own["provisional"], own["until"] is not None) == (True, True)
    [shown] = waiting(at_desk(mia))
    assert (shown["decision_id"], shown["decided_by"], shown["facts"]) == (decision, "Mo", STATED["facts"])
    assert (shown["can_confirm"], waiting(at_desk(mo))[0]["can_confirm"]) == (True, False)

    assert settle(at_desk(mia), decision) == (201, "")

    assert sanction(town, bo)[0::3] == ("suspend", True)
    assert (sanction(town, bo) == FOR_GOOD) is not bool(more)
    assert waiting(at_desk(mia)) == []
    told = announced(town.database, MemberModerated)
    assert [(one.measure, one.reason, one.provisional, one.until != "") for one in told] == [
        ("suspend", "fraud", True, True),
        ("suspend", "fraud", False, bool(more)),
    ]
    assert [suspended for _, _, suspended in accounts.told] == [True, True]
    assert town.rows("SELECT actor_id, measure FROM decisions ORDER BY number") == [(mo, "suspend"), (mia, "suspend")]
    assert [one["provisional"] for one in at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]] == [
        False,
        False,
    ]


@pytest.mark.parametrize(("what", "days"), [("suspend", 365), ("suspend", 1), ("hide", None), ("warn", None)])
def test_a_reversible_decision_takes_one_person(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, what: str, days: int | None
) -> None:
    body = {"id": str(uuid4()), "member_id": str(bo), "measure": what, "days": days, **STATED}
    assert at_desk(mo).post("/api/staff-member.php", body).status_code == 201

    assert waiting(at_desk(mo)) == []
    assert [one.provisional for one in announced(town.database, MemberModerated)] == [False]


def test_a_complaint_that_ends_in_a_suspension_waits_too(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    """The reporter, who works at the desk as well, is involved and cannot be the second person."""
    complaint = {"id": str(uuid4()), "kind": "profile", "about_id": str(bo), "reason": "fraud", "text": "Wants money"}
    assert browser.as_member(mia).post("/api/complaint.php", complaint).status_code == 201
    body = {"id": str(uuid4()), "complaint_id": complaint["id"], "measure": "suspend", **STATED}
    assert at_desk(mo).post("/api/staff-complaints.php", body).status_code == 201

    assert sanction(town, bo) == IN_FORCE_FOR_NOW
    assert settle(at_desk(mia), body["id"]) == (409, "second_person_needed")
    assert settle(at_desk(town.woman(name="Cy")), body["id"]) == (201, "")


@pytest.mark.parametrize("refusal", [None, "No"])
def test_neither_the_decider_nor_the_member_is_the_second_person(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, refusal: str | None
) -> None:
    decision = suspend(at_desk(mo), bo)

    for one in (mo, bo):
        assert settle(at_desk(one), decision, refusal) == (409, "second_person_needed")
    assert (outcomes(town), sanction(town, bo)) == ([None], IN_FORCE_FOR_NOW)


def test_the_desk_of_another_pool_sees_and_confirms_nothing(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    town.run("UPDATE profiles SET pool = 2 WHERE member_id = %(bo)s", bo=bo)

    assert waiting(at_desk(mia)) == []
    assert settle(at_desk(mia), decision) == (404, "not_found")
    assert settle(at_desk(mia), str(uuid4())) == (404, "not_found")


@pytest.mark.parametrize(
    "spoil",
    [
        {"confirmed": "yes"},
        {"confirmed": True, "facts": "Both"},
        {"confirmed": False},
        {"confirmed": False, "facts": "  "},
        {"confirmed": False, "facts": "x" * 4001},
        {"decision_id": "none"},
        {"id": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_confirmation_that_is_none_is_refused(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, spoil: dict[str, Any]
) -> None:
    body = {"id": str(uuid4()), "decision_id": suspend(at_desk(mo), bo), "confirmed": True, **spoil}

    assert at_desk(mia).post("/api/staff-confirmations.php", body).status_code in (400, 422)
    assert outcomes(town) == [None]


def test_an_unconfirmed_decision_is_lifted_for_a_stated_reason(
    at_desk: OpenDesk, town: Town, accounts: FakeAccounts, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)

    assert settle(at_desk(mia), decision, "He is a joker.") == (201, "")

    assert sanction(town, bo) == FREE
    [newest, _] = at_desk(mo).as_member(bo).get("/api/decision.php").json["decisions"]
    assert (newest["measure"], newest["facts"]) == ("lift", "He is a joker.")
    assert [suspended for _, _, suspended in accounts.told] == [True, False]
    assert settle(at_desk(town.woman()), decision) == (409, "already_decided")


def test_unconfirmed_it_ends_after_a_fortnight(
    at_desk: OpenDesk, wired: Wiring, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    let_time_pass(town)

    assert waiting(at_desk(mia)) == []
    assert settle(at_desk(mia), decision) == (409, "already_decided")
    lapse_unconfirmed(wired.unit_of_work())
    lift_ended(wired.unit_of_work())
    assert (lapse_unconfirmed(wired.unit_of_work()), lift_ended(wired.unit_of_work())) == (0, 0)

    assert (outcomes(town), sanction(town, bo)) == (["lapsed"], FREE)
    assert [one.measure for one in announced(town.database, MemberModerated)] == ["suspend", "lift"]


def test_two_who_confirm_at_once_are_one(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID) -> None:
    decision = suspend(at_desk(mo), bo)
    desks = [at_desk(town.woman()) for _ in range(4)]

    answers = at_once(*[partial(settle, desk, decision) for desk in desks])

    assert sorted(answers) == [(201, "")] + [(409, "already_decided")] * 3
    assert town.rows("SELECT count(*) FROM decisions") == [(2,)]
    assert sanction(town, bo) == FOR_GOOD


def test_the_same_answer_again_confirms_once(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID) -> None:
    body = {"id": str(uuid4()), "decision_id": suspend(at_desk(mo), bo), "confirmed": True}

    statuses = at_once(*[lambda: at_desk(mia).post("/api/staff-confirmations.php", body).status_code] * 3)

    assert set(statuses) == {201}
    assert town.rows("SELECT count(*) FROM decisions") == [(2,)]


def test_confirming_meets_a_refusal_a_lift_an_appeal_and_the_clock(
    at_desk: OpenDesk, browser: Browser, wired: Wiring, town: Town, mo: UUID, mia: UUID
) -> None:
    """Whatever comes first: it is in force for good, or not at all, and never confirmed and lifted at once."""
    cy = town.woman(name="Cy")
    for rival in ("refusal", "lift", "appeal", "clock") * 2:
        member = town.man(photos=())
        decision = suspend(at_desk(mo), member)
        if rival == "appeal":
            appeal(browser, decision)
        if rival == "clock":
            let_time_pass(town)
        rivals: dict[str, Callable[[], Any]] = {
            "refusal": partial(settle, at_desk(cy), decision, "No"),
            "lift": partial(lift, at_desk(cy), member),
            "appeal": lambda: grant_appeal(at_desk(cy)),
            "clock": lambda: (lift_ended(wired.unit_of_work()), lapse_unconfirmed(wired.unit_of_work())),
        }

        confirmed, _ = at_once(partial(settle, at_desk(mia), decision), rivals[rival])

        [(outcome, newest)] = town.rows(
            "SELECT outcome, (SELECT measure FROM decisions d WHERE d.member_id = c.member_id"
            " ORDER BY number DESC LIMIT 1) FROM confirmations c WHERE decision_id = %(id)s",
            id=decision,
        )
        is_confirmed = confirmed == (201, "")
        assert is_confirmed is (outcome == "confirmed")
        assert sanction(town, member) == (FOR_GOOD if newest == "suspend" else FREE)
        # A lift or an appeal may come after the confirmation; a refusal and the clock may not.
        assert newest == "lift" or is_confirmed
        assert rival not in ("refusal", "clock") or is_confirmed is (newest == "suspend")
        assert rival != "clock" or not is_confirmed


@pytest.mark.parametrize("rival", ["lift", "hide", "suspend for a day", "suspend for good"])
def test_another_measure_takes_the_place_of_what_waits(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, rival: str
) -> None:
    decision = suspend(at_desk(mo), bo)
    what, _, term = rival.partition(" ")
    body = {"id": str(uuid4()), "member_id": str(bo), "measure": what, "days": 1 if "day" in term else None, **STATED}
    assert at_desk(mo).post("/api/staff-member.php", body).status_code == 201

    assert settle(at_desk(mia), decision) == (409, "already_decided")
    assert [one["decision_id"] for one in waiting(at_desk(mia))] == ([body["id"]] if term == "for good" else [])


def test_neither_of_the_two_who_decided_can_decide_the_appeal(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    decision = suspend(at_desk(mo), bo)
    settle(at_desk(mia), decision)
    [_, final] = announced(town.database, MemberModerated)
    appeal(browser, final.decision_id)

    assert grant_appeal(at_desk(mo)) == (409, "own_decision_appealed")
    assert grant_appeal(at_desk(mia)) == (409, "own_decision_appealed")
    assert grant_appeal(at_desk(town.woman())) == (201, "")
    assert sanction(town, bo) == FREE


def test_both_people_are_on_record(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID, capsys: pytest.CaptureFixture[str]
) -> None:
    decision = suspend(at_desk(mo), bo)
    waiting(at_desk(mia))
    settle(at_desk(mia), decision)

    kept = "SELECT actor_id, action, case_id FROM staff_actions WHERE action LIKE %(like)s ORDER BY id"
    assert town.rows(kept, like="%_decision") == [
        (mo, "staff.propose_decision", UUID(decision)),
        (mia, "staff.view_decision", UUID(decision)),
        (mia, "staff.confirm_decision", UUID(decision)),
    ]
    events = [line for line in capsys.readouterr().out.splitlines() if "_decision" in line and decision in line]
    assert [str(mo) in events[0], str(mia) in events[-1]] == [True, True]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE confirmations SET settled_by = proposed_by",
        "UPDATE confirmations SET proposed_by = gen_random_uuid()",
        "UPDATE confirmations SET expires_at = now() + interval '1 year'",
        "UPDATE confirmations SET outcome = 'confirmed'",
        "DELETE FROM confirmations",
    ],
)
def test_not_even_the_owner_of_the_tables_makes_one_person_two(
    at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, change: str
) -> None:
    suspend(at_desk(mo), bo)

    with psycopg.connect(superuser_of(town.database)) as owner, pytest.raises(psycopg.Error):
        owner.execute(change.encode())


def test_a_settled_confirmation_stays_as_it_is(at_desk: OpenDesk, town: Town, bo: UUID, mo: UUID, mia: UUID) -> None:
    settle(at_desk(mia), suspend(at_desk(mo), bo))

    with psycopg.connect(superuser_of(town.database)) as owner, pytest.raises(psycopg.errors.RaiseException):
        owner.execute("UPDATE confirmations SET outcome = 'refused'")


# Pictures rejected as illegal


def bring(browser: Browser, photo: str | None = None) -> int:
    target = io.BytesIO()
    Image.open(PICTURE).convert("RGB").save(target, "JPEG")
    answer = browser.upload("/api/photo.php", {"id": photo or str(uuid4())}, photo=target.getvalue())
    return int(answer.status_code)


def reject(desk: Browser, photo: str, reason: str | None = "illegal", seen: str = "active") -> str:
    key = str(uuid4())
    answer = desk.post("/api/staff-photos.php", {"id": key, "photo_id": photo, "seen": seen, "reason": reason})
    assert answer.status_code == 201, answer.json
    return key


@pytest.fixture
def photo(browser: Browser, bo: UUID) -> str:
    key = str(uuid4())
    assert bring(browser.as_member(bo), key) == 201
    return key


def own_photos(browser: Browser, member: UUID) -> list[tuple[str, str]]:
    return [(one["id"], one["status"]) for one in browser.as_member(member).get("/api/photo.php").json["photos"]]


def files(folder: Path) -> int:
    return len(list((folder / "members").glob("*")))


def clear(wired: Wiring, town: Town) -> None:
    town.run("UPDATE loose_media SET since = now() - interval '1 hour'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)


def test_a_rejected_picture_is_nobodys_until_it_is_confirmed(
    at_desk: OpenDesk, browser: Browser, wired: Wiring, town: Town, media_folder: Path, bo: UUID, mo: UUID, photo: str
) -> None:
    [link] = [one["large_src"] for one in browser.as_member(bo).get("/api/photo.php").json["photos"]]
    assert browser.get(link).status_code == 200
    reject(at_desk(mo), photo)
    clear(wired, town)

    assert browser.get(link).status_code == 404
    assert own_photos(browser, bo) == []
    assert browser.delete("/api/photo.php", {"photo_id": photo}).status_code == 404
    assert bring(browser) == 403
    with wired.unit_of_work() as uow:
        assert list(export_photos(uow, wired.media, bo)) == []
    assert files(media_folder) > 0
    assert at_desk(mo).get("/api/staff-photos.php").json["waiting"] == 0
    assert [one.final for one in announced(town.database, PhotoRejected)] == [False]


def test_only_the_desk_sees_it_and_a_second_person_deletes_it(
    at_desk: OpenDesk,
    browser: Browser,
    wired: Wiring,
    town: Town,
    media_folder: Path,
    bo: UUID,
    mo: UUID,
    mia: UUID,
    photo: str,
) -> None:
    decision = reject(at_desk(mo), photo)
    desk = at_desk(mia)
    [shown] = waiting(desk)
    assert (shown["measure"], shown["reason"], shown["decided_by"]) == ("reject_photo", "illegal", "Mo")
    assert desk.get(shown["large_src"]).status_code == 200
    assert browser.as_member(bo).get(shown["large_src"]).status_code == 404

    assert settle(desk, decision) == (201, "")
    clear(wired, town)

    assert files(media_folder) == 0
    assert town.rows("SELECT count(*) FROM quarantined_photos") == [(0,)]
    assert [one.final for one in announced(town.database, PhotoRejected)] == [False, True]
    assert town.rows("SELECT actor_id FROM decisions WHERE reason = 'illegal' ORDER BY number") == [(mo,), (mia,)]
    assert bring(browser.as_member(town.man(photos=()))) == 403


def comes_back(at_desk: OpenDesk, browser: Browser, town: Town, member: UUID, mo: UUID, photo: str) -> None:
    """The picture waits to be inspected again, hidden as it was, and can be decided anew."""
    assert own_photos(browser, member) == []
    [waits] = at_desk(mo).get("/api/staff-photos.php").json["photos"]
    assert waits["id"] == photo
    assert at_desk(mo).get(waits["large_src"]).status_code == 200
    assert browser.as_member(member).get(waits["large_src"]).status_code == 404
    assert town.rows("SELECT count(*) FROM blocked_pictures") == [(0,)]
    assert bring(browser.as_member(town.man(photos=()))) == 201

    reject(at_desk(mo), photo, None, "pending")
    assert own_photos(browser, member) == [(photo, "active")]


def test_not_confirmed_it_waits_to_be_inspected_again(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID, photo: str
) -> None:
    decision = reject(at_desk(mo), photo)

    assert settle(at_desk(mia), decision, "It is a drawing.") == (201, "")

    [newest, *_] = town.rows("SELECT measure, facts, actor_id FROM decisions ORDER BY number DESC")
    assert newest == ("return_photo", "It is a drawing.", mia)
    assert announced(town.database, MemberModerated) == []
    comes_back(at_desk, browser, town, bo, mo, photo)


def test_unconfirmed_it_waits_to_be_inspected_again(
    at_desk: OpenDesk, browser: Browser, wired: Wiring, town: Town, bo: UUID, mo: UUID, photo: str
) -> None:
    reject(at_desk(mo), photo)
    let_time_pass(town)

    assert lapse_unconfirmed(wired.unit_of_work()) == 1

    assert outcomes(town) == ["lapsed"]
    comes_back(at_desk, browser, town, bo, mo, photo)


def test_a_granted_appeal_brings_it_back_to_the_queue(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID, photo: str
) -> None:
    decision = reject(at_desk(mo), photo)
    appeal(browser, decision)

    assert grant_appeal(at_desk(mia)) == (201, "")

    assert settle(at_desk(town.woman()), decision) == (409, "already_decided")
    comes_back(at_desk, browser, town, bo, mo, photo)


def test_after_it_was_confirmed_a_granted_appeal_still_unblocks_it(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID, photo: str
) -> None:
    settle(at_desk(mia), reject(at_desk(mo), photo))
    [(final,), *_] = town.rows("SELECT id::text FROM decisions ORDER BY number DESC")
    appeal(browser, final)

    assert grant_appeal(at_desk(mo)) == (409, "own_decision_appealed")
    assert grant_appeal(at_desk(town.woman())) == (201, "")

    assert bring(browser.as_member(town.man(photos=()))) == 201


@pytest.mark.parametrize(("reason", "status"), [(None, "active"), ("nudity", "rejected")])
def test_a_slip_of_the_key_can_be_taken_back(
    at_desk: OpenDesk,
    browser: Browser,
    town: Town,
    bo: UUID,
    mo: UUID,
    mia: UUID,
    photo: str,
    reason: str | None,
    status: str,
) -> None:
    decision = reject(at_desk(mo), photo)

    reject(at_desk(mo), photo, reason, "rejected")

    assert own_photos(browser, bo) == [(photo, status)]
    assert (outcomes(town), town.rows("SELECT count(*) FROM blocked_pictures")) == (["superseded"], [(0,)])
    assert settle(at_desk(mia), decision) == (409, "already_decided")


def test_confirming_meets_a_change_of_mind(
    at_desk: OpenDesk, browser: Browser, town: Town, bo: UUID, mo: UUID, mia: UUID
) -> None:
    for _ in range(3):
        photo = str(uuid4())
        member = town.man(photos=())
        assert bring(browser.as_member(member), photo) == 201
        decision = reject(at_desk(mo), photo)
        body = {"id": str(uuid4()), "photo_id": photo, "seen": "rejected", "reason": "nudity"}

        confirming: Callable[[], Any] = partial(settle, at_desk(mia), decision)
        answer, changed = at_once(confirming, partial(at_desk(mo).post, "/api/staff-photos.php", body))

        is_confirmed = answer == (201, "")
        assert is_confirmed is (changed.status_code != 201)
        assert own_photos(browser, member) == ([] if is_confirmed else [(photo, "rejected")])
        town.run("DELETE FROM blocked_pictures")


def test_erasure_takes_a_picture_in_quarantine_along(
    at_desk: OpenDesk, wired: Wiring, town: Town, media_folder: Path, bo: UUID, mo: UUID, mia: UUID, photo: str
) -> None:
    decision = reject(at_desk(mo), photo)
    with wired.unit_of_work() as uow:
        release_files(uow, bo)
        erase(uow.session, DATA_INVENTORY, bo)
        uow.commit()
    clear(wired, town)

    assert files(media_folder) == 0
    assert town.rows("SELECT count(*) FROM quarantined_photos") == [(0,)]
    assert (waiting(at_desk(mia)), settle(at_desk(mia), decision)) == ([], (404, "not_found"))
    let_time_pass(town)
    assert lapse_unconfirmed(wired.unit_of_work()) == 1
