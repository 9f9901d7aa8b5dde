"""Verification by a live gesture: draws, pictures, the case at the desk, the badge, and the end of it all."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from pairwise.profiles.v1.events_pb2 import MemberModerated
from PIL import Image
from shared.kit.core import SealingKeys, faults
from shared.kit.core.faults import Fault
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media
from shared.pictures.tests import makers as files
from shared.privacy import erase as erase_member
from shared.sites import SiteDirectory

from profiles.domain.verification import MOST_DRAWS, VALID_FOR, Pose
from profiles.moderation.usecases.verification import end_old_badges, erase_kept
from profiles.reseal import other_steps
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.storage.seed import SeedPhoto
from profiles.tests.desk import OpenDesk, code, complaint, decide, opened, queue, take, ten_seconds_later
from profiles.tests.evidence import OTHER, saved_anew
from profiles.tests.makers import THUMBHASH, Town
from profiles.tests.uploads import add
from profiles.usecases.profile.forget_member import release_files
from profiles.wiring import Wiring

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
PATH, DESK_PATH = "/api/verification.php", "/api/staff-verification.php"
FIRST, SECOND = saved_anew(80), saved_anew(of=OTHER)
DARK = files.saved(Image.new("RGB", (480, 640), (3, 3, 3)), "JPEG")


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(name="Ann", photos=(SeedPhoto("demo/w001-1", THUMBHASH), SeedPhoto("demo/w002-1", THUMBHASH)))


@pytest.fixture
def member(app: Flask, keys: KeyPair) -> Callable[[UUID], Browser]:
    """A browser of its own for each member."""
    return lambda member_id: Browser(app, keys).as_member(member_id)


@pytest.fixture
def sealed(media_folder: Path) -> Callable[[], list[Path]]:
    """The files of pictures in the store; none at first."""
    folder = media_folder / "verifications"
    for path in folder.glob("*"):
        path.unlink()
    return lambda: sorted(folder.glob("*"))


def draw(browser: Browser, key: UUID | None = None) -> Any:
    return browser.put(PATH, {"id": str(key or uuid4())})


def send(browser: Browser, draw_id: str, first: bytes = FIRST, second: bytes = SECOND) -> tuple[int, str]:
    return code(browser.upload(PATH, {"id": draw_id}, first=first, second=second))


def submit(browser: Browser) -> str:
    draw_id = str(draw(browser).json["id"])
    assert send(browser, draw_id) == (201, "")
    return draw_id


def case_of(town: Town) -> UUID:
    [(case,)] = town.rows("SELECT id FROM complaints WHERE kind = 'verification' AND decided_at IS NULL")
    return UUID(str(case))


def photos_of(town: Town, member_id: UUID) -> list[str]:
    rows = town.rows("SELECT id FROM photos WHERE member_id = %(id)s ORDER BY position", id=member_id)
    return [str(photo) for (photo,) in rows]


def settle(town: Town, wired: Wiring, desk: Browser, measure: str = "verify", **more: Any) -> None:
    """Decide the open case, and let the decision take effect."""
    case = case_of(town)
    shown = opened(desk, case)["verification"]["photos"]
    if measure == "verify":
        more = {"photos": [each["id"] for each in shown], **more}
    assert decide(desk, case, measure, **more) == (201, "")
    assert ten_seconds_later(town, wired) == 1


def state(browser: Browser) -> dict[str, Any]:
    answer = browser.get(PATH)
    assert answer.status_code == 200
    return dict(answer.json or {})


def test_a_person_at_the_desk_compares_the_pictures_and_the_member_gets_a_badge(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    hers = member(ann)
    drawn = draw(hers).json
    assert len(set(drawn["poses"])) == 2
    assert drawn["seconds_left"] > 290
    assert state(hers)["draw"]["id"] == drawn["id"]
    assert send(hers, drawn["id"]) == (201, "")
    assert state(hers)["waiting_since"] is not None

    # Sealed in the store: nothing there is a picture.
    assert [path.read_bytes()[:4] == b"RIFF" for path in sealed()] == [False, False]
    assert [path.read_bytes().startswith(b"gAAAA") for path in sealed()] == [True, True]

    case = case_of(town)
    [item] = desk.get("/api/staff-queue.php", kind="verification").json["cases"]
    assert (item["id"], item["severity"]) == (str(case), "request")
    picture = partial(desk.get, DESK_PATH, id=drawn["id"])
    assert code(picture(number=0)) == (409, "case_not_yours")
    shown = opened(desk, case)["verification"]
    assert (shown["poses"], shown["pictures"], len(shown["photos"])) == (drawn["poses"], 2, 2)
    first = picture(number=0)
    assert (first.status_code, first.mimetype, first.data[:4]) == (200, "image/webp", b"RIFF")
    assert first.headers["Cache-Control"] == "no-store"
    assert code(picture(number=2)) == (404, "not_found")
    assert code(hers.get(DESK_PATH, id=drawn["id"], number=0))[0] == 403

    settle(town, wired, desk)
    own = state(hers)
    assert (own["badge"], own["waiting_since"], own["refusal"]) == ("shown", None, None)
    assert own["compared"] == sorted(photos_of(town, ann))
    [event] = announced(town.database, MemberModerated)
    assert (event.measure, event.reason, event.member_id) == ("verify", "", str(ann))


@pytest.mark.parametrize("reason", ["not_same_person", "wrong_pose", "picture_of_picture", "not_visible"])
def test_a_refusal_says_why_and_leaves_another_try(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, reason: str
) -> None:
    submit(member(ann))
    settle(town, wired, desk, "refuse_verification", verification_reason=reason)

    own = state(member(ann))
    assert (own["badge"], own["refusal"]["reason"], own["kept_until"] is None) == ("none", reason, False)
    [event] = announced(town.database, MemberModerated)
    assert (event.measure, event.reason) == ("refuse_verification", reason)
    [decision] = member(ann).get("/api/decision.php").json["decisions"]
    assert (decision["measure"], decision["can_appeal"], decision["detection"]) == ("refuse_verification", True, None)
    submit(member(ann))


def test_a_doubt_about_the_age_hides_first_and_keeps_its_evidence_until_it_is_decided(
    member: Any, desk: Browser, at_desk: OpenDesk, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    draw_id = submit(member(ann))
    settle(town, wired, desk, "refuse_verification", verification_reason="under_age")

    [first, *_] = desk.get("/api/staff-queue.php").json["cases"]
    assert (first["kind"], first["severity"]) == ("age_doubt", "under_age")
    assert town.rows("SELECT sanction, hidden FROM profiles WHERE member_id = %(id)s", id=ann) == [("review", True)]
    # Nobody sent a notice (DSA, Article 16): the desk found it.
    assert [event.detection for event in announced(town.database, MemberModerated)][-1] == "own_initiative"

    assert member(ann).delete(PATH, {}).status_code == 200
    assert (erase_kept(wired.unit_of_work()), len(sealed()), state(member(ann))["badge"]) == (0, 2, "none")
    other = at_desk(town.woman(name="Jo"))
    assert code(other.get(DESK_PATH, id=draw_id, number=0)) == (409, "case_not_yours")
    assert opened(other, UUID(first["id"]))["verification"]["id"] == draw_id
    assert other.get(DESK_PATH, id=draw_id, number=0).status_code == 200
    assert decide(other, UUID(first["id"]), "dismiss", reason="minor", ground="terms") == (201, "")
    ten_seconds_later(town, wired)

    town.run("UPDATE verifications SET kept_until = now()")
    assert erase_kept(wired.unit_of_work()) == 1
    delete_all_unreferenced(town, wired)
    assert sealed() == []
    assert town.rows("SELECT sanction, hidden FROM profiles WHERE member_id = %(id)s", id=ann) == [(None, False)]


def test_a_member_who_takes_it_back_does_not_escape_a_doubt_about_the_age(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    """Within the ten seconds in which the decision can be undone."""
    submit(member(ann))
    case = case_of(town)
    opened(desk, case)
    assert decide(desk, case, "refuse_verification", verification_reason="under_age") == (201, "")
    assert member(ann).delete(PATH, {}).status_code == 200
    ten_seconds_later(town, wired)

    assert [each["kind"] for each in desk.get("/api/staff-queue.php").json["cases"]] == ["age_doubt"]
    assert town.rows("SELECT sanction, hidden FROM profiles WHERE member_id = %(id)s", id=ann) == [("review", True)]
    assert sealed() == []


def test_pictures_that_nobody_compares_are_erased(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    submit(member(ann))
    town.run("UPDATE verifications SET submitted_at = submitted_at - interval '31 days'")

    assert erase_kept(wired.unit_of_work()) == 1

    delete_all_unreferenced(town, wired)
    assert (sealed(), queue(desk), state(member(ann))["waiting_since"]) == ([], [], None)
    submit(member(ann))


def test_an_appeal_shows_the_pictures_to_another_person_and_gives_the_badge(
    member: Any, at_desk: OpenDesk, town: Town, wired: Wiring, ann: UUID, mo: UUID, sealed: Any
) -> None:
    draw_id = submit(member(ann))
    settle(town, wired, at_desk(mo), "refuse_verification", verification_reason="not_same_person")
    [(decision,)] = town.rows("SELECT id FROM decisions")
    appeal = {"id": str(uuid4()), "decision_id": str(decision), "text": "It is me with other glasses."}
    assert member(ann).post("/api/appeal.php", appeal).status_code == 201
    # While the appeal waits, the pictures outlast their time.
    town.run("UPDATE verifications SET kept_until = now() - interval '1 day'")
    assert erase_kept(wired.unit_of_work()) == 0

    [case] = [UUID(one) for one in queue(at_desk(town.woman(name="Li")), kind="appeal")]
    assert take(at_desk(mo), case) == (409, "own_decision_appealed")
    other = at_desk(town.woman(name="Jo"))
    assert opened(other, case)["verification"]["id"] == draw_id
    assert other.get(DESK_PATH, id=draw_id, number=1).status_code == 200
    granted: dict[str, Any] = {"reason": "other", "ground": "terms", "template": "appeal_mistake"}
    assert decide(other, case, "lift", **granted) == (201, "")
    ten_seconds_later(town, wired)
    assert state(member(ann))["badge"] == "shown"

    town.run("UPDATE verifications SET kept_until = now()")
    assert erase_kept(wired.unit_of_work()) == 1
    delete_all_unreferenced(town, wired)
    assert (sealed(), state(member(ann))["badge"]) == ([], "shown")


def test_a_granted_appeal_gives_no_badge_to_a_member_who_took_it_back(
    member: Any, at_desk: OpenDesk, town: Town, wired: Wiring, ann: UUID, mo: UUID
) -> None:
    submit(member(ann))
    settle(town, wired, at_desk(mo), "refuse_verification", verification_reason="not_same_person")
    [(decision,)] = town.rows("SELECT id FROM decisions")
    appeal = {"id": str(uuid4()), "decision_id": str(decision), "text": "It is me with other glasses."}
    assert member(ann).post("/api/appeal.php", appeal).status_code == 201
    assert member(ann).delete(PATH, {}).status_code == 200

    other = at_desk(town.woman(name="Jo"))
    [case] = [UUID(one) for one in queue(other, kind="appeal")]
    opened(other, case)
    granted: dict[str, Any] = {"reason": "other", "ground": "terms", "template": "appeal_mistake"}
    assert decide(other, case, "lift", **granted) == (201, "")
    ten_seconds_later(town, wired)
    assert state(member(ann))["badge"] == "none"


def delete_all_unreferenced(town: Town, wired: Wiring) -> None:
    town.run("UPDATE loose_media SET since = now() - interval '1 hour'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)


def test_poses_are_not_those_of_the_last_draw_and_a_new_draw_ends_the_last(member: Any, ann: UUID) -> None:
    hers, key = member(ann), uuid4()
    first = draw(hers, key).json
    assert draw(hers, key).json["poses"] == first["poses"]
    second = draw(hers).json
    assert not set(first["poses"]) & set(second["poses"])
    assert set(first["poses"] + second["poses"]) <= set(Pose)
    assert send(hers, first["id"]) == (409, "draw_ended")
    assert send(hers, second["id"]) == (201, "")
    assert code(draw(hers)) == (409, "verification_waiting")


def test_draws_of_a_day_are_bounded(member: Any, town: Town, ann: UUID) -> None:
    hers = member(ann)
    assert [draw(hers).status_code for _ in range(MOST_DRAWS)] == [200] * MOST_DRAWS
    refused = draw(hers)
    assert code(refused) == (429, "too_many_verifications")
    assert int(refused.headers["Retry-After"]) > 80_000
    town.run("UPDATE verifications SET drawn_at = drawn_at - interval '25 hours'")
    assert draw(hers).status_code == 200


def test_pictures_of_an_expired_draw_are_refused(member: Any, town: Town, ann: UUID, sealed: Any) -> None:
    hers = member(ann)
    drawn = draw(hers).json
    town.run("UPDATE verifications SET expires_at = now() - interval '1 minute'")
    assert send(hers, drawn["id"]) == (409, "draw_ended")
    assert (state(hers)["draw"], sealed()) == (None, [])


def test_pictures_sent_again_change_nothing_and_others_are_refused(
    member: Any, town: Town, wired: Wiring, desk: Browser, ann: UUID, sealed: Any
) -> None:
    hers = member(ann)
    draw_id = submit(hers)
    assert send(hers, draw_id) == (201, "")
    assert send(hers, draw_id, SECOND, FIRST) == (422, "idempotency_key_reused")
    assert len(sealed()) == 2
    settle(town, wired, desk)
    assert send(hers, draw_id) == (201, "")
    assert queue(desk) == []


def test_submissions_at_once_open_one_case(member: Any, town: Town, wired: Wiring, ann: UUID, sealed: Any) -> None:
    drawn = draw(member(ann)).json
    tabs = [member(ann), member(ann)]
    answers = at_once(*(partial(send, tab, drawn["id"]) for tab in tabs))
    assert answers == [(201, ""), (201, "")]
    assert case_of(town)
    delete_all_unreferenced(town, wired)
    assert len(sealed()) == 2


def test_draws_at_once_leave_one_open(member: Any, town: Town, ann: UUID) -> None:
    tabs = [member(ann) for _ in range(3)]
    assert [one.status_code for one in at_once(*(partial(draw, tab) for tab in tabs))] == [200] * 3
    assert town.rows("SELECT count(*) FROM verifications WHERE state = 'drawn'") == [(1,)]


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        (b"", SECOND, (422, "photo_empty")),
        (FIRST, b"no picture", (422, "photo_wrong_type")),
        (files.animated("WEBP"), SECOND, (422, "photo_animated")),
        (FIRST, files.claiming_png(30_000, 30_000), (422, "photo_too_many_pixels")),
        (files.jpeg(100, 100), SECOND, (422, "photo_too_small")),
        (FIRST, FIRST, (422, "pictures_alike")),
        (FIRST, DARK, (422, "picture_dark")),
    ],
    ids=["empty", "text", "moving", "bomb", "small", "twice", "dark"],
)
def test_a_wrong_picture_is_refused_and_the_draw_stays_open(
    member: Any, ann: UUID, sealed: Any, first: bytes, second: bytes, answer: tuple[int, str]
) -> None:
    hers = member(ann)
    drawn = draw(hers).json
    assert send(hers, drawn["id"], first, second) == answer
    assert sealed() == []
    assert send(hers, drawn["id"]) == (201, "")


def test_a_crash_after_the_files_leaves_no_picture(
    member: Any, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    drawn = draw(member(ann)).json
    with faults.raising("profiles.verification.written"), pytest.raises(Fault):
        send(member(ann), drawn["id"])
    assert len(sealed()) == 2
    delete_all_unreferenced(town, wired)
    assert sealed() == []


def test_members_who_may_not_verify(
    member: Any, browser: Browser, town: Town, monkeypatch: pytest.MonkeyPatch, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    assert code(draw(member(bo))) == (409, "verification_photo_needed")
    assert code(draw(browser.as_member(ann, state="unconfirmed"))) == (403, "address_unconfirmed")
    town.change(ann, fictional=True)
    assert code(draw(member(ann))) == (403, "not_offered")
    town.change(ann, fictional=False, state="deleted")
    assert code(draw(member(ann))) == (404, "not_found")
    town.change(ann, state="active")
    assert send(member(bo), str(draw(member(ann)).json["id"])) == (404, "not_found")
    site = wired.sites.get("pairwise").model_copy(update={"verification": False})
    monkeypatch.setattr(SiteDirectory, "for_host", lambda *_: site)
    assert code(draw(member(ann))) == (403, "not_offered")


@pytest.mark.parametrize("changes", [{"invisible": True}, {"invisible": True, "invisible_after_pause": False}])
def test_hidden_members_verify_like_others(
    member: Any, town: Town, wired: Wiring, desk: Browser, ann: UUID, changes: dict[str, Any]
) -> None:
    town.change(ann, **changes)
    submit(member(ann))
    settle(town, wired, desk)
    assert state(member(ann))["badge"] == "shown"


def test_staff_are_verified_by_a_colleague(member: Any, at_desk: OpenDesk, town: Town, wired: Wiring, mo: UUID) -> None:
    submit(member(mo))
    case = case_of(town)
    assert (queue(at_desk(mo)), take(at_desk(mo), case)) == ([], (409, "own_case"))
    settle(town, wired, at_desk(town.woman(name="Jo")))
    assert state(member(mo))["badge"] == "shown"


def test_the_desk_decides_a_verification_as_one_and_nothing_else_so(
    member: Any, desk: Browser, town: Town, ann: UUID, bo: UUID
) -> None:
    submit(member(ann))
    case, report = case_of(town), complaint(town, bo)
    opened(desk, case)
    opened(desk, report)
    photos = photos_of(town, ann)
    assert decide(desk, case, "dismiss", reason="other") == (422, "validation_failed")
    assert decide(desk, case, "verify") == (422, "validation_failed")
    assert decide(desk, case, "verify", photos=[str(uuid4())]) == (422, "validation_failed")
    assert decide(desk, case, "verify", photos=photos, verification_reason="wrong_pose")[0] == 422
    assert decide(desk, case, "refuse_verification")[0] == 422
    assert decide(desk, report, "verify", photos=photos) == (422, "validation_failed")
    old = {"id": str(uuid4()), "complaint_id": str(case), "reason": "other", "ground": "terms", "facts": "No such case"}
    assert code(desk.post("/api/staff-complaints.php", {**old, "measure": "dismiss"})) == (422, "validation_failed")


def test_taking_it_back_ends_the_case_the_badge_and_the_pictures(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    submit(member(ann))
    settle(town, wired, desk)
    submit(member(ann))
    assert member(ann).delete(PATH, {}).status_code == 200
    own = state(member(ann))
    assert (own["badge"], own["waiting_since"], own["kept_until"]) == ("none", None, None)
    assert (sealed(), queue(desk)) == ([], [])


def test_a_picture_taken_back_is_not_written_again_under_a_new_key(
    member: Any, town: Town, wired: Wiring, ann: UUID, sealed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(member(ann))
    read, threads, taken = wired.media.read, ThreadPoolExecutor(1), list[Future[Any]]()

    def read_while_it_is_taken_back(name: str, variant: str) -> bytes | None:
        content = read(name, variant)
        taken.append(threads.submit(member(ann).delete, PATH, {}))
        while not taken[0].done() and town.rows(WAITING) == [(0,)]:
            time.sleep(0.01)
        return content

    monkeypatch.setattr(wired.media, "read", read_while_it_is_taken_back)
    monkeypatch.setattr(SealingKeys, "reseal", lambda _, content: content)
    other_steps(wired)["live pictures"]()

    assert [each.result().status_code for each in taken] == [200]
    assert sealed() == []


def test_an_erased_member_leaves_neither_pictures_nor_case(
    member: Any, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    submit(member(ann))
    with wired.unit_of_work() as uow:
        release_files(uow, ann)
        erase_member(uow.session, DATA_INVENTORY, ann)
        uow.commit()
    delete_all_unreferenced(town, wired)
    assert sealed() == []
    assert town.rows("SELECT count(*) FROM verifications") == [(0,)]
    assert town.rows("SELECT count(*) FROM complaints") == [(0,)]


def test_pictures_are_erased_after_the_time_for_appeals_and_the_badge_after_its_life(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, sealed: Any
) -> None:
    submit(member(ann))
    settle(town, wired, desk)
    assert town.rows("SELECT kept_until - decided_at = interval '183 days' FROM verifications") == [(True,)]
    assert erase_kept(wired.unit_of_work()) == 0
    town.run("UPDATE verifications SET kept_until = now() - interval '1 second'")
    assert erase_kept(wired.unit_of_work()) == 1
    delete_all_unreferenced(town, wired)
    assert (sealed(), state(member(ann))["badge"]) == ([], "shown")

    assert end_old_badges(wired.unit_of_work(), VALID_FOR) == 0
    town.run("UPDATE profiles SET verified_at = now() - interval '731 days' WHERE member_id = %(id)s", id=ann)
    assert end_old_badges(wired.unit_of_work(), VALID_FOR) == 1
    assert state(member(ann))["badge"] == "none"


def test_the_badge_is_lost_with_another_main_photo_and_comes_back(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID, bo: UUID
) -> None:
    hers, (first, second) = member(ann), photos_of(town, ann)
    submit(hers)
    late = str(add(wired, ann))  # while the desk looks: not compared
    settle(town, wired, desk, photos=[first])

    def main(photo: str) -> tuple[str, bool]:
        """State of the badge with this main photo, for its member and for another one, with its month."""
        order = [photo, *(one for one in (first, second, late) if one != photo)]
        assert hers.put("/api/photo.php", {"order": order}).status_code == 200
        seen = member(bo).get("/api/profile.php", id=ann).json["profile"]["verified_in"]
        found = member(bo).get("/api/search.php", verified="1").json["profiles"]
        assert [card["id"] for card in found] == [str(ann)] * (seen is not None)
        assert seen in (None, town.rows("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')")[0][0])
        return str(state(hers)["badge"]), seen is not None

    shown, hidden = ("shown", True), ("other_photo", False)
    assert [main(photo) for photo in (late, first, second, first)] == [hidden, shown, hidden, shown]
    hers.delete("/api/photo.php", {"photo_id": first})
    assert state(hers)["badge"] == "other_photo"


def test_the_desk_asks_for_a_new_verification_from_a_case(
    member: Any, desk: Browser, town: Town, wired: Wiring, ann: UUID
) -> None:
    submit(member(ann))
    settle(town, wired, desk)
    report, key = complaint(town, ann, "fake"), str(uuid4())
    ask = partial(desk.post, DESK_PATH, {"id": key, "case_id": str(report)})
    assert code(ask()) == (409, "case_not_yours")
    opened(desk, report)
    assert [code(ask()), code(ask())] == [(201, ""), (201, "")]
    assert state(member(ann))["badge"] == "asked"
    assert [one.measure for one in announced(town.database, MemberModerated)] == ["verify", "ask_verification"]
    submit(member(ann))
    assert opened(desk, case_of(town))["verification"]["asked"] is True
    settle(town, wired, desk)
    assert state(member(ann))["badge"] == "shown"
