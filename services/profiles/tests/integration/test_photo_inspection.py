"""Inspection of photos at the desk: each decided, told, and only once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

from pairwise.profiles.v1.events_pb2 import PhotoApproved, PhotoRejected
from shared.kit.core import Conflict
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser

from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.moderation.domain.moderation import Desk
from profiles.moderation.usecases.inspect_photo import inspect_photo
from profiles.storage.seed import SeedPhoto
from profiles.tests.makers import THUMBHASH, Town
from profiles.wiring import Wiring


def waiting(town: Town, name: str = "members/waiting") -> tuple[UUID, UUID]:
    member = town.woman(photos=(SeedPhoto(name, THUMBHASH),))
    town.run("UPDATE photos SET status = 'pending' WHERE member_id = %(id)s", id=member)
    return member, UUID(str(town.rows("SELECT id FROM photos WHERE member_id = %(id)s", id=member)[0][0]))


def inspect(desk: Browser, photo: UUID, reason: str | None = None, seen: str = "pending") -> Any:
    return desk.post(
        "/api/staff-photos.php", {"id": str(uuid4()), "photo_id": str(photo), "seen": seen, "reason": reason}
    )


def test_a_photo_is_approved(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)
    queue = desk.get("/api/staff-photos.php").json
    assert ([each["id"] for each in queue["photos"]], queue["waiting"]) == ([str(photo)], 1)

    assert inspect(desk, photo).status_code == 201

    assert desk.get("/api/staff-photos.php").json == {"photos": [], "waiting": 0}
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=member) == [(True,)]
    assert [event.photo_id for event in announced(town.database, PhotoApproved)] == [str(photo)]
    [(automated, measure_, actor)] = town.rows("SELECT automated, measure, actor_id FROM decisions")
    assert (automated, measure_, actor is None) == (False, "approve_photo", False)


def test_a_photo_is_rejected_with_its_reason(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)

    assert inspect(desk, photo, "nudity").status_code == 201

    own = desk.as_member(member).get("/api/photo.php").json["photos"][0]
    assert (own["status"], own["reason"]) == ("rejected", "nudity")
    assert [(event.photo_id, event.reason) for event in announced(town.database, PhotoRejected)] == [
        (str(photo), "nudity")
    ]
    [decision] = desk.get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["reason"], decision["can_appeal"]) == ("reject_photo", "nudity", True)


def test_the_desk_sees_what_waits_and_nobody_else_does(
    desk: Browser, browser: Browser, town: Town, media_folder: Any, bo: UUID
) -> None:
    waiting(town, "members/seen")
    (media_folder / "members").mkdir(exist_ok=True)
    (media_folder / "members" / "seen-800.webp").write_bytes(b"photo")
    link = desk.get("/api/staff-photos.php").json["photos"][0]["large_src"]

    assert desk.get(link).data == b"photo"
    assert browser.as_member(bo).get(link).status_code == 404


def test_a_decision_can_be_changed(desk: Browser, town: Town) -> None:
    member, photo = waiting(town)

    assert inspect(desk, photo).status_code == 201
    assert inspect(desk, photo, "nudity", seen="active").status_code == 201
    assert inspect(desk, photo, "minor", seen="rejected").status_code == 201
    assert inspect(desk, photo, "unclear", seen="active").json["error"]["code"] == "already_decided"

    own = desk.as_member(member).get("/api/photo.php").json["photos"][0]
    assert (own["status"], own["reason"]) == ("rejected", "minor")
    assert town.rows("SELECT count(*) FROM decisions") == [(3,)]


def test_two_at_the_desk_decide_once(wired: Wiring, town: Town) -> None:
    _, photo = waiting(town)

    def decide(number: int) -> bool:
        reason = RejectReason.UNCLEAR if number % 2 else None
        try:
            inspect_photo(
                wired.unit_of_work(), Desk(uuid4(), 1, ()), uuid4(), photo, PhotoStatus.PENDING, reason, lambda _: b""
            )
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(decide, range(6))).count(True) == 1

    assert town.rows("SELECT count(*) FROM decisions") == [(1,)]
    assert len(announced(town.database, PhotoApproved)) + len(announced(town.database, PhotoRejected)) == 1


def test_a_retry_at_the_desk_is_the_same_decision(desk: Browser, town: Town) -> None:
    _, photo = waiting(town)
    body = {"id": str(uuid4()), "photo_id": str(photo), "seen": "pending"}

    assert [desk.post("/api/staff-photos.php", body).status_code for _ in range(2)] == [201, 201]
    assert inspect(desk, photo).json["error"]["code"] == "already_decided"


def test_a_decision_without_a_sanction_is_not_appealed(desk: Browser, town: Town) -> None:
    _, photo = waiting(town)
    inspect(desk, photo)
    [(decision,)] = town.rows("SELECT id FROM decisions")

    answer = desk.as_visitor().post(
        "/api/appeal.php", {"id": str(uuid4()), "decision_id": str(decision), "text": "Why?"}
    )
    unknown = desk.as_visitor().post(
        "/api/appeal.php", {"id": str(uuid4()), "decision_id": str(uuid4()), "text": "Why?"}
    )

    assert (answer.json["error"]["code"], unknown.status_code) == ("appeal_not_possible", 404)
