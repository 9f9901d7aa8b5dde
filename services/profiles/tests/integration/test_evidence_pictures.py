"""A picture that the desk saw only in a chat is blocked: refused from every account, told, appealed and unblocked."""

from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import MemberModerated
from pairwise.profiles.v1.profiles_pb2 import CheckPictureRequest, CheckPictureResponse
from shared.kit.core import Forbidden
from shared.kit.grpc import Client
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures import Crop, process_image

from profiles.tests.desk import OpenDesk
from profiles.tests.evidence import OTHER, STATED, Case, bring, decide, is_blocked, measures, saved_anew
from profiles.tests.fakes import FakeEvidence
from profiles.tests.makers import Town
from profiles.wiring import Wiring

DONE, TOO_LATE = (201, ""), (409, "already_decided")


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(name="Ann", photos=())


@pytest.fixture
def chat(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> FakeEvidence:
    evidence = FakeEvidence()
    monkeypatch.setitem(wired.__dict__, "evidence", evidence)
    return evidence


@pytest.fixture
def case(town: Town, chat: FakeEvidence, ann: UUID, bo: UUID) -> Case:
    return Case(town, chat, ann, bo)


@pytest.mark.parametrize("photo", [saved_anew(), saved_anew(20), saved_anew(70, 0.5)], ids=["same", "saved", "small"])
def test_it_is_refused_from_every_account_as_a_photo_and_in_chats(
    at_desk: OpenDesk, browser: Browser, profiles: Client, town: Town, case: Case, ann: UUID, mo: UUID, photo: bytes
) -> None:
    cy = town.man(name="Cy", photos=())
    assert decide(at_desk(mo), case.body()) == DONE

    assert [bring(browser, member, photo) for member in (ann, cy)] == [(403, "picture_blocked")] * 2
    fingerprint = process_image(photo, cut=Crop.WHOLE).fingerprint
    request = CheckPictureRequest(member_id=str(cy), fingerprint=fingerprint)
    with pytest.raises(Forbidden) as refusal:
        profiles.ask("CheckPicture", request, CheckPictureResponse)
    assert refusal.value.code == "picture_blocked"
    assert bring(browser, cy, saved_anew(of=OTHER)) == DONE


def test_the_sender_is_notified_and_the_complaint_stays_open(
    at_desk: OpenDesk, browser: Browser, town: Town, chat: FakeEvidence, case: Case, ann: UUID, mo: UUID
) -> None:
    assert decide(at_desk(mo), case.body()) == DONE

    [reported] = announced(town.database, MemberModerated)
    named = (reported.member_id, reported.measure, reported.reason, reported.ground)
    assert named == (str(ann), "block_picture", "violence", "law")
    [own] = browser.as_member(ann).get("/api/decision.php").json["decisions"]
    assert (own["id"], own["measure"], own["facts"], own["can_appeal"]) == (
        reported.decision_id,
        "block_picture",
        STATED["facts"],
        True,
    )
    [waiting] = at_desk(mo).get("/api/staff-complaints.php").json["complaints"]
    assert [each["blocked"] for each in waiting["evidence"]] == [True, False]
    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [(False, None)]
    assert chat.pools == [1]


def test_a_blocked_picture_records_person_and_case(
    at_desk: OpenDesk, town: Town, case: Case, ann: UUID, mo: UUID
) -> None:
    assert decide(at_desk(mo), case.body()) == DONE
    assert decide(at_desk(mo), case.body("unblock_picture")) == DONE

    actions = town.rows("SELECT actor_id, action, member_id, case_id FROM staff_actions ORDER BY id")
    assert [row for row in actions if "picture" in row[1]] == [
        (mo, "staff.block_picture", ann, case.id),
        (mo, "staff.unblock_picture", ann, case.id),
    ]
    rows = town.rows(
        "SELECT measure, actor_id, member_id, photo_id, complaint_id, reason, facts FROM decisions ORDER BY number"
    )
    assert rows == [
        (measure, mo, ann, case.photo, case.id, "violence", STATED["facts"])
        for measure in ("block_picture", "unblock_picture")
    ]


def test_the_desk_unblocks_it(at_desk: OpenDesk, browser: Browser, town: Town, case: Case, ann: UUID, mo: UUID) -> None:
    mia = at_desk(town.woman(name="Mia"))
    assert decide(at_desk(mo), case.body()) == DONE

    assert decide(mia, case.body("unblock_picture")) == DONE

    assert bring(browser, ann, saved_anew()) == DONE
    assert decide(mia, case.body("unblock_picture")) == TOO_LATE
    assert [each["measure"] for each in browser.get("/api/decision.php").json["decisions"]] == [
        "unblock_picture",
        "block_picture",
    ]
    # Blocked once more, after the picture was seen again.
    assert decide(mia, case.body()) == DONE


@pytest.mark.parametrize("granted", [True, False])
def test_an_appeal_is_about_the_picture_alone(
    at_desk: OpenDesk, browser: Browser, town: Town, case: Case, ann: UUID, mo: UUID, granted: bool
) -> None:
    """A granted one unblocks the picture; a sanction of the same member stands."""
    assert decide(at_desk(mo), case.body()) == DONE
    block = town.newest("decisions")
    hide = {"id": str(uuid4()), "member_id": str(ann), "measure": "hide", **STATED}
    assert at_desk(mo).post("/api/staff-member.php", hide).status_code == 201
    appeal = {"id": str(uuid4()), "decision_id": block, "text": "It is a scene of a film."}
    assert browser.as_member(ann).post("/api/appeal.php", appeal).status_code == 201
    answer = {"complaint_id": town.newest("complaints"), "measure": "lift" if granted else "dismiss", **STATED}

    assert at_desk(mo).post("/api/staff-complaints.php", {"id": str(uuid4()), **answer}).status_code == 409
    mia = at_desk(town.woman(name="Mia"))
    assert mia.post("/api/staff-complaints.php", {"id": str(uuid4()), **answer}).status_code == 201

    assert is_blocked(town) is not granted
    assert measures(town) == ["block_picture", "hide", "unblock_picture" if granted else "dismiss"]
    assert town.rows("SELECT hidden, sanction FROM profiles WHERE member_id = %(id)s", id=ann) == [(True, "hide")]


def test_two_who_block_it_at_once_are_one(at_desk: OpenDesk, town: Town, case: Case, mo: UUID) -> None:
    desks = [at_desk(town.woman()) for _ in range(4)]

    answers = at_once(*[partial(decide, desk, case.body()) for desk in desks])

    assert sorted(answers) == [DONE] + [TOO_LATE] * 3
    assert measures(town) == ["block_picture"]


def test_the_same_answer_again_blocks_once(at_desk: OpenDesk, town: Town, case: Case, mo: UUID) -> None:
    body, desks = case.body(), [at_desk(mo) for _ in range(3)]

    answers = at_once(*[partial(decide, desk, body) for desk in desks])

    assert answers == [DONE] * 3
    assert measures(town) == ["block_picture"]


def test_the_last_of_blocking_and_unblocking_wins(at_desk: OpenDesk, town: Town, case: Case, mo: UUID) -> None:
    desks = [at_desk(town.woman()) for _ in range(4)]
    assert decide(at_desk(mo), case.body()) == DONE
    for _ in range(5):
        wanted = ["unblock_picture", "block_picture"] * 2
        calls = [partial(decide, desk, case.body(measure)) for desk, measure in zip(desks, wanted, strict=True)]

        assert set(at_once(*calls)) <= {DONE, TOO_LATE}

        assert is_blocked(town) is (measures(town)[-1] == "block_picture")
    assert all(one != other for one, other in zip(measures(town), measures(town)[1:], strict=False))


def test_without_chat_nothing_is_decided(
    at_desk: OpenDesk, town: Town, chat: FakeEvidence, case: Case, mo: UUID
) -> None:
    chat.is_down = True
    assert decide(at_desk(mo), case.body()) == (503, "unavailable")
    chat.is_down, chat.fingerprints = False, {}
    assert decide(at_desk(mo), case.body()) == (404, "not_found")

    assert (measures(town), is_blocked(town)) == ([], False)


def test_only_a_photo_of_this_case_is_blocked(
    at_desk: OpenDesk, town: Town, chat: FakeEvidence, case: Case, ann: UUID, bo: UUID, mo: UUID
) -> None:
    other = Case(town, chat, ann, bo)
    gone = Case(town, chat, uuid4(), bo)

    wrong = [
        case.body(message_id=str(case.words)),
        case.body(message_id=str(other.photo)),
        case.body(message_id=str(uuid4())),
        case.body(complaint_id=str(uuid4())),
        gone.body(),
    ]

    assert [decide(at_desk(mo), body) for body in wrong] == [(404, "not_found")] * 5
    assert decide(at_desk(ann), case.body()) == (409, "own_case")
    assert measures(town) == []


@pytest.mark.parametrize(
    "spoil",
    [
        {"measure": "reject_photo"},
        {"measure": None},
        {"reason": "illegal"},
        {"ground": "mood"},
        {"facts": "  "},
        {"facts": "x" * 4001},
        {"message_id": "1"},
        {"complaint_id": ["1"]},
        {"id": None},
        {"days": 3},
    ],
    ids=str,
)
def test_a_block_that_is_none_is_refused(
    at_desk: OpenDesk, town: Town, case: Case, mo: UUID, spoil: dict[str, Any]
) -> None:
    assert decide(at_desk(mo), case.body(**spoil))[0] in (400, 422)
    assert measures(town) == []


def test_members_and_visitors_block_nothing(
    app: Flask, keys: KeyPair, browser: Browser, town: Town, case: Case, bo: UUID
) -> None:
    answers = [decide(browser.as_member(bo), case.body()), decide(Browser(app, keys), case.body())]

    assert [status for status, _ in answers] == [403, 403]
    assert measures(town) == []
