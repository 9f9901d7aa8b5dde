"""Uploads of own photos: the files, the limit, and uploads at the same time."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from pairwise.profiles.v1.events_pb2 import PhotoApproved, ProfileChanged
from shared.kit.core import Conflict, Refusal, Unavailable, faults
from shared.kit.core.faults import Fault
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.pictures import delete_unreferenced_media
from shared.pictures.tests import makers as files

from profiles.tests.makers import Town
from profiles.tests.uploads import add, on_disk, own, room, rules
from profiles.usecases.photos.add_photo import add_photo
from profiles.wiring import Wiring


@pytest.fixture
def ann(town: Town) -> UUID:
    return town.woman(photos=())


@pytest.fixture(autouse=True)
def no_files_left(media_folder: Path) -> None:
    for path in (media_folder / "members").glob("*"):
        path.unlink()


def test_a_photo_is_brought_and_everyone_sees_it(browser: Browser, town: Town, ann: UUID) -> None:
    bo = town.man()

    answer = browser.as_member(ann).upload("/api/photo.php", {"id": str(uuid4())}, photo=files.camera_jpeg())

    photo = answer.json["photo"]["id"]
    assert (answer.status_code, answer.json["photo"]["status"]) == (201, "active")
    seen = browser.as_member(bo).get("/api/profile.php", id=ann).json["profile"]
    assert (seen["photo_count"], seen["main_image"] is None) == (1, False)
    shown = browser.get(seen["main_image"]["src"])
    assert (shown.status_code, shown.data[8:12], b"Secret" in shown.data) == (200, b"WEBP", False)
    assert town.rows("SELECT has_image FROM search_rows WHERE id = %(id)s", id=ann) == [(True,)]
    assert [event.photo_id for event in announced(town.database, PhotoApproved)] == [photo]
    assert [event.member_id for event in announced(town.database, ProfileChanged)] == [str(ann)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "photo_empty"),
        (b"no picture", "photo_wrong_type"),
        (files.animated("GIF"), "photo_wrong_type"),
        (files.animated("WEBP"), "photo_animated"),
        (files.claiming_png(30_000, 30_000), "photo_too_many_pixels"),
        (files.jpeg(100, 100), "photo_too_small"),
        (files.jpeg()[:3000], "photo_broken"),
    ],
    ids=["empty", "text", "gif", "moving", "bomb", "small", "half"],
)
def test_a_file_that_is_no_picture_is_refused_with_its_reason(
    browser: Browser, town: Town, ann: UUID, media_folder: Path, content: bytes, code: str
) -> None:
    answer = browser.as_member(ann).upload("/api/photo.php", {"id": str(uuid4())}, photo=content)

    error = answer.json["error"]
    assert (answer.status_code, error["code"], error["field"]) == (422, code, "photo")
    assert error["message"] != code
    assert own(browser) == []
    assert on_disk(media_folder) == set()


@pytest.mark.parametrize(
    ("fields", "sent"),
    [
        ({}, {"photo": b"x"}),
        ({"id": "1"}, {"photo": b"x"}),
        ({"id": str(UUID(int=1, version=4))}, {}),
        ({"id": str(UUID(int=1, version=4)), "status": "active"}, {"photo": b"x"}),
        ({"id": str(UUID(int=1, version=4))}, {"photo": b"x", "other": b"y"}),
    ],
)
def test_a_form_that_is_not_ours_is_refused(
    browser: Browser, ann: UUID, fields: dict[str, str], sent: dict[str, bytes]
) -> None:
    answer = browser.as_member(ann).upload("/api/photo.php", fields, **sent)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


def test_a_retry_is_the_same_photo_and_another_file_is_not(wired: Wiring, browser: Browser, ann: UUID) -> None:
    key = uuid4()
    photo = add(wired, ann, key, limit=1)

    assert add(wired, ann, key, limit=1) == photo
    with pytest.raises(Refusal, match="idempotency_key_reused"):
        add(wired, ann, key, content=b"another", limit=1)
    assert len(own(browser.as_member(ann))) == 1


def test_the_limit_is_the_members(browser: Browser, wired: Wiring, ann: UUID) -> None:
    assert [
        browser.as_member(ann, premium=premium).get("/api/photo.php").json["limit"] for premium in (False, True)
    ] == [
        3,
        25,
    ]
    for _ in range(3):
        add(wired, ann)

    answer = browser.as_member(ann).upload("/api/photo.php", {"id": str(uuid4())}, photo=files.jpeg())

    assert (answer.status_code, answer.json["error"]["code"], answer.json["error"]["limit"]) == (
        409,
        "photo_limit_reached",
        3,
    )


def test_photos_brought_at_once_keep_the_limit(wired: Wiring, browser: Browser, town: Town, ann: UUID) -> None:
    def bring(number: int) -> bool:
        try:
            add(wired, ann, content=bytes([number]))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        came = list(pool.map(bring, range(8)))

    assert (came.count(True), len(own(browser.as_member(ann)))) == (3, 3)
    places = town.rows("SELECT position FROM photos WHERE member_id = %(id)s ORDER BY 1", id=ann)
    assert places == [(0,), (1,), (2,)]


def test_the_same_photo_brought_at_once_is_there_once(wired: Wiring, browser: Browser, ann: UUID) -> None:
    key = uuid4()
    with ThreadPoolExecutor(4) as pool:
        [photo] = set(pool.map(lambda _: add(wired, ann, key), range(4)))

    assert [each["id"] for each in own(browser.as_member(ann))] == [str(photo)]


def test_a_process_that_dies_half_way_leaves_no_photo(
    wired: Wiring, browser: Browser, town: Town, ann: UUID, media_folder: Path
) -> None:
    key = uuid4()
    with faults.raising("profiles.photo.written"), pytest.raises(Fault):
        add(wired, ann, key)
    assert own(browser.as_member(ann)) == []
    assert len(on_disk(media_folder)) == 1

    photo = add(wired, ann, key)  # the retry
    assert add(wired, ann, key) == photo
    town.run("UPDATE loose_media SET since = now() - interval '11 minutes'")
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    kept = {
        media.partition("/")[2] for (media,) in town.rows("SELECT media FROM photos WHERE member_id = %(id)s", id=ann)
    }
    assert on_disk(media_folder) == kept


def test_files_of_an_upload_under_way_are_left_alone(wired: Wiring, ann: UUID, media_folder: Path) -> None:
    with faults.raising("profiles.photo.written"), pytest.raises(Fault):
        add(wired, ann)
    delete_unreferenced_media(wired.unit_of_work, wired.media)

    assert len(on_disk(media_folder)) == 1


def test_a_store_that_is_away_makes_no_photo(wired: Wiring, browser: Browser, ann: UUID) -> None:
    class Away:
        def write(self, name: str, files: object) -> None:
            raise Unavailable()

    with pytest.raises(Unavailable):
        add_photo(room(wired, media=Away()), ann, uuid4(), b"a", rules())

    assert own(browser.as_member(ann)) == []
