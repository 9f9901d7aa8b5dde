"""A picture rejected as illegal: out of reach at once, and deleted when a second person confirms it."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import MemberModerated, PhotoRejected
from PIL import Image
from shared.kit.core import REPOSITORY
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media
from shared.privacy import erase

from profiles.moderation.usecases.confirm_decision import lapse_unconfirmed
from profiles.storage.data_inventory import DATA_INVENTORY
from profiles.tests.confirmations import (
    appeal,
    grant_appeal,
    let_time_pass,
    outcomes,
    settle,
    waiting,
)
from profiles.tests.desk import OpenDesk
from profiles.tests.makers import Town
from profiles.usecases.photos.export_photos import export_photos
from profiles.usecases.profile.forget_member import release_files
from profiles.wiring import Wiring

PICTURE = REPOSITORY / "scripts" / "demo" / "portraits" / "photos" / "w001-1.webp"


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


@pytest.fixture
def mia(town: Town) -> UUID:
    return town.woman(name="Mia")


def bring(browser: Browser) -> int:
    target = io.BytesIO()
    Image.open(PICTURE).convert("RGB").save(target, "JPEG")
    answer = browser.upload("/api/photo.php", {"id": str(uuid4())}, photo=target.getvalue())
    return int(answer.status_code)


def reject(desk: Browser, photo: str, reason: str | None = "illegal", seen: str = "active") -> str:
    body = {"id": str(uuid4()), "photo_id": photo, "seen": seen, "reason": reason}
    answer = desk.post("/api/staff-photos.php", body)
    assert answer.status_code == 201, answer.json
    return Town(desk.app.extensions["wiring"].database).newest("decisions")


@pytest.fixture
def photo(browser: Browser, town: Town, bo: UUID) -> str:
    assert bring(browser.as_member(bo)) == 201
    return town.newest("photos")


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
        assert list(export_photos(uow, wired.media, wired.settings.verification_keys, bo)) == []
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
        member = town.man(photos=())
        assert bring(browser.as_member(member)) == 201
        photo = town.newest("photos")
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
